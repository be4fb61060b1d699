import type { Sql } from '#db/db.ts';
import type { Transaction, TransactionType } from '@karat/contract/wallet';

/** Selects a player's ledger rows by type (null: any) and time. `until` is exclusive. */
export type LedgerFilter = {
  readonly playerId: number;
  readonly type: TransactionType | null;
  readonly since: string;
  readonly until: string;
};

type Slice = { readonly offset: number; readonly limit: number };

// These queries read only the player's index: skipped rows are never fetched.

export async function countLedgerRows(sql: Sql, { playerId, type, since, until }: LedgerFilter): Promise<number> {
  const [row] = await sql<{ count: number }>`
    select count(*) as count from ledger
    where player_id = ${playerId} and (${type}::text is null or type = ${type})
      and created_at >= ${since} and created_at < ${until}`;
  return row!.count;
}

/** Newest first. A player's row ids follow the order of the balances, because each row is written under the wallet's lock. */
export async function selectNewestRowIds(sql: Sql, filter: LedgerFilter & Slice): Promise<number[]> {
  const { playerId, type, since, until, offset, limit } = filter;
  const rows = await sql<{ id: number }>`
    select id from ledger
    where player_id = ${playerId} and (${type}::text is null or type = ${type})
      and created_at >= ${since} and created_at < ${until}
    order by id desc offset ${offset} limit ${limit}`;
  return rows.map(({ id }) => id);
}

/** Oldest first, starting after an id. */
export async function selectOldestRowIds(
  sql: Sql,
  filter: LedgerFilter & Slice & { after: number },
): Promise<number[]> {
  const { playerId, type, since, until, after, offset, limit } = filter;
  const rows = await sql<{ id: number }>`
    select id from ledger
    where player_id = ${playerId} and id > ${after} and (${type}::text is null or type = ${type})
      and created_at >= ${since} and created_at < ${until}
    order by id offset ${offset} limit ${limit}`;
  return rows.map(({ id }) => id);
}

/** Ledger rows with their subjects, oldest first. The reference of each type points to a different table. */
export function selectTransactions(sql: Sql, ids: readonly number[]): Promise<Transaction[]> {
  return sql<Transaction>`
    select line.id, "userId", "oldBalance", "newBalance", line.amount, "transactionType", "createdAt",
           case "transactionType" when 'CASE_OPEN' then case_versions.name
                                  when 'QUICK_SELL' then items.market_hash_name
                                  when 'MARKET_BUY' then traded.market_hash_name
                                  when 'MARKET_SALE' then traded.market_hash_name
                                  when 'MISSION_REWARD' then missions.title
                                  when 'ADMIN_ADJUST' then adjustments.reason
                                  when 'DEPOSIT' then trade_offers.code
                                  when 'DEPOSIT_REVERSAL' then trade_offers.code
                                  else coalesce('#' || roulette_bets.round_id, rooms.map || ' #' || rooms.id) end as subject
    from transactions as line
    left join openings on openings.id = substring(reference from '^open:([0-9]{1,18})$')::int8
    left join case_versions on case_versions.id = openings.version_id
    left join inventory on inventory.id = substring(reference from '^sell:([0-9]{1,18})$')::int8
    left join items on items.id = inventory.item_id
    left join listings on listings.id = substring(reference from '^(?:buy|sale):listing:([0-9]{1,18})$')::int8
    left join items as traded on traded.id = listings.item_id
    left join missions on missions.id = substring(reference from '^mission:[0-9]+:([0-9]{1,18}):')::int8
    left join adjustments on adjustments.id = substring(reference from '^adjust:([0-9]{1,18})$')::int8
    left join trade_offers on trade_offers.id = substring(reference from '^(?:deposit|reverse):([0-9]{1,18})$')::int8
    left join roulette_bets
      on roulette_bets.id = substring(reference from '^(?:settle:|refund:)?bet:([0-9]{1,18})$')::int8
    left join room_seats on room_seats.id
      = substring(reference from '^(?:entry:seat|refund:seat|result:room:[0-9]{1,18}):([0-9]{1,18})$')::int8
    left join rooms on rooms.id = room_seats.room_id
    where line.id = any(${ids}::int8[]) order by line.id`;
}
