import { useState } from 'react';
import { useAccount } from '#core/session.ts';

/** Each player's own: whoever signs in next in the same tab finds nothing of it. */
function keyOf(name: string): string {
  return `draft:${useAccount.getState().account?.id ?? 0}:${name}`;
}

/** A browser that blocks storage still sends tickets; only a reload loses what was not sent. */
export function keptDraft(name: string): string {
  try {
    return sessionStorage.getItem(keyOf(name)) ?? '';
  } catch {
    return '';
  }
}

export function keepDraft(name: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(keyOf(name));
    else sessionStorage.setItem(keyOf(name), text);
  } catch {
    // It stays on the page.
  }
}

/** A text being written: there again after a reload, a lost connection or a look elsewhere. */
export function useDraft(name: string): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(() => keptDraft(name));
  const change = (next: string) => {
    setText(next);
    keepDraft(name, next);
  };
  return [text, change];
}
