import { create } from 'zustand';
import { onEvent } from '#core/socket.ts';
import { currentText } from '#i18n/i18n.ts';
import { textOfRefusal } from '#i18n/refusals.ts';

type Kind = 'success' | 'error' | 'info';

/** The link of a toast. */
type ToastLink = { readonly to: string; readonly label: string };

/** The button of a toast: it leads to a page, or the toast stays until `run` is done. */
export type ToastAction = { readonly label: string } & (
  | { readonly run: () => Promise<void> }
  | { readonly to: string }
);

export type QueuedToast = {
  readonly kind: Kind;
  readonly message: string;
  readonly link?: ToastLink | undefined;
  readonly action?: ToastAction;
  /** Shows it at the top right, for messages of the top bar. */
  readonly isTop?: boolean;
  /** A toast replaces the one before it in the same group. */
  readonly group?: string;
};

/** Toasts that are not on the screen yet. */
export const useToastQueue = create<{ readonly toasts: readonly QueuedToast[] }>(() => ({ toasts: [] }));

/** Shows a toast at the bottom left for 3 s; on a phone at the top, as all toasts. */
export function showToast(kind: Kind, message: string, link?: ToastLink): void {
  enqueue({ kind, message, link });
}

/**
 * Shows a toast with a button at the bottom left, for 10 s: long enough to read it and to reach the button. It replaces the last
 * one of the same group.
 */
export function showActionToast(kind: Kind, message: string, action: ToastAction & { readonly group?: string }): void {
  const { group, ...button } = action;
  enqueue({ kind, message, action: button, ...(group !== undefined && { group }) });
}

/** Shows a toast at the top right for 5 s, for messages of the top bar, such as the result of a sign-in. */
export function showTopToast(kind: Kind, message: string): void {
  enqueue({ kind, message, isTop: true });
}

onEvent('ERROR', (failure) => showToast('error', textOfRefusal(currentText(), failure)));

function enqueue(next: QueuedToast): void {
  useToastQueue.setState(({ toasts }) => ({ toasts: [...toasts, next] }));
}
