import type { Bettor, ColorTotals, CurrentRound, OwnStakes } from '@karat/contract/roulette';
import type { Sql } from '#db/db.ts';

type CurrentRow = Omit<CurrentRound, 'spinMs' | 'pauseMs' | 'betMax' | 'bettors' | 'totals'>;

export async function selectCurrentRound(sql: Sql): Promise<CurrentRow | undefined> {
  const [round] = await sql<CurrentRow>`
    select id, hash, state, seed, winner_number as "winnerNumber", winner_color as "winnerColor",
           state in ('BETTING', 'ROLLING') as "currentRound", state in ('SETTLED', 'REFUNDED') as completed,
           state in ('SETTLED', 'REFUNDED') as deposited, refund_reason as "refundReason", created_at as "createdAt",
           clock_timestamp() as now, closes_at as "closesAt", drawn_at as "drawnAt", ended_at as "settledAt"
    from roulette_rounds order by id desc limit 1`;
  return round;
}

/** The largest stakes on each colour, largest first. */
export function selectBettors(sql: Sql, roundId: number, limit: number): Promise<Bettor[]> {
  return sql<Bettor>`
    select username, is_sandbox as "isSandbox", coalesce(avatar, '') as avatar, player_bet as "playerBet", amount
    from (
      select username, is_sandbox, avatar, player_bet, amount,
             row_number() over (partition by player_bet order by amount desc, username) as place
      from (
        select player_id, player_bet, sum(amount)::int8 as amount
        from roulette_bets where round_id = ${roundId} group by player_id, player_bet
      ) as bettor join players on players.id = player_id
    ) as placed
    where place <= ${limit}
    order by amount desc, username, player_bet`;
}

/** A player's stake on a colour, and whether it is among the largest of that colour. */
export type NewBettor = Bettor & { readonly playerId: number; readonly isShown: boolean };

type BetsOf = { readonly roundId: number; readonly betIds: readonly number[]; readonly shownMax: number };

/** The players of these bets, each with their whole stake on that colour. Reads the round's bets once for all of them. */
export function selectBettorsOf(sql: Sql, { roundId, betIds, shownMax }: BetsOf): Promise<NewBettor[]> {
  return sql<NewBettor>`
    select player_id as "playerId", username, is_sandbox as "isSandbox", coalesce(avatar, '') as avatar,
           player_bet as "playerBet", amount, place <= ${shownMax} as "isShown"
    from (
      select player_id, username, is_sandbox, avatar, player_bet, amount,
             row_number() over (partition by player_bet order by amount desc, username) as place
      from (
        select player_id, player_bet, sum(amount)::int8 as amount
        from roulette_bets where round_id = ${roundId} group by player_id, player_bet
      ) as bettor join players on players.id = player_id
    ) as placed
    where (player_id, player_bet) in (
      select player_id, player_bet from roulette_bets where id = any(${betIds}::int8[]))
    order by amount desc, username, player_bet`;
}

export async function selectBettorIds(sql: Sql, betIds: readonly number[]): Promise<number[]> {
  const rows = await sql<{ playerId: number }>`
    select distinct player_id as "playerId" from roulette_bets where id = any(${betIds}::int8[])`;
  return rows.map(({ playerId }) => playerId);
}

export async function selectColorTotals(sql: Sql, roundId: number): Promise<ColorTotals> {
  const rows = await sql<{ color: keyof ColorTotals; amount: number; bets: number; players: number }>`
    select color, coalesce(sum(amount), 0)::int8 as amount, coalesce(sum(bets), 0)::int8 as bets,
           count(player_id) as players
    from unnest(array['red', 'green', 'black']) as color
    left join (
      select player_id, player_bet, sum(amount) as amount, count(*) as bets
      from roulette_bets where round_id = ${roundId} group by player_id, player_bet
    ) as bettor on player_bet = color
    group by color`;
  return Object.fromEntries(rows.map(({ color, ...total }) => [color, total])) as ColorTotals;
}

export async function selectOwnStakes(sql: Sql, playerId: number, roundId: number): Promise<OwnStakes> {
  const [ownStakes] = await sql<OwnStakes>`
    select coalesce(sum(amount) filter (where player_bet = 'red'), 0)::int8 as red,
           coalesce(sum(amount) filter (where player_bet = 'green'), 0)::int8 as green,
           coalesce(sum(amount) filter (where player_bet = 'black'), 0)::int8 as black
    from roulette_bets where round_id = ${roundId} and player_id = ${playerId}`;
  return ownStakes!;
}

/** Players who were paid or refunded by an ended round. */
export async function selectPaidPlayers(sql: Sql, roundId: number): Promise<number[]> {
  const rows = await sql<{ playerId: number }>`
    select distinct player_id as "playerId" from roulette_bets join roulette_rounds on roulette_rounds.id = round_id
    where round_id = ${roundId} and (state = 'REFUNDED' or state = 'SETTLED' and player_bet = winner_color)`;
  return rows.map(({ playerId }) => playerId);
}
