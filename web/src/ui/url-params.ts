import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** Changes of URL parameters; undefined and the empty text remove a parameter. */
export type ParamChanges = Readonly<Record<string, string | number | undefined>>;

/** The pause in typing after which the URL is updated. */
const TYPING_PAUSE_MS = 250;

/** Returns the search string with some parameters changed. Unless `page` is among them, it returns to the first page, which has no parameter. */
export function updateSearch(search: string, changes: ParamChanges): string {
  const params = new URLSearchParams(search);
  for (const [name, value] of Object.entries({ page: undefined, ...changes })) {
    if (value === undefined || value === '' || (name === 'page' && value === 1)) params.delete(name);
    else params.set(name, String(value));
  }
  return params.size === 0 ? '' : `?${params}`;
}

// A change that the URL has not followed yet. The next change builds on it.
let pendingChange: { readonly from: string; readonly search: string } | undefined;

/** The state of a list in the URL's parameters: read them, get a link with changes, or navigate to it. */
export function useUrlParams() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const from = pathname + search;
  useEffect(() => {
    if (pendingChange !== undefined && pendingChange.from !== from) pendingChange = undefined;
  }, [from]);
  const change = (changes: ParamChanges, isReplacing: boolean) => {
    const changed = updateSearch(pendingChange?.from === from ? pendingChange.search : search, changes);
    pendingChange = { from, search: changed };
    void navigate(pathname + changed, { replace: isReplacing, preventScrollReset: true });
  };
  return {
    params: new URLSearchParams(search),
    to: (changes: ParamChanges) => pathname + updateSearch(search, changes),
    go: (changes: ParamChanges) => change(changes, false),
    /** For text that the user enters, so that Back leaves the search instead of undoing it letter by letter. */
    replace: (changes: ParamChanges) => change(changes, true),
  };
}

/** `written`: texts that the box has put into the URL and that the URL does not show yet, oldest first. */
type SearchBoxState = { readonly text: string; readonly urlText: string; readonly written: readonly string[] };

/** The URL has changed. If the box did not write the text itself, it comes from a link or from Back, and the box takes it over. */
function followUrl({ text, written }: SearchBoxState, urlText: string): SearchBoxState {
  const index = written.indexOf(urlText);
  // A slow page may show an older search after a newer one was written; the entered text stays.
  return index === -1 ? { text: urlText, urlText, written: [] } : { text, urlText, written: written.slice(index + 1) };
}

/** The text of a search box. It is shown immediately, and searched for when the user stops typing or submits. */
export function useDebouncedSearch(urlText: string, onSearch: (text: string) => void) {
  const [typed, setTyped] = useState<SearchBoxState>({ text: urlText, urlText, written: [] });
  if (urlText !== typed.urlText) setTyped(followUrl(typed, urlText));

  const search = (text: string) => {
    if (text === (typed.written.at(-1) ?? typed.urlText)) return;
    setTyped((now) => ({ ...now, written: [...now.written, text] }));
    onSearch(text);
  };
  const searchAfterPause = useEffectEvent(search);
  useEffect(() => {
    const timer = setTimeout(() => searchAfterPause(typed.text.trim()), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed.text]);
  return {
    text: typed.text,
    setText: (text: string) => setTyped((now) => ({ ...now, text })),
    searchNow: () => search(typed.text.trim()),
  };
}
