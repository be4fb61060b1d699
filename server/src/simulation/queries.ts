import type { Sql } from '#db/db.ts';

export type BookedLine = {
  readonly playerId: number;
  readonly type: string;
  readonly reference: string;
  readonly amount: number;
  readonly newBalance: number;
  readonly day: string;
};

/** Every movement of these players, oldest first. */
export function selectLines(sql: Sql, playerIds: readonly number[]): Promise<BookedLine[]> {
  return sql<BookedLine>`
    select player_id as "playerId", type, reference, amount, new_balance as "newBalance",
           (created_at at time zone 'UTC')::date::text as day
    from ledger where player_id = any(${playerIds}::int8[]) order by id`;
}

export type UnderWay = {
  readonly rounds: number;
  readonly rooms: number;
  readonly offers: number;
  /** Movements so far. */
  readonly lines: number;
};

/** What is not over yet. An offer that waits for staff, or for an answer of nobody, may wait for ever. */
export async function selectUnderWay(sql: Sql): Promise<UnderWay> {
  const [row] = await sql<UnderWay>`
    select (select count(*)::int4 from roulette_rounds
            where ended_at is null and exists (select from roulette_bets where round_id = roulette_rounds.id)) as rounds,
           (select count(*)::int4 from rooms where ended_at is null) as rooms,
           (select count(*)::int4 from trade_offers
            where state in ('CREATED', 'SENT', 'HELD', 'CREDITED', 'DELIVERED')) as offers,
           (select count(*) from ledger) as lines`;
  return row!;
}

/** How often each of these was said in the chat. */
export function selectMessageCounts(sql: Sql, keys: readonly string[]): Promise<{ key: string; count: number }[]> {
  return sql<{ key: string; count: number }>`
    select key, count(*)::int4 as count from chat_messages where key = any(${keys}::text[]) group by key`;
}
