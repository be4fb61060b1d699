import type { WonItem } from '@karat/contract/cases';
import { createBatcher } from '#db/batcher.ts';
import { isUniqueViolation } from '#db/failures.ts';
import type { Deps } from '#deps.ts';
import { createSeeds } from '#features/fairness/fairness.ts';
import { takeStakes } from '#features/wallet/wallet.ts';
import { createCarefulLane } from './open-alone.ts';
import type { DropFeed } from './drops.ts';
import { CaseChanged, createGive, wagerOf } from './record-openings.ts';
import { createOffers } from './offers.ts';
import { createRecentKeys } from '#http/recent-keys.ts';
import type { Press, Request } from './rolling.ts';

/** Opens cases: many requests in one commit where they meet, one by one where somebody needs a closer look. */
export function createOpenings(deps: Pick<Deps, 'db' | 'live' | 'seal' | 'env'>, feed: DropFeed) {
  const { db, env, live } = deps;
  const seeds = createSeeds(deps);
  const offers = createOffers(db);
  const give = createGive(deps, seeds, feed);
  const openCarefully = createCarefulLane({ db, env, live, seeds, offers, give });
  const recentKeys = createRecentKeys();

  const batcher = createBatcher<Press, WonItem[] | undefined>((presses) =>
    db.batch(async (tx) => {
      const byPlayer = Map.groupBy(presses, ({ playerId }) => playerId);
      // A stake comes from one country: what the same player sends from another is looked at alone.
      const alike = presses.filter(({ playerId, country }) => byPlayer.get(playerId)![0]!.country === country);
      const wagers = [...Map.groupBy(alike, ({ playerId }) => playerId).values()].map(wagerOf);
      // In the order of their ids, so that two processes never wait for each other in a circle.
      const inOrder = wagers.toSorted((one, other) => one.playerId - other.playerId);
      const won = await give(tx, alike, await takeStakes(tx, deps, inOrder));
      return presses.map((press) => won.get(press));
    }),
  );

  /** Undefined where the batch could not serve it, for whatever reason: the careful lane finds out. */
  async function openTogether(request: Request): Promise<WonItem[] | undefined> {
    const offer = await offers.find(request.caseName);
    if (offer === undefined || offer.isPaused || (request.hash ?? offer.hash) !== offer.hash) return undefined;
    return batcher.add({ ...request, offer }).catch((error: unknown) => {
      if (error instanceof CaseChanged || isUniqueViolation(error, 'openings_request')) return undefined;
      throw error;
    });
  }

  async function openOnce(request: Request, key: string): Promise<WonItem[]> {
    const { before, done } = recentKeys.take(key);
    if (before !== undefined) {
      await before;
      return openCarefully(request);
    }
    try {
      return (await openTogether(request)) ?? (await openCarefully(request));
    } finally {
      done();
    }
  }

  return {
    /** The won items, in the order of their rolls. A request with a key that was served before gets the same answer. */
    async openCase(request: Request): Promise<WonItem[]> {
      const { playerId, requestKey } = request;
      if (requestKey !== undefined) return openOnce(request, `${playerId}:${requestKey}`);
      return (await openTogether(request)) ?? openCarefully(request);
    },
    figures: batcher.figures,
    drain: batcher.drain,
  };
}
