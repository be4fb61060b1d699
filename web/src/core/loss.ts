import { create } from 'zustand';

/** The player's last lost stake, shown beside the balance. */
type Loss = { readonly amount: number; readonly key: number };

export const useLoss = create<{ readonly loss: Loss | undefined }>(() => ({ loss: undefined }));

/** Long enough to read. */
const SHOWN_MS = 3_000;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows a lost stake beside the balance. The balance itself fell when the stake was placed. */
export function showLoss(amount: number): void {
  clearTimeout(timer);
  useLoss.setState(({ loss }) => ({ loss: { amount, key: (loss?.key ?? 0) + 1 } }));
  timer = setTimeout(() => useLoss.setState({ loss: undefined }), SHOWN_MS);
}
