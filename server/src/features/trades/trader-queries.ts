import type { Sql } from '#db/db.ts';

export type TraderRow = {
  readonly steamId: string | null;
  readonly tradeToken: string | null;
  readonly isFlagged: boolean;
};

export async function selectTrader(sql: Sql, playerId: number): Promise<TraderRow | undefined> {
  const [trader] = await sql<TraderRow>`
    select steam_id as "steamId", trade_token as "tradeToken", flagged_at is not null as "isFlagged"
    from players where id = ${playerId}`;
  return trader;
}

export async function updateTradeToken(sql: Sql, playerId: number, token: string): Promise<void> {
  await sql`update players set trade_token = ${token} where id = ${playerId} and state <> 'deleted'`;
}

export async function updateFlag(sql: Sql, playerId: number): Promise<void> {
  await sql`update players set flagged_at = coalesce(flagged_at, now()) where id = ${playerId}`;
}

/** True if the player was flagged. */
export async function clearFlagOf(sql: Sql, playerId: number): Promise<boolean> {
  const rows = await sql`
    update players set flagged_at = null where id = ${playerId} and flagged_at is not null returning id`;
  return rows.length > 0;
}

export async function hasPlayer(sql: Sql, playerId: number): Promise<boolean> {
  return (await sql`select from players where id = ${playerId}`).length > 0;
}
