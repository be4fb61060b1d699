import { Refusal } from '@karat/contract/refusal';
import type { Bet } from '@karat/contract/roulette';
import { GAME_EVENTS } from '@karat/rules/missions';
import { type Color, PAYOUT_FACTORS } from '@karat/rules/roulette';
import type { Tx } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { countSteps } from '#features/missions/missions.ts';
import type { Cost, PaidEntries } from '#features/wagers/wagers.ts';
import type { TakenStake } from '#features/stakes/stakes.ts';
import type { RouletteNews } from './news.ts';
import { insertBets, lockForBetting, type NewBet, selectBettingRound } from './queries.ts';

/** A bet as it came over the wire. */
export type BetRequest = {
  readonly playerId: number;
  readonly username: string;
  readonly playerBet: Color;
  readonly amount: number;
  /** The round that the player saw; undefined where the caller takes whichever is open. */
  readonly roundId: number | undefined;
  readonly requestKey: string | undefined;
  readonly country: string | undefined;
};

export type BetDeps = Pick<Deps, 'db' | 'live' | 'env'> & { readonly news: RouletteNews };

/** Whether a request is for this round, or for whichever is open. */
export function isFor(roundId: number, request: BetRequest): boolean {
  return (request.roundId ?? roundId) === roundId;
}

export function bettingClosed(): Refusal {
  return new Refusal('betting_closed', 'Betting is closed for this round.');
}

/** Each bet is a movement of its own; the number is drawn for the whole round. */
export function costOf({ amount }: BetRequest): Cost {
  return { amount, movements: 1, rolls: 0 };
}

/** One player's bets in their order: each is taken from what the one before it left. */
function newBetsOf(requests: readonly BetRequest[], stake: TakenStake): NewBet[] {
  let balance = requests.reduce((sum, { amount }) => sum + amount, stake.balance);
  return requests.map(({ playerId, playerBet, amount, requestKey }) => {
    balance -= amount;
    return { playerId, playerBet, amount, pays: PAYOUT_FACTORS[playerBet], balance, requestKey: requestKey ?? null };
  });
}

/** The open round, which stays open until this transaction ends; undefined where bets are closed. */
export async function lockBettingRound(tx: Tx): Promise<number | undefined> {
  const [, roundId] = await Promise.all([lockForBetting(tx.sql), selectBettingRound(tx.sql)]);
  return roundId;
}

/** Writes down the bets that have been paid for. */
export async function recordBets(
  tx: Tx,
  { live, news }: BetDeps,
  { roundId, paid }: { readonly roundId: number; readonly paid: readonly PaidEntries<BetRequest>[] },
): Promise<ReadonlyMap<BetRequest, Bet>> {
  if (paid.length === 0) return new Map();
  const served = paid.flatMap(({ entries }) => entries);
  const newBets = paid.flatMap(({ entries, stake }) => newBetsOf(entries, stake));
  const steps = served.map(({ playerId, amount }) => ({
    playerId,
    event: GAME_EVENTS.roulette,
    amount: 1,
    wagered: amount,
  }));
  const [, placed] = await Promise.all([countSteps(tx, live, steps), insertBets(tx.sql, roundId, newBets)]);
  for (const { stake } of paid) {
    const { playerId, balance, version } = stake;
    // To tabs of this process alone: `news` tells the other processes of the bets, and each tells its own tabs.
    tx.afterCommit(() => live.here.toPlayer(playerId, 'BALANCE_UPDATE', { balance, version }));
  }
  tx.afterCommit(() =>
    news.noteBets(
      roundId,
      placed.map(({ id }) => id),
    ),
  );
  return new Map(
    served.map((request, at) => {
      const { username, amount, playerBet } = request;
      return [request, { ...placed[at]!, username, amount, playerBet, winAmount: null, game: 'roulette', roundId }];
    }),
  );
}
