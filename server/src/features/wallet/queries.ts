import type { Sql } from '#db/db.ts';

/** The version rises with every movement: of two, the one with the higher version is the newer. */
export type Wallet = { readonly balance: number; readonly version: number };

export async function selectWallet(sql: Sql, playerId: number): Promise<Wallet | undefined> {
  const [wallet] = await sql<Wallet>`select balance, version from wallets where player_id = ${playerId}`;
  return wallet;
}
