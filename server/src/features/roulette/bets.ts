import type { Bet } from '@karat/contract/roulette';
import { createBatcher } from '#db/batcher.ts';
import type { Tx } from '#db/db.ts';
import { isUniqueViolation } from '#db/failures.ts';
import { takeStakes } from '#features/wallet/wallet.ts';
import { createRecentKeys } from '#http/recent-keys.ts';
import { createCarefulBets } from './careful-bets.ts';
import {
  type BetGround,
  type BetRequest,
  bettingClosed,
  isFor,
  lockBettingRound,
  recordBets,
  wagerOf,
} from './record-bets.ts';

const CLOSED = Symbol('betting is closed');

/** Undefined where the batch could not serve a bet, for whatever reason: the careful way finds out. */
type Placed = Bet | typeof CLOSED | undefined;

/** The bets of many players in one commit. */
async function placeTogether(tx: Tx, ground: BetGround, requests: readonly BetRequest[]): Promise<Placed[]> {
  const roundId = await lockBettingRound(tx);
  if (roundId === undefined) return requests.map(() => CLOSED);
  const timely = requests.filter((request) => isFor(roundId, request));
  const byPlayer = Map.groupBy(timely, ({ playerId }) => playerId);
  // A stake comes from one country: what the same player sends from another is looked at alone.
  const alike = timely.filter(({ playerId, country }) => byPlayer.get(playerId)![0]!.country === country);
  const wagers = [...Map.groupBy(alike, ({ playerId }) => playerId).values()].map(wagerOf);
  // In the order of their ids, so that two processes never wait for each other in a circle.
  const inOrder = wagers.toSorted((one, other) => one.playerId - other.playerId);
  const stakes = await takeStakes(tx, ground, inOrder);
  const bets = await recordBets(tx, ground, { roundId, requests: alike, stakes });
  return requests.map((request) => bets.get(request) ?? (isFor(roundId, request) ? undefined : CLOSED));
}

/** Takes bets: many in one commit where they meet, one by one where somebody needs a closer look. */
export function createBets(ground: BetGround) {
  const { replay, placeCarefully } = createCarefulBets(ground);
  const recentKeys = createRecentKeys();
  const batcher = createBatcher<BetRequest, Placed>((requests) =>
    ground.db.batch((tx) => placeTogether(tx, ground, requests)),
  );

  async function place(request: BetRequest): Promise<Bet> {
    const placed = await batcher.add(request).catch((error: unknown) => {
      if (isUniqueViolation(error, 'roulette_bets_request')) return undefined;
      throw error;
    });
    if (placed !== CLOSED) return placed ?? placeCarefully(request);
    // Too late, unless it is the repeat of one that was not.
    const past = await replay(request);
    if (past === undefined) throw bettingClosed();
    return past;
  }

  return {
    /** The bet in its round. A request with a key that was served before gets the same answer. */
    async placeBet(request: BetRequest): Promise<Bet> {
      if (request.requestKey === undefined) return place(request);
      const { before, done } = recentKeys.take(`${request.playerId}:${request.requestKey}`);
      if (before !== undefined) {
        await before;
        return placeCarefully(request);
      }
      try {
        return await place(request);
      } finally {
        done();
      }
    },
    figures: batcher.figures,
    drain: batcher.drain,
  };
}
