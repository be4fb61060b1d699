import { Refusal } from '@karat/contract/refusal';
import type { Bet } from '@karat/contract/roulette';
import { GAME_EVENTS } from '@karat/rules/missions';
import { type Color, PAYOUT_FACTORS } from '@karat/rules/roulette';
import type { Sql, Tx } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import type { Live } from '#live/port.ts';
import type { PaidEntries, WagerRules } from '#features/wagers/wagers.ts';
import type { TakenStake } from '#features/stakes/stakes.ts';
import type { PlayerStakes } from './current-queries.ts';
import {
  assertNewBetKeys,
  hasTooManyBets,
  insertBets,
  lockForBetting,
  type NewBet,
  selectBettingRound,
  selectStakesOfBets,
} from './queries.ts';

/** A bet as the client sent it. */
export type BetRequest = {
  readonly playerId: number;
  readonly username: string;
  readonly isSandbox: boolean;
  readonly playerBet: Color;
  readonly amount: number;
  /** The round that the player saw; undefined to accept any open round. */
  readonly roundId: number | undefined;
  readonly requestKey: string | undefined;
  readonly country: string | undefined;
};

export type BetDeps = Pick<Deps, 'db' | 'live' | 'env'> & {
  /** Whether a key may be in another month than a new bet. */
  readonly isNearBorder: (sql: Sql) => Promise<boolean>;
};

/** Whether a request is for this round or for any open one. */
export function isForRound(roundId: number, request: BetRequest): boolean {
  return (request.roundId ?? roundId) === roundId;
}

export function bettingClosed(): Refusal {
  return new Refusal('betting_closed', 'Betting is closed for this round.');
}

/** Each bet has its own movement. It needs no roll: one number is drawn for the whole round. */
export const BET_RULES: WagerRules<BetRequest> = {
  event: GAME_EVENTS.roulette,
  costOf: ({ amount }) => ({ amount, movements: 1, rolls: 0 }),
};

/** One player's bets in order. Each balance follows from the previous bet. */
function newBetsOf(requests: readonly BetRequest[], stake: TakenStake): NewBet[] {
  let balance = requests.reduce((sum, { amount }) => sum + amount, stake.balance);
  return requests.map(({ playerId, playerBet, amount, requestKey }) => {
    balance -= amount;
    return {
      playerId,
      playerBet,
      amount,
      payoutFactor: PAYOUT_FACTORS[playerBet],
      balance,
      requestKey: requestKey ?? null,
    };
  });
}

/** The open round, which stays open until this transaction ends; undefined if bets are closed. */
export async function lockBettingRound(tx: Tx): Promise<number | undefined> {
  const [, roundId] = await Promise.all([lockForBetting(tx.sql), selectBettingRound(tx.sql)]);
  return roundId;
}

/** A player has more bets in this round than allowed. Nothing is written. */
export class TooManyBets extends Refusal {
  constructor(betsMax: number) {
    super('too_many_bets', `You can place at most ${betsMax} bets in a round.`);
  }
}

type PaidBets = { readonly roundId: number; readonly paid: readonly PaidEntries<BetRequest>[] };

/** Records paid bets. If nothing follows in the transaction, the commit is sent along. */
export async function recordBets(
  tx: Tx,
  { live, env, isNearBorder }: BetDeps,
  { roundId, paid, isLast }: PaidBets & { readonly isLast: boolean },
): Promise<ReadonlyMap<BetRequest, Bet>> {
  if (paid.length === 0) return new Map();
  const { betsMax } = env.roulette;
  const served = paid.flatMap(({ entries }) => entries);
  const newBets = paid.flatMap(({ entries, stake }) => newBetsOf(entries, stake));
  const playerIds = paid.map(({ stake }) => stake.playerId);
  const checking = (await isNearBorder(tx.sql)) ? assertNewBetKeys(tx.sql, newBets) : undefined;
  const recording = Promise.all([
    insertBets(tx.sql, roundId, newBets),
    selectStakesOfBets(tx.sql, { roundId, playerIds, betsMax }),
    checking,
  ]);
  if (isLast) tx.sendCommit();
  const [placed, stakes] = await recording.catch(async (error: unknown) => {
    // If the check failed, the others failed because of it.
    await checking;
    throw hasTooManyBets(error) ? new TooManyBets(betsMax) : error;
  });
  tx.afterCommit(() => sendToBettors(live, { roundId, paid, stakes }));
  return new Map(
    served.map((request, index) => {
      const { username, isSandbox, amount, playerBet } = request;
      const bet = { ...placed[index]!, username, isSandbox, amount, playerBet, winAmount: null, roundId };
      return [request, { ...bet, game: 'roulette' }];
    }),
  );
}

/** Everyone else learns of the bets through the news of the round. */
function sendToBettors(
  live: Live,
  { roundId, paid, stakes }: PaidBets & { readonly stakes: readonly PlayerStakes[] },
): void {
  for (const { stake } of paid) {
    const { playerId, balance, version } = stake;
    live.toPlayer(playerId, 'BALANCE_UPDATE', { balance, version });
  }
  for (const { playerId, red, green, black } of stakes) {
    live.toPlayer(playerId, 'ROULETTE_STAKES', { roundId, own: { red, green, black } });
  }
}
