import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** Changes of URL parameters; undefined and the empty text remove a parameter. */
export type Changes = Readonly<Record<string, string | number | undefined>>;

/** How long typing has to pause before the URL follows it. */
const REST_MS = 250;

/**
 * The search string with some parameters changed. Every other change returns to the first page, and the first page has no
 * `page` parameter.
 */
export function changedSearch(search: string, changes: Changes): string {
  const params = new URLSearchParams(search);
  for (const [name, value] of Object.entries({ page: undefined, ...changes })) {
    if (value === undefined || value === '' || (name === 'page' && value === 1)) params.delete(name);
    else params.set(name, String(value));
  }
  return params.size === 0 ? '' : `?${params}`;
}

// A change that the URL has not followed yet. The next change builds on it.
let underWay: { readonly from: string; readonly search: string } | undefined;

/** The state of a list in the URL's parameters: read them, get a link with changes, or navigate to it. */
export function useAddress() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const from = pathname + search;
  useEffect(() => {
    if (underWay !== undefined && underWay.from !== from) underWay = undefined;
  }, [from]);
  const change = (changes: Changes, isReplacing: boolean) => {
    const changed = changedSearch(underWay?.from === from ? underWay.search : search, changes);
    underWay = { from, search: changed };
    void navigate(pathname + changed, { replace: isReplacing, preventScrollReset: true });
  };
  return {
    params: new URLSearchParams(search),
    to: (changes: Changes) => pathname + changedSearch(search, changes),
    go: (changes: Changes) => change(changes, false),
    /** For typed text, so that Back leaves the search instead of undoing it letter by letter. */
    replace: (changes: Changes) => change(changes, true),
  };
}

/** `written`: texts that the box has put into the URL and that the URL does not show yet, oldest first. */
type Typed = { readonly text: string; readonly asked: string; readonly written: readonly string[] };

/** The URL has changed. If the box did not write the text itself, it comes from a link or from Back, and the box takes it over. */
function follow({ text, written }: Typed, asked: string): Typed {
  const at = written.indexOf(asked);
  // A slow page may show an older search after a newer one was written: the typed text stays.
  return at === -1 ? { text: asked, asked, written: [] } : { text, asked, written: written.slice(at + 1) };
}

/** The text of a search box: shown at once, searched for when typing pauses or on submit. */
export function useTypedSearch(asked: string, ask: (text: string) => void) {
  const [typed, setTyped] = useState<Typed>({ text: asked, asked, written: [] });
  if (asked !== typed.asked) setTyped(follow(typed, asked));

  const askFor = (text: string) => {
    if (text === (typed.written.at(-1) ?? typed.asked)) return;
    setTyped((now) => ({ ...now, written: [...now.written, text] }));
    ask(text);
  };
  const rest = useEffectEvent(askFor);
  useEffect(() => {
    const timer = setTimeout(() => rest(typed.text.trim()), REST_MS);
    return () => clearTimeout(timer);
  }, [typed.text]);
  return {
    text: typed.text,
    setText: (text: string) => setTyped((now) => ({ ...now, text })),
    askNow: () => askFor(typed.text.trim()),
  };
}
