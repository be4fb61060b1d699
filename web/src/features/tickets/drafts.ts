import { useState } from 'react';
import { useAccount } from '#core/session.ts';

/** Per player, so that the next player in the same tab does not see it. */
function keyOf(name: string): string {
  return `draft:${useAccount.getState().account?.id ?? 0}:${name}`;
}

/** Without storage tickets can still be sent; only a reload loses unsent text. */
export function readDraft(name: string): string {
  try {
    return sessionStorage.getItem(keyOf(name)) ?? '';
  } catch {
    return '';
  }
}

export function storeDraft(name: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(keyOf(name));
    else sessionStorage.setItem(keyOf(name), text);
  } catch {
    // The text stays on the page.
  }
}

/** A draft that survives a reload, a disconnect or a visit to another page. */
export function useDraft(name: string): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(() => readDraft(name));
  const change = (next: string) => {
    setText(next);
    storeDraft(name, next);
  };
  return [text, change];
}
