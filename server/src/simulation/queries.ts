import type { Sql } from '#db/db.ts';

export type LedgerRow = {
  readonly playerId: number;
  readonly type: string;
  readonly reference: string;
  readonly amount: number;
  readonly newBalance: number;
  readonly day: string;
};

/** All ledger rows of these players, oldest first. */
export function selectLedgerRows(sql: Sql, playerIds: readonly number[]): Promise<LedgerRow[]> {
  return sql<LedgerRow>`
    select player_id as "playerId", type, reference, amount, new_balance as "newBalance",
           (created_at at time zone 'UTC')::date::text as day
    from ledger where player_id = any(${playerIds}::int8[]) order by id`;
}

export type Unfinished = {
  readonly rounds: number;
  readonly rooms: number;
  readonly offers: number;
  /** Ledger rows so far. */
  readonly lines: number;
};

/** Counts unfinished games and offers. Offers in other states may wait for staff for ever. */
export async function selectUnfinished(sql: Sql): Promise<Unfinished> {
  const [row] = await sql<Unfinished>`
    select (select count(*)::int4 from roulette_rounds
            where ended_at is null and exists (select from roulette_bets where round_id = roulette_rounds.id)) as rounds,
           (select count(*)::int4 from rooms where ended_at is null) as rooms,
           (select count(*)::int4 from trade_offers
            where state in ('CREATED', 'SENT', 'HELD', 'CREDITED', 'DELIVERED')) as offers,
           (select count(*) from ledger) as lines`;
  return row!;
}

/** How often each message is in the chat. */
export function selectMessageCounts(sql: Sql, keys: readonly string[]): Promise<{ key: string; count: number }[]> {
  return sql<{ key: string; count: number }>`
    select key, count(*)::int4 as count from chat_messages where key = any(${keys}::text[]) group by key`;
}
