import type { Deps } from '#deps.ts';
import { createMarketUpdates } from '#features/market/live-updates.ts';
import { createRoomUpdates } from '#features/rooms/live-updates.ts';
import { createRouletteUpdates } from '#features/roulette/live-updates.ts';
import { createStatusUpdates } from '#features/switches/live-updates.ts';
import { createTradeUpdates } from '#features/trades/live-updates.ts';

/** Publishers read changes from the database, whichever process made them, and send them to the tabs of this process. */
export function startPublishers(deps: Deps): () => Promise<void> {
  const publishers = [
    createMarketUpdates(deps),
    createRoomUpdates(deps),
    createRouletteUpdates(deps),
    createStatusUpdates(deps),
    createTradeUpdates(deps),
  ];
  return async () => {
    await Promise.all(publishers.map((publisher) => publisher.close()));
  };
}
