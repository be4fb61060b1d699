import { Refusal } from '@karat/contract/refusal';
import type { Bet } from '@karat/contract/roulette';
import { type Color, PAYS } from '@karat/rules/roulette';
import type { Tx } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { countSteps } from '#features/missions/missions.ts';
import type { TakenStake, Wager } from '#features/wallet/wallet.ts';
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

export type BetGround = Pick<Deps, 'db' | 'live' | 'env'> & { readonly news: RouletteNews };

/** Whether a request is for this round, or for whichever is open. */
export function isFor(roundId: number, request: BetRequest): boolean {
  return (request.roundId ?? roundId) === roundId;
}

export function bettingClosed(): Refusal {
  return new Refusal('betting_closed', 'Betting is closed for this round.');
}

/** The bets of one player, of one country, as one stake. */
export function wagerOf(requests: readonly BetRequest[]): Wager {
  const [{ playerId, country }] = requests as [BetRequest, ...BetRequest[]];
  const amount = requests.reduce((sum, request) => sum + request.amount, 0);
  return { playerId, country, amount, movements: requests.length, rolls: 0 };
}

/** One player's bets in their order: each is taken from what the one before it left. */
function newBetsOf(requests: readonly BetRequest[], stake: TakenStake): NewBet[] {
  let balance = requests.reduce((sum, { amount }) => sum + amount, stake.balance);
  return requests.map(({ playerId, playerBet, amount, requestKey }) => {
    balance -= amount;
    return { playerId, playerBet, amount, pays: PAYS[playerBet], balance, requestKey: requestKey ?? null };
  });
}

/** The open round, which stays open until this transaction ends; undefined where bets are closed. */
export async function lockBettingRound(tx: Tx): Promise<number | undefined> {
  const [, roundId] = await Promise.all([lockForBetting(tx.sql), selectBettingRound(tx.sql)]);
  return roundId;
}

/** Writes down what has been paid for. A request whose stake is not among those taken is not in the answer. */
export async function recordBets(
  tx: Tx,
  { live, news }: BetGround,
  { roundId, requests, stakes }: { roundId: number; requests: readonly BetRequest[]; stakes: readonly TakenStake[] },
): Promise<ReadonlyMap<BetRequest, Bet>> {
  const byPlayer = Map.groupBy(requests, ({ playerId }) => playerId);
  const served = stakes.flatMap(({ playerId }) => byPlayer.get(playerId)!);
  if (served.length === 0) return new Map();
  const newBets = stakes.flatMap((stake) => newBetsOf(byPlayer.get(stake.playerId)!, stake));
  const steps = served.map(({ playerId, amount }) => ({
    playerId,
    event: 'bet_roulette' as const,
    amount: 1,
    wagered: amount,
  }));
  const [, placed] = await Promise.all([countSteps(tx, live, steps), insertBets(tx.sql, roundId, newBets)]);
  for (const { playerId, balance, version } of stakes) {
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
