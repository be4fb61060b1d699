import type { PushCategory } from '@karat/contract/push';
import { create } from 'zustand';

/** The category of notifications that is offered now. */
export const usePushOffer = create<{ readonly category: PushCategory | undefined }>(() => ({ category: undefined }));

/** Offers notifications at a moment when the player waits for something. Shown only if they can be turned on and were not declined. */
export function offerPush(category: PushCategory): void {
  usePushOffer.setState({ category });
}
