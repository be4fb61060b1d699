import { create } from 'zustand';
import { hear } from '#core/channel.ts';
import { currentText } from '#i18n/i18n.ts';
import { textOfRefusal } from '#i18n/refusals.ts';

type Kind = 'success' | 'error' | 'info';

/** The link of a toast. */
type Way = { readonly to: string; readonly label: string };

export type Said = {
  readonly kind: Kind;
  readonly message: string;
  readonly way?: Way | undefined;
  /** Shows it at the top right, for messages of the top bar. */
  readonly isTop?: boolean;
};

/** Toasts that are not on the screen yet. */
export const useSaid = create<{ readonly said: readonly Said[] }>(() => ({ said: [] }));

/** Bottom left, 3 s: the layout's own toasts. */
export function showToast(kind: Kind, message: string, way?: Way): void {
  say({ kind, message, way });
}

/** Top right, 5 s: messages of the top bar, such as the result of a sign-in. */
export function showTopToast(kind: Kind, message: string): void {
  say({ kind, message, isTop: true });
}

hear('ERROR', (failure) => showToast('error', textOfRefusal(currentText(), failure)));

function say(next: Said): void {
  useSaid.setState(({ said }) => ({ said: [...said, next] }));
}
