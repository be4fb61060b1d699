import type { BalanceChange } from '@karat/contract/activity';
import type { Sql } from '#db/db.ts';

export type PlayerSpan = { readonly playerId: number; readonly since: string; readonly until: string };

// Row comparisons, so that PostgreSQL uses the player's index: by id or time alone it may read the rows of all players.

/** What a player's ledger rows of a time span add up to, by type. */
export function sumTypes(sql: Sql, { playerId, since, until }: PlayerSpan): Promise<BalanceChange['types']> {
  return sql<BalanceChange['types'][number]>`
    select type, count(*) as count, sum(amount)::int8 as amount from ledger
    where player_id is not null
      and (player_id, id) >= (${playerId}, first_id_since('ledger', ${playerId}, ${since}))
      and (player_id, id) < (${playerId}, first_id_since('ledger', ${playerId}, ${until}::timestamptz + interval '2 minutes'))
      and created_at >= ${since} and created_at < ${until}
    group by type order by amount, type`;
}

/** The balance after the last ledger row before a time; 0 if there is none. */
export async function selectBalanceAt(sql: Sql, { playerId, until }: PlayerSpan): Promise<number> {
  const [row] = await sql<{ balance: number }>`
    select new_balance as balance from ledger
    where player_id is not null and (player_id, id) >= (${playerId}, 0)
      and (player_id, id) < (${playerId}, first_id_since('ledger', ${playerId}, ${until}::timestamptz + interval '2 minutes'))
      and created_at < ${until}
    order by player_id desc, id desc limit 1`;
  return row?.balance ?? 0;
}

/** The items that a player's openings of a time span gave. */
export async function sumItems(sql: Sql, { playerId, since, until }: PlayerSpan): Promise<BalanceChange['items']> {
  const [row] = await sql<BalanceChange['items']>`
    select count(*) as count, coalesce(sum(price), 0)::int8 as value
    from (
      select id from openings
      where (player_id, id) >= (${playerId}, first_id_since('openings', ${playerId}, ${since}))
        and (player_id, id) < (${playerId}, first_id_since('openings', ${playerId}, ${until}::timestamptz + interval '2 minutes'))
        and created_at >= ${since} and created_at < ${until}
      offset 0
    ) as opened
    -- Lateral lookup by key: for a join of that size the planner would scan the whole inventory.
    cross join lateral (select quick_sell_price as price from inventory where inventory.id = opened.id offset 0) as item`;
  return row!;
}
