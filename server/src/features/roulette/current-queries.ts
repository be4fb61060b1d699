import type { Bettor, ColorTotals, CurrentRound, OwnStakes } from '@karat/contract/roulette';
import type { Sql } from '#db/db.ts';

type CurrentRow = Omit<CurrentRound, 'spinMs' | 'pauseMs' | 'betMax' | 'betsMax' | 'bettors' | 'totals'>;

export async function selectCurrentRound(sql: Sql): Promise<CurrentRow | undefined> {
  const [round] = await sql<CurrentRow>`
    select id, hash, case state when 'SETTLING' then 'ROLLING' else state end as state, seed,
           winner_number as "winnerNumber", winner_color as "winnerColor", ended_at is null as "currentRound", ended_at is not null as completed,
           ended_at is not null as deposited, refund_reason as "refundReason", created_at as "createdAt",
           clock_timestamp() as now, closes_at as "closesAt", drawn_at as "drawnAt", ended_at as "settledAt"
    from roulette_rounds order by id desc limit 1`;
  return round;
}

/** The largest stakes on each colour, largest first. */
export function selectBettors(sql: Sql, roundId: number, limit: number): Promise<Bettor[]> {
  return sql<Bettor>`
    select username, is_sandbox as "isSandbox", coalesce(avatar, '') as avatar, player_bet as "playerBet", amount
    from (
      (select player_id, 'red' as player_bet, red_amount as amount from roulette_stakes
       where round_id = ${roundId} and red_amount > 0 order by red_amount desc, player_id limit ${limit})
      union all
      (select player_id, 'green', green_amount from roulette_stakes
       where round_id = ${roundId} and green_amount > 0 order by green_amount desc, player_id limit ${limit})
      union all
      (select player_id, 'black', black_amount from roulette_stakes
       where round_id = ${roundId} and black_amount > 0 order by black_amount desc, player_id limit ${limit})
    ) as stake join players on players.id = player_id
    order by amount desc, username, player_bet`;
}

export async function selectColorTotals(sql: Sql, roundId: number): Promise<ColorTotals> {
  const [totals] = await sql<ColorTotals>`
    select jsonb_build_object('amount', coalesce(sum(red_amount), 0), 'bets', coalesce(sum(red_bets), 0),
                              'players', count(*) filter (where red_bets > 0)) as red,
           jsonb_build_object('amount', coalesce(sum(green_amount), 0), 'bets', coalesce(sum(green_bets), 0),
                              'players', count(*) filter (where green_bets > 0)) as green,
           jsonb_build_object('amount', coalesce(sum(black_amount), 0), 'bets', coalesce(sum(black_bets), 0),
                              'players', count(*) filter (where black_bets > 0)) as black
    from roulette_stakes where round_id = ${roundId}`;
  return totals!;
}

/** A player's stakes in a round, and how many bets they come from. */
export type PlayerStakes = OwnStakes & { readonly playerId: number; readonly bets: number };

export function selectStakes(sql: Sql, roundId: number, playerIds: readonly number[]): Promise<PlayerStakes[]> {
  return sql<PlayerStakes>`
    select player_id as "playerId", red_amount as red, green_amount as green, black_amount as black, bets
    from roulette_stakes where round_id = ${roundId} and player_id = any(${playerIds}::int8[])`;
}

/** Those of the given players who were paid or refunded by an ended round. */
export async function selectPaidPlayers(sql: Sql, roundId: number, playerIds: readonly number[]): Promise<number[]> {
  const rows = await sql<{ playerId: number }>`
    select player_id as "playerId" from roulette_stakes join roulette_rounds on roulette_rounds.id = round_id
    where round_id = ${roundId} and player_id = any(${playerIds}::int8[])
      and (state = 'REFUNDED' or state = 'SETTLED' and case winner_color
             when 'red' then red_amount when 'green' then green_amount else black_amount end > 0)`;
  return rows.map(({ playerId }) => playerId);
}
