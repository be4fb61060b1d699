import type { Sql } from '#db/db.ts';

export type BlockReason =
  | 'ledger_halted'
  | 'banned'
  | 'age_unconfirmed'
  | 'self_excluded'
  | 'on_break'
  | 'reality_check';
export type Wagerer = {
  readonly blockReason: BlockReason | null;
  readonly hasLimits: boolean;
  readonly balance: number;
  readonly hasSeed: boolean;
};

export async function selectWagerer(sql: Sql, playerId: number): Promise<Wagerer | undefined> {
  const [wagerer] = await sql<Wagerer>`
    select block_reason as "blockReason", has_limits as "hasLimits", balance, seed_id is not null as "hasSeed"
    from wager_eligibility join wallets using (player_id) where player_id = ${playerId}`;
  return wagerer;
}

/** Keeps the time of the first confirmation. */
export async function updateAgeConfirmed(sql: Sql, playerId: number): Promise<void> {
  await sql`update players set age_confirmed_at = now() where id = ${playerId} and age_confirmed_at is null`;
}
