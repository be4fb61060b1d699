import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** What of an address changes; undefined and the empty text leave it. */
export type Changes = Readonly<Record<string, string | number | undefined>>;

/** How long typing has to rest before the address follows it. */
const REST_MS = 250;

/**
 * A search with some of its values changed. Whatever else changes, the list begins at its first page again, and the first
 * page needs no mention.
 */
export function changedSearch(search: string, changes: Changes): string {
  const params = new URLSearchParams(search);
  for (const [name, value] of Object.entries({ page: undefined, ...changes })) {
    if (value === undefined || value === '' || (name === 'page' && value === 1)) params.delete(name);
    else params.set(name, String(value));
  }
  return params.size === 0 ? '' : `?${params}`;
}

// A change that the address has not followed yet: what is changed next builds on it.
let underWay: { readonly from: string; readonly search: string } | undefined;

/** What a list shows lives in the address: read it, link to a change of it, or go there. */
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
    /** For what is typed: Back leads out of the search, not through its letters. */
    replace: (changes: Changes) => change(changes, true),
  };
}

/** `written`: what the box has put into the address since that last followed, oldest first. */
type Typed = { readonly text: string; readonly asked: string; readonly written: readonly string[] };

/** The address has changed. What the box did not write itself comes from a link or from Back, and the box follows it. */
function follow({ text, written }: Typed, asked: string): Typed {
  const at = written.indexOf(asked);
  // A slow page may show an older search after a newer one was written: what is typed by then stays.
  return at === -1 ? { text: asked, asked, written: [] } : { text, asked, written: written.slice(at + 1) };
}

/** The words of a search box: what is typed shows at once, and is asked for when the typing rests or at a press. */
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
