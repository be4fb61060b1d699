import type { ReportRow } from '@karat/contract/reports';
import type { TimedTable } from '#db/first-id-since.ts';
import type { Sql } from '#db/db.ts';

export const LEDGER_TABLE: TimedTable = {
  async selectLastId(sql) {
    const [row] = await sql<{ id: number }>`select coalesce(max(id), 0) as id from ledger`;
    return row!.id;
  },
  async selectAtLeast(sql, id) {
    const [row] = await sql<{ id: number; createdAt: string }>`
      select id, created_at as "createdAt" from ledger where id >= ${id} order by id limit 1`;
    return row;
  },
};

/** Rows of one day, below an id. */
type Part = { readonly day: string; readonly before: number; readonly limit: number };
export type SideFilter = {
  readonly accounts: readonly string[];
  /** Null: any. */
  readonly type: string | null;
  /** 1 for what the accounts got, -1 for what they gave. */
  readonly sign: 1 | -1;
  readonly firstId: number;
  readonly endId: number;
};
export type FigureRow = Omit<ReportRow, 'player'> & {
  readonly playerId: number | null;
  readonly username: string | null;
  readonly isSandbox: boolean | null;
};

/** Ledger rows with one of the accounts on either side. */
export function selectSideRows(sql: Sql, filter: SideFilter & Part): Promise<FigureRow[]> {
  const { accounts, type, sign, firstId, endId, day, before, limit } = filter;
  return sql<FigureRow>`
    select ledger.id, ledger.created_at as "createdAt", type, reference, account, to_account as "toAccount",
           player_id as "playerId", username, is_sandbox as "isSandbox",
           ${sign} * (case when to_account = any(${accounts}::text[]) then amount else 0 end
             - case when account = any(${accounts}::text[]) then amount else 0 end) as amount
    from ledger left join players on players.id = player_id
    where ledger.id >= ${firstId} and ledger.id < ${Math.min(endId, before)}
      and ledger.created_at >= ${day}::date::timestamp at time zone 'UTC'
      and ledger.created_at < (${day}::date + 1)::timestamp at time zone 'UTC'
      and (account = any(${accounts}::text[]) or to_account = any(${accounts}::text[]))
      and (${type}::text is null or type = ${type})
    order by ledger.id desc limit ${limit}`;
}

/** Rows of sandbox players with one of the accounts or kinds of accounts, such as `rooms`. */
export function selectSandboxRows(sql: Sql, filter: SideFilter & Part): Promise<FigureRow[]> {
  const { accounts, type, sign, firstId, endId, day, before, limit } = filter;
  return sql<FigureRow>`
    select moved.id, moved.created_at as "createdAt", type, reference, account, to_account as "toAccount",
           players.id as "playerId", username, is_sandbox as "isSandbox", ${-sign} * amount as amount
    from players cross join lateral (
      select * from ledger
      where player_id = players.id and id >= ${firstId} and id < ${Math.min(endId, before)}
        and created_at >= ${day}::date::timestamp at time zone 'UTC'
        and created_at < (${day}::date + 1)::timestamp at time zone 'UTC'
        and case split_part(account, ':', 1) when 'room' then 'rooms' when 'round' then 'rounds' else account end = any(${accounts}::text[])
        and (${type}::text is null or type = ${type})
      order by id desc limit ${limit}
    ) as moved
    where is_sandbox order by moved.id desc limit ${limit}`;
}

/** Events by which skins left the house, or came back. */
export function selectWithdrawnRows(
  sql: Sql,
  { day, before, limit }: Part,
  isOfSandbox: boolean,
): Promise<FigureRow[]> {
  return sql<FigureRow>`
    select event.id, event.created_at as "createdAt", upper(event) as type, 'trade-offer:' || offer_id as reference,
           null as account, null as "toAccount", players.id as "playerId", username, is_sandbox as "isSandbox",
           case event when 'delivered' then amount else -amount end as amount
    from trade_offer_events as event
    join trade_offers on trade_offers.id = offer_id join players on players.id = player_id
    where event in ('delivered', 'reversed') and kind = 'withdrawal' and event.id < ${before}
      and event.created_at >= ${day}::date::timestamp at time zone 'UTC'
      and event.created_at < (${day}::date + 1)::timestamp at time zone 'UTC'
      and (is_sandbox or not ${isOfSandbox})
    order by event.id desc limit ${limit}`;
}
