import type { Color } from '@karat/rules/roulette';
import type { Sql } from '#db/db.ts';
import type { LimitDeduction } from '#features/play-limits/play-limits.ts';

/** A closed round on its way to its end. */
export type ClosedRound = {
  /** SETTLING after the first players are paid. */
  readonly state: 'ROLLING' | 'SETTLING';
  readonly isDrawn: boolean;
  /** Null without a number: then all stakes are refunded. */
  readonly winnerColor: Color | null;
  /** Players up to this id are paid. */
  readonly paidTo: number;
};

/**
 * Undefined if the round is open or has ended. Locks the round: a second settlement waits here, and continues where the first
 * one stopped.
 */
export async function lockClosedRound(sql: Sql, roundId: number): Promise<ClosedRound | undefined> {
  const [round] = await sql<ClosedRound>`
    select state, seed is not null as "isDrawn", winner_color as "winnerColor", paid_to as "paidTo" from roulette_rounds
    where id = ${roundId} and state in ('ROLLING', 'SETTLING') for no key update`;
  return round;
}

/** What a player gets back for all their bets in the round; 0 for a player who lost. */
export type Payment = { readonly playerId: number; readonly paid: number };

type Part = {
  readonly roundId: number;
  readonly paidTo: number;
  readonly playersMax: number;
  readonly betsMax: number;
};

/**
 * Pays the next players of a closed round: winners if it has a number, otherwise everyone gets their stakes back. Returns no
 * rows when all are paid. Wallets are locked by rising id, as everywhere.
 */
export function payNextPlayers(sql: Sql, { roundId, paidTo, playersMax, betsMax }: Part): Promise<Payment[]> {
  return sql<Payment>`
    with round as materialized (
      select round.id, winner_color, seed is null as is_refunded, first_bet.id as first_bet, first_bet.created_at as began_at
      from roulette_rounds as round left join lateral (
        select id, created_at from roulette_bets where round_id = round.id order by id limit 1) as first_bet on true
      where round.id = ${roundId}
    ), next as materialized (
      select player_id from (
        select player_id, bets, sum(bets) over (order by player_id) as bets_so_far
        from (
          select player_id, bets from roulette_stakes
          where round_id = ${roundId} and player_id > ${paidTo} order by player_id limit ${playersMax}
        ) as candidate
      ) as counted
      where bets_so_far - bets < ${betsMax}
    ), bet as materialized (
      select own.* from round cross join next cross join lateral (
        select id, player_id, amount,
               case when is_refunded then amount when player_bet = winner_color then amount * payout_factor else 0 end as paid
        from roulette_bets
        -- The sum and the offset leave the planner only one index: it must read the few rows of each player, not of the round, in its months.
        where roulette_bets.player_id = next.player_id and roulette_bets.id >= first_bet and round_id + 0 = round.id
          and created_at >= began_at - interval '1 minute' and created_at <= now() + interval '1 minute'
        offset 0
      ) as own
    ), player as materialized (
      -- Arrays carry the payments to the ledger. A join by player would be a nested loop, because the planner expects few rows.
      select player_id, sum(amount)::int8 as amount, sum(paid)::int8 as paid, count(*) as bets,
             array_agg(id order by id) filter (where paid > 0) as paid_bets,
             array_agg(paid order by id) filter (where paid > 0) as payments
      from bet group by player_id
    ), locked as materialized (
      select wallets.player_id, paid, paid_bets, payments
      from wallets join player on player.player_id = wallets.player_id
      where paid > 0 order by wallets.player_id for no key update of wallets
    ), wallet as (
      update wallets set balance = balance + paid, version = version + cardinality(payments)
      from locked where wallets.player_id = locked.player_id
      returning wallets.player_id, balance - paid as before, paid_bets, payments
    ), line as (
      insert into ledger (type, reference, player_id, account, amount, old_balance, new_balance)
      select case when is_refunded then 'ROULETTE_REFUND' else 'ROULETTE_WIN' end,
             case when is_refunded then 'refund:bet:' else 'settle:bet:' end || bet_id, player_id,
             case when is_refunded then 'round:' || round.id else 'house:roulette' end, payment,
             before + so_far - payment, before + so_far
      from round cross join wallet cross join lateral (
        select bet_id, payment, sum(payment) over (order by bet_id)::int8 as so_far
        from unnest(paid_bets, payments) as paid_bet (bet_id, payment)
      ) as paid_bet
      order by bet_id
    ), result as (
      insert into game_results (player_id, game, reference, is_won, amount, payout)
      select player_id, 'roulette', ${roundId}, paid > amount, amount, paid from player cross join round
      where not is_refunded order by player_id
    ), progress as (
      update roulette_rounds
      set state = 'SETTLING', paid_to = total.last_player, bet_count = bet_count + total.bets,
          amount = roulette_rounds.amount + total.amount,
          win_amount = win_amount + case when is_refunded then 0 else total.paid end
      from round cross join (
        select max(player_id) as last_player, sum(bets)::int8 as bets, sum(amount)::int8 as amount, sum(paid)::int8 as paid
        from player
      ) as total
      where roulette_rounds.id = round.id and total.last_player is not null
    )
    select player_id as "playerId", paid from player order by player_id`;
}

/** Ends a round whose bets are all counted and whose players are all paid. Returns false if some are not. */
export async function endPaidRound(sql: Sql, roundId: number, refundReason: string): Promise<boolean> {
  const ended = await sql`
    with round as (
      update roulette_rounds
      set state = case when seed is null then 'REFUNDED' else 'SETTLED' end, ended_at = clock_timestamp(),
          refund_reason = case when seed is null then ${refundReason} end
      where id = ${roundId} and state in ('ROLLING', 'SETTLING')
        -- The case keeps the planner from counting all bets after each part of a large round.
        and case
          when (select max(player_id) from roulette_stakes where round_id = ${roundId}) > paid_to then false
          -- Running totals that miss a bet must not end its round unpaid.
          else bet_count = (select count(*) from roulette_bets where round_id = ${roundId})
        end
      returning id, state, amount
    ), closing as (
      insert into ledger (type, reference, account, to_account, amount)
      select 'ROULETTE_BET', 'close:round:' || id, 'round:' || id, 'house:roulette', amount
      from round where state = 'SETTLED' and amount > 0
    )
    select from round`;
  return ended.length > 0;
}

type PlayerRange = { readonly roundId: number; readonly after: number; readonly upTo: number };

/** The returns of a closed round to players with limits: their winnings, or the stakes if it has no number. */
export function selectLimitDeductions(sql: Sql, { roundId, after, upTo }: PlayerRange): Promise<LimitDeduction[]> {
  return sql<LimitDeduction>`
    with limited as materialized (
      select stake.player_id from roulette_stakes as stake
      where round_id = ${roundId} and player_id > ${after} and player_id <= ${upTo}
        and exists (select from play_limits where play_limits.player_id = stake.player_id)
    )
    select bet.player_id as "playerId", case when seed is null then bet.amount else bet.amount * payout_factor end as amount,
           bet.created_at as "stakedAt", seed is null as "isRefund"
    from limited cross join roulette_rounds as round cross join lateral (
      select * from roulette_bets
      where roulette_bets.player_id = limited.player_id and roulette_bets.round_id + 0 = round.id
        and roulette_bets.id >= (select min(id) from roulette_bets where round_id = ${roundId})
      offset 0
    ) as bet
    where round.id = ${roundId} and (seed is null or player_bet = winner_color)`;
}

/** Deletes stakes of rounds before this one, at most `limit`; returns how many. */
export async function deleteOldStakes(sql: Sql, roundId: number, limit: number): Promise<number> {
  const deleted = await sql`
    delete from roulette_stakes
    where (round_id, player_id) in (
      select round_id, player_id from roulette_stakes where round_id < ${roundId} order by round_id, player_id limit ${limit})
    returning player_id`;
  return deleted.length;
}
