import type { AdminRound, Bet, Chain, ProvenRound, Round, RoundDay } from '@karat/contract/roulette';
import type { Sql } from '#db/db.ts';

/** Round ids have no gaps and only the last round can be open, so the id of the last ended round is the count. */
export async function countEndedRounds(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }>`
    select coalesce((
      select id from roulette_rounds where state in ('SETTLED', 'REFUNDED') order by id desc limit 1), 0) as count`;
  return row!.count;
}

export async function countRounds(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }>`select coalesce(max(id), 0) as count from roulette_rounds`;
  return row!.count;
}

/** The `limit` rounds up to and including `last`. */
type RoundRange = { readonly last: number; readonly limit: number };

/** Newest first. */
export function selectRounds(sql: Sql, { last, limit }: RoundRange): Promise<Round[]> {
  return sql<Round>`
    select id, hash, case state when 'SETTLING' then 'ROLLING' else state end as state, seed, winner_number as "winnerNumber", winner_color as "winnerColor",
           ended_at is null as "currentRound", ended_at is not null as completed,
           ended_at is not null as deposited, refund_reason as "refundReason", created_at as "createdAt"
    from roulette_rounds
    where id <= ${last} and id > ${last - limit} order by id desc`;
}

/** A round with all inputs of its number. */
export async function selectProvenRound(sql: Sql, id: number): Promise<ProvenRound | undefined> {
  const [round] = await sql<ProvenRound>`
    select round.id, hash, case state when 'SETTLING' then 'ROLLING' else state end as state, seed, winner_number as "winnerNumber", winner_color as "winnerColor",
           round.ended_at is null as "currentRound", round.ended_at is not null as completed,
           round.ended_at is not null as deposited, refund_reason as "refundReason", round.created_at as "createdAt",
           chain_id as "chainId", k, salt, beacon, terminal
    from roulette_rounds as round join roulette_chains as chain on chain.id = chain_id
    where round.id = ${id}`;
  return round;
}

/** Newest first. A chain without a salt is not in use yet. */
export function selectChains(sql: Sql): Promise<Chain[]> {
  return sql<Chain>`
    select id, terminal, length, created_at as "createdAt", salt, salted_at as "saltedAt", rounds,
           (select count(*) from roulette_rounds where chain_id = chain.id and state = 'REFUNDED') as "refundedRounds",
           ended_at is null and rounds < length and id = (select max(id) from roulette_chains) as "isCurrent"
    from roulette_chains as chain
    -- Its rounds are numbered from 1 without gaps.
    cross join lateral (
      select coalesce(max(k), 0) as rounds from roulette_rounds where chain_id = chain.id
    ) as used
    where salt is not null order by id desc`;
}

export type RoundWithTotals = Omit<AdminRound, 'bets'>;

/** Newest first. An ended round has stored totals; those of an open round are summed from its players' stakes. */
export function selectRoundsWithTotals(sql: Sql, { last, limit }: RoundRange): Promise<RoundWithTotals[]> {
  return sql<RoundWithTotals>`
    select id, hash, case state when 'SETTLING' then 'ROLLING' else state end as state, seed, winner_number as "winnerNumber", winner_color as "winnerColor",
           ended_at is null as "currentRound", ended_at is not null as completed,
           ended_at is not null as deposited, refund_reason as "refundReason", created_at as "createdAt",
           case when ended_at is null then so_far.bets else bet_count end as "betCount",
           case when ended_at is null then so_far.amount else round.amount end as amount, win_amount as "winAmount"
    from roulette_rounds as round
    cross join lateral (
      select coalesce(sum(bets), 0)::int8 as bets,
             coalesce(sum(red_amount + green_amount + black_amount), 0)::int8 as amount
      from roulette_stakes where round_id = round.id and round.ended_at is null
    ) as so_far
    where id <= ${last} and id > ${last - limit} order by id desc`;
}

type BetSlice = { readonly roundIds: readonly number[]; readonly offset: number; readonly limit: number };

/** The newest bets of each round. The payout of a bet follows from its round once that has ended. */
export function selectBets(sql: Sql, { roundIds, offset, limit }: BetSlice): Promise<Bet[]> {
  return sql<Bet>`
    select bet.id, bet.created_at as "createdAt", username, is_sandbox as "isSandbox", bet.amount, player_bet as "playerBet",
           case round.state when 'SETTLED' then case when player_bet = winner_color then bet.amount * payout_factor else 0 end
                      when 'REFUNDED' then 0 end as "winAmount",
           'roulette' as game, round_id as "roundId"
    from roulette_rounds as round
    cross join lateral (
      select * from roulette_bets where round_id = round.id order by id desc offset ${offset} limit ${limit}
    ) as bet
    join players on players.id = player_id
    where round.id = any(${roundIds}::int8[]) order by round_id desc, bet.id desc`;
}

/** Every UTC day from `from` to `to`, oldest first. Refunded stakes do not count. */
export function selectRoundDays(sql: Sql, { from, to }: { from: string; to: string }): Promise<RoundDay[]> {
  return sql<RoundDay>`
    select to_char(day, 'YYYY-MM-DD') as date, rounds, bets, amount, "winAmount", amount - "winAmount" as profit
    from generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') as day
    cross join lateral (
      select count(*) as rounds, coalesce(sum(bet_count), 0)::int8 as bets, coalesce(sum(amount), 0)::int8 as amount,
             coalesce(sum(win_amount), 0)::int8 as "winAmount"
      from roulette_rounds
      where state = 'SETTLED' and ended_at >= day at time zone 'UTC'
        and ended_at < (day + interval '1 day') at time zone 'UTC'
    ) as total
    order by day`;
}
