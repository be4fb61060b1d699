import type { Sql } from '#db/db.ts';
import type { TransactionType } from '@karat/contract/wallet';

/** The version rises with every movement, so the higher of two versions is the newer. */
export type Wallet = { readonly balance: number; readonly version: number };

export async function selectWallet(sql: Sql, playerId: number): Promise<Wallet | undefined> {
  const [wallet] = await sql<Wallet>`select balance, version from wallets where player_id = ${playerId}`;
  return wallet;
}

export function selectWallets(sql: Sql, playerIds: readonly number[]): Promise<(Wallet & { playerId: number })[]> {
  return sql<Wallet & { playerId: number }>`
    select player_id as "playerId", balance, version from wallets where player_id = any(${playerIds}::int8[])`;
}

/**
 * Adds in one statement, so that two spends queue on the row instead of both reading the old balance. A credit may fill a wallet
 * to half of its maximum only: winnings must still fit, or a round could never be paid.
 */
export async function addToBalance(sql: Sql, playerId: number, amount: number): Promise<Wallet | undefined> {
  const [wallet] = await sql<Wallet>`
    update wallets set balance = balance + ${amount}, version = version + 1
    where player_id = ${playerId} and balance + ${amount} >= 0
      and (${amount}::int8 < 0 or balance + ${amount} <= 4503599627370496)
    returning balance, version`;
  return wallet;
}

export async function lockWalletRow(sql: Sql, playerId: number): Promise<void> {
  await sql`select from wallets where player_id = ${playerId} for no key update`;
}

/** Always locks in the same order, which prevents deadlocks. */
export async function lockWalletRows(sql: Sql, playerIds: readonly number[]): Promise<void> {
  await sql`
    select from wallets where player_id = any(${playerIds}::int8[]) order by player_id for no key update`;
}

/** The other side of a movement. Busy accounts are sums over the ledger, never one contended row. */
export type Account = `${'house' | 'external' | 'room' | 'round'}:${string}`;

export type LedgerRow = {
  readonly type: TransactionType;
  /** Identifies what the movement pays for, with its leg. Unique per type. */
  readonly reference: string;
  readonly playerId: number;
  readonly account: Account;
  readonly amount: number;
};

export async function insertLedgerRow(sql: Sql, row: LedgerRow & { readonly newBalance: number }): Promise<void> {
  const { type, reference, playerId, account, amount, newBalance } = row;
  await sql`
    insert into ledger (type, reference, player_id, account, amount, old_balance, new_balance)
    values (${type}, ${reference}, ${playerId}, ${account}, ${amount}, ${newBalance - amount}, ${newBalance})`;
}

/** Several payments from one account to one wallet, each with its own reference. No amount is 0. */
export type Credits = {
  readonly type: TransactionType;
  readonly playerId: number;
  readonly account: Account;
  readonly credits: readonly { readonly reference: string; readonly amount: number }[];
};

/** Updates the wallet once and writes a ledger row per payment, with running balances. */
export async function insertCredits(sql: Sql, { type, playerId, account, credits }: Credits): Promise<Wallet> {
  const [wallet] = await sql<Wallet>`
    with credit as (
      select reference, amount, place, sum(amount) over (order by place)::int8 as so_far
      from unnest(${credits.map((credit) => credit.reference)}::text[], ${credits.map((credit) => credit.amount)}::int8[])
        with ordinality as credit (reference, amount, place)
    ), wallet as (
      update wallets set balance = balance + total.amount, version = version + total.movements
      from (select sum(amount)::int8 as amount, count(*) as movements from credit) as total
      where player_id = ${playerId}
      returning balance, version, balance - total.amount as before
    ), ledger_row as (
      insert into ledger (type, reference, player_id, account, amount, old_balance, new_balance)
      select ${type}, reference, ${playerId}, ${account}, amount, before + so_far - amount, before + so_far
      from credit, wallet order by place
    )
    select balance, version from wallet`;
  return wallet!;
}

export async function isWelcomeBonusMissing(sql: Sql): Promise<boolean> {
  const rows = await sql`
    select from wallets
    where not exists (select from ledger where type = 'WELCOME' and reference = 'welcome:' || wallets.player_id)
    limit 1`;
  return rows.length > 0;
}

/** Runs as its own statement before `insertWelcomeBonuses`, which must see what other processes paid in the meantime. */
export async function lockWelcomeBonuses(sql: Sql): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('karat/welcomes', 0))`;
}

/** Pays up to `limit` players who never got the welcome bonus; returns how many. */
export async function insertWelcomeBonuses(
  sql: Sql,
  { amount, limit }: { amount: number; limit: number },
): Promise<number> {
  const rows = await sql`
    with due as (
      select player_id from wallets
      where not exists (select from ledger where type = 'WELCOME' and reference = 'welcome:' || wallets.player_id)
      order by player_id limit ${limit} for no key update
    ), paid as (
      update wallets set balance = balance + ${amount}, version = version + 1
      from due where wallets.player_id = due.player_id
      returning wallets.player_id, balance
    )
    insert into ledger (type, reference, player_id, account, amount, old_balance, new_balance)
    select 'WELCOME', 'welcome:' || player_id, player_id, 'house:promo', ${amount}, balance - ${amount}, balance
    from paid order by player_id
    returning id`;
  return rows.length;
}

/** A movement between two accounts that are not wallets. */
export type HouseLedgerRow = {
  readonly type: TransactionType;
  readonly reference: string;
  readonly account: Account;
  readonly toAccount: Account;
  readonly amount: number;
};

export async function insertHouseLedgerRow(sql: Sql, row: HouseLedgerRow): Promise<void> {
  const { type, reference, account, toAccount, amount } = row;
  await sql`
    insert into ledger (type, reference, account, to_account, amount)
    values (${type}, ${reference}, ${account}, ${toAccount}, ${amount})`;
}

/** Residents with less than this who were paid no allowance today, by UTC. */
export async function selectPoorResidents(sql: Sql, balanceMin: number): Promise<number[]> {
  const rows = await sql<{ id: number }>`
    select wallets.player_id as id
    from residents join players on players.id = residents.player_id join wallets on wallets.player_id = players.id
    where state = 'active' and is_sandbox and balance < ${balanceMin} and not exists (
      select from ledger where type = 'SANDBOX_ALLOWANCE' and reference = 'allowance:' || wallets.player_id || ':'
        || to_char(now() at time zone 'UTC', 'YYYY-MM-DD'))
    order by id`;
  return rows.map(({ id }) => id);
}

export async function selectUtcDay(sql: Sql): Promise<string> {
  const [row] = await sql<{ day: string }>`select to_char(now() at time zone 'UTC', 'YYYY-MM-DD') as day`;
  return row!.day;
}

export async function hasLedgerRow(
  sql: Sql,
  { type, reference }: Pick<LedgerRow, 'type' | 'reference'>,
): Promise<boolean> {
  const rows = await sql`select id from ledger where type = ${type} and reference = ${reference}`;
  return rows.length > 0;
}

/** Whether the site is a sandbox, which it then remains until the commit. */
export async function lockSandboxMode(sql: Sql): Promise<boolean> {
  const rows = await sql<{ kind: string }>`select kind from site_mode where kind = 'sandbox' for share`;
  return rows.length > 0;
}
