import { Refusal } from '@karat/contract/refusal';
import type { Bet } from '@karat/contract/roulette';
import { isUniqueViolation } from '#db/failures.ts';
import { takeStake } from '#features/wallet/wallet.ts';
import { selectRequestedBet } from './queries.ts';
import {
  type BetGround,
  type BetRequest,
  bettingClosed,
  isFor,
  lockBettingRound,
  recordBets,
  wagerOf,
} from './record-bets.ts';

/** One bet by itself: it is taken, answered as it was before, or told why not. */
export function createCarefulBets(ground: BetGround) {
  const { db } = ground;

  /** What the key has placed already; undefined when it is new. */
  async function replay({ playerId, requestKey, playerBet, amount, roundId }: BetRequest): Promise<Bet | undefined> {
    if (requestKey === undefined) return undefined;
    const past = await selectRequestedBet(db.sql, playerId, requestKey);
    if (past === undefined) return undefined;
    const isSame = past.playerBet === playerBet && past.amount === amount && (roundId ?? past.roundId) === past.roundId;
    if (!isSame) throw new Refusal('key_reused', 'This Idempotency-Key belongs to another request.');
    return past;
  }

  function placeAlone(request: BetRequest): Promise<Bet> {
    return db.transaction(async (tx) => {
      const roundId = await lockBettingRound(tx);
      if (roundId === undefined || !isFor(roundId, request)) throw bettingClosed();
      const stake = await takeStake(tx, ground, wagerOf([request]));
      return (await recordBets(tx, ground, { roundId, requests: [request], stakes: [stake] })).get(request)!;
    });
  }

  async function placeCarefully(request: BetRequest): Promise<Bet> {
    const past = await replay(request);
    if (past !== undefined) return past;
    try {
      return await placeAlone(request);
    } catch (error) {
      // Another process served the same key in the meantime.
      const first = isUniqueViolation(error, 'roulette_bets_request') ? await replay(request) : undefined;
      if (first === undefined) throw error;
      return first;
    }
  }

  return { replay, placeCarefully };
}
