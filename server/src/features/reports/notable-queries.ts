import { GAME_TRANSACTIONS } from '@karat/contract/game-transactions';
import { type Game, GAMES } from '@karat/rules/games';
import type { Sql } from '#db/db.ts';
import type { DayRange } from './day-range.ts';

export type PlayerDay = { readonly day: string; readonly playerId: number; readonly game: Game; readonly gain: number };

const LINES: readonly { readonly type: string; readonly game: Game }[] = GAMES.flatMap((game) =>
  Object.values(GAME_TRANSACTIONS[game]).flatMap((type) => (type === null ? [] : [{ type, game }])),
);

/** What players gained at each game. A won skin counts at the price for which the house buys it back. */
export function sumPlayerDays(sql: Sql, { from, to }: DayRange): Promise<PlayerDay[]> {
  return sql<PlayerDay>`
    with bound as (
      select ${from}::date::timestamp at time zone 'UTC' as since, (${to}::date + 1)::timestamp at time zone 'UTC' as until
    ), change as (
      select created_at, player_id, game, amount
      from ledger
      join unnest(${LINES.map(({ type }) => type)}::text[], ${LINES.map(({ game }) => game)}::text[]) as line (type, game)
        using (type)
      where player_id is not null and created_at >= (select since from bound) and created_at < (select until from bound)
      union all
      select openings.created_at, openings.player_id, 'case', quick_sell_price
      from openings join inventory on inventory.id = openings.id
      where openings.created_at >= (select since from bound) and openings.created_at < (select until from bound)
    )
    select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day, player_id as "playerId", game, sum(amount)::int8 as gain
    from change group by 1, 2, 3`;
}

export async function insertPlayerDays(sql: Sql, rows: readonly PlayerDay[]): Promise<void> {
  await sql`
    insert into player_days (day, player_id, game, gain)
    select * from unnest(
      ${rows.map(({ day }) => day)}::date[], ${rows.map(({ playerId }) => playerId)}::int8[],
      ${rows.map(({ game }) => game)}::text[], ${rows.map(({ gain }) => gain)}::int8[])`;
}

export type PlayerGain = { readonly playerId: number; readonly gain: number };

/** The players who gained most on closed days, together with the changes of open days. */
export function selectTopGains(
  sql: Sql,
  { from, to }: DayRange,
  {
    open,
    limit,
    withSandbox,
  }: { readonly open: readonly PlayerGain[]; readonly limit: number; readonly withSandbox: boolean },
): Promise<PlayerGain[]> {
  return sql<PlayerGain>`
    select player_id as "playerId", sum(gain)::int8 as gain
    from (
      select player_id, gain from player_days where day between ${from}::date and ${to}::date
      union all
      select * from unnest(${open.map(({ playerId }) => playerId)}::int8[], ${open.map(({ gain }) => gain)}::int8[])
    ) as change (player_id, gain)
    where ${withSandbox} or player_id not in (select id from players where is_sandbox)
    group by player_id having sum(gain) > 0
    order by gain desc, player_id limit ${limit}`;
}

export type Win = {
  readonly day: string;
  readonly game: Game;
  readonly reference: number;
  readonly pageId: number;
  readonly playerId: number;
  readonly gain: number;
};
type Wanted = DayRange & { readonly limit: number };

/** The largest wins at each game of each day, `limit` of people and as many of sandbox players. */
const WIN_QUERIES: Readonly<Record<Game, (sql: Sql, wanted: Wanted) => Promise<Win[]>>> = {
  case: (sql, { from, to, limit }) => sql<Win>`
    select day, 'case' as game, id as reference, id as "pageId", player_id as "playerId", gain
    from (
      select to_char(openings.created_at at time zone 'UTC', 'YYYY-MM-DD') as day, openings.id, openings.player_id,
             quick_sell_price - price as gain,
             row_number() over (partition by (openings.created_at at time zone 'UTC')::date, is_sandbox
                                order by quick_sell_price - price desc, openings.id) as place
      from openings join inventory on inventory.id = openings.id join case_versions on case_versions.id = version_id
      join players on players.id = openings.player_id
      where openings.created_at >= ${from}::date::timestamp at time zone 'UTC'
        and openings.created_at < (${to}::date + 1)::timestamp at time zone 'UTC'
        and quick_sell_price > price
    ) as won where place <= ${limit}`,
  roulette: (sql, { from, to, limit }) => sql<Win>`
    select day, 'roulette' as game, id as reference, round_id as "pageId", player_id as "playerId", gain
    from (
      select to_char(ended_at at time zone 'UTC', 'YYYY-MM-DD') as day, bet.id, round_id, player_id,
             bet.amount * (payout_factor - 1) as gain,
             row_number() over (partition by (ended_at at time zone 'UTC')::date, is_sandbox
                                order by bet.amount * (payout_factor - 1) desc, bet.id) as place
      from roulette_rounds as round
      join roulette_bets as bet on round_id = round.id and player_bet = winner_color
      join players on players.id = player_id
      where round.state = 'SETTLED' and ended_at >= ${from}::date::timestamp at time zone 'UTC'
        and ended_at < (${to}::date + 1)::timestamp at time zone 'UTC'
    ) as won where place <= ${limit}`,
  duel: (sql, { from, to, limit }) => sql<Win>`
    select day, 'duel' as game, room_id as reference, room_id as "pageId", player_id as "playerId", gain
    from (
      select to_char(ended_at at time zone 'UTC', 'YYYY-MM-DD') as day, room_id, player_id, payout - stake as gain,
             row_number() over (partition by (ended_at at time zone 'UTC')::date, is_sandbox
                                order by payout - stake desc, room_id) as place
      from rooms join room_seats on room_id = rooms.id and left_at is null join players on players.id = player_id
      where rooms.state = 'MATCH_FINISHED' and payout > stake and ended_at >= ${from}::date::timestamp at time zone 'UTC'
        and ended_at < (${to}::date + 1)::timestamp at time zone 'UTC'
    ) as won where place <= ${limit}`,
};

export async function selectWins(sql: Sql, wanted: Wanted): Promise<Win[]> {
  const wins: Win[] = [];
  for (const game of GAMES) wins.push(...(await WIN_QUERIES[game](sql, wanted)));
  return wins;
}

export async function insertWinDays(sql: Sql, wins: readonly Win[]): Promise<void> {
  await sql`
    insert into win_days (day, game, reference, player_id, page_id, gain)
    select * from unnest(
      ${wins.map(({ day }) => day)}::date[], ${wins.map(({ game }) => game)}::text[],
      ${wins.map(({ reference }) => reference)}::int8[], ${wins.map(({ playerId }) => playerId)}::int8[],
      ${wins.map(({ pageId }) => pageId)}::int8[], ${wins.map(({ gain }) => gain)}::int8[])`;
}

export function selectWinDays(sql: Sql, { from, to }: DayRange): Promise<Win[]> {
  return sql<Win>`
    select to_char(day, 'YYYY-MM-DD') as day, game, reference, page_id as "pageId", player_id as "playerId", gain
    from win_days where day between ${from}::date and ${to}::date`;
}

type NamedPlayer = { readonly id: number; readonly username: string; readonly isSandbox: boolean };

export function selectNamedPlayers(sql: Sql, ids: readonly number[]): Promise<NamedPlayer[]> {
  return sql<NamedPlayer>`
    select id, username, is_sandbox as "isSandbox" from players where id = any(${ids}::int8[])`;
}
