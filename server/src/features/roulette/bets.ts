import { Refusal } from '@karat/contract/refusal';
import type { Bet } from '@karat/contract/roulette';
import type { Tx } from '#db/db.ts';
import { createBorderWatch } from '#db/months.ts';
import type { Deps } from '#deps.ts';
import { countTowardsMissions } from '#features/missions/missions.ts';
import { actionOf, createWagers, Outdated, takeBatchStakes, wagerOf } from '#features/wagers/wagers.ts';
import { takeStake } from '#features/stakes/stakes.ts';
import { selectStakes } from './current-queries.ts';
import { selectBetByKey, selectServedKeys } from './queries.ts';
import {
  BET_RULES,
  type BetDeps,
  type BetRequest,
  bettingClosed,
  isForRound,
  lockBettingRound,
  recordBets,
  TooManyBets,
} from './record-bets.ts';

/**
 * Players of this process who have placed as many bets as a round allows. Their requests skip the batch: a batch with one bet too
 * many fails as a whole.
 */
function createFullPlayers() {
  let full = { roundId: 0, playerIds: new Set<number>() };
  return {
    add(roundId: number, playerIds: readonly number[]): void {
      if (roundId !== full.roundId) full = { roundId, playerIds: new Set() };
      for (const playerId of playerIds) full.playerIds.add(playerId);
    },
    has: (roundId: number, playerId: number): boolean => roundId === full.roundId && full.playerIds.has(playerId),
  };
}
type FullPlayers = ReturnType<typeof createFullPlayers>;

/** Players who would have too many bets in the round with these. */
async function findFullPlayers({ db, env }: BetDeps, roundId: number, requests: readonly BetRequest[]) {
  const requestsByPlayer = Map.groupBy(requests, ({ playerId }) => playerId);
  const stakes = await selectStakes(db.sql, roundId, [...requestsByPlayer.keys()]);
  const placed = new Map(stakes.map(({ playerId, bets }) => [playerId, bets]));
  return [...requestsByPlayer].flatMap(([playerId, own]) =>
    (placed.get(playerId) ?? 0) + own.length > env.roulette.betsMax ? [playerId] : [],
  );
}

async function placeTogether(tx: Tx, deps: BetDeps, requests: readonly BetRequest[], fullPlayers: FullPlayers) {
  const roundId = await lockBettingRound(tx);
  if (roundId === undefined) return requests.map(bettingClosed);
  const inTime = requests.filter(
    (request) => isForRound(roundId, request) && !fullPlayers.has(roundId, request.playerId),
  );
  const paid = await takeBatchStakes(tx, deps, inTime, BET_RULES);
  const bets = await recordBets(tx, deps, { roundId, paid, isLast: true }).catch(async (error: unknown) => {
    if (!(error instanceof TooManyBets)) throw error;
    fullPlayers.add(roundId, await findFullPlayers(deps, roundId, inTime));
    throw new Outdated();
  });
  return requests.map((request) => bets.get(request) ?? (isForRound(roundId, request) ? undefined : bettingClosed()));
}

function placeAlone(deps: BetDeps, request: BetRequest): Promise<Bet> {
  return deps.db.transaction(async (tx) => {
    const roundId = await lockBettingRound(tx);
    if (roundId === undefined || !isForRound(roundId, request)) throw bettingClosed();
    const stake = await takeStake(tx, deps, wagerOf([request], BET_RULES.costOf));
    await countTowardsMissions(tx, deps.live, [actionOf(request, BET_RULES)]);
    const paid = [{ stake, entries: [request] }];
    return (await recordBets(tx, deps, { roundId, paid, isLast: true })).get(request)!;
  });
}

async function findReply({ db }: BetDeps, request: BetRequest, requestKey: string): Promise<Bet | undefined> {
  const { playerId, playerBet, amount, roundId } = request;
  const past = await selectBetByKey(db.sql, playerId, requestKey);
  if (past === undefined) return undefined;
  const isSame = past.playerBet === playerBet && past.amount === amount && (roundId ?? past.roundId) === past.roundId;
  if (!isSame) throw new Refusal('key_reused', 'This Idempotency-Key belongs to another request.');
  return past;
}

/** Takes bets through the wager pipeline. */
export function createBets({ db, live, env }: Pick<Deps, 'db' | 'live' | 'env'>) {
  const deps: BetDeps = { db, live, env, isNearBorder: createBorderWatch('roulette_bets') };
  const fullPlayers = createFullPlayers();
  const { place, figures, drain } = createWagers<BetRequest, BetRequest, Bet>(deps, {
    keyIndex: 'roulette_bets_request',
    placeTogether: (tx, requests) => placeTogether(tx, deps, requests, fullPlayers),
    placeAlone: (request) => placeAlone(deps, request),
    findReply: (request, requestKey) => findReply(deps, request, requestKey),
    findServed: (keys) => selectServedKeys(db.sql, keys),
  });
  return {
    /** Returns the bet with its round. A repeated idempotency key gets its first reply again. */
    placeBet: place,
    figures,
    drain,
  };
}

export type Bets = ReturnType<typeof createBets>;
