import { nameKey } from '@karat/rules/names';
import type { Sql } from '#db/db.ts';
import { isUniqueViolation } from '#db/errors.ts';
import type { Deps } from '#deps.ts';
import { createAccount } from '#features/accounts/new-accounts.ts';
import { endAllSessions, startSession } from '#features/accounts/sessions.ts';
import { RESIDENT_NAMES, type ResidentLanguage, type ResidentName } from './names.ts';

type AccountDeps = Pick<Deps, 'db' | 'live' | 'env' | 'seal' | 'log'>;

async function countResidents(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }>`select count(*)::int4 as count from residents`;
  return row!.count;
}

/** Creates a resident. No person can sign in to it: it has no password, and its Steam id belongs to no persona. */
function createResident({ db, ...deps }: AccountDeps, name: ResidentName, countMax: number): Promise<void> {
  return db.transaction(async (tx) => {
    // Another process may do the same at this moment.
    await tx.sql`select pg_advisory_xact_lock(hashtextextended('karat/residents', 0))`;
    if ((await countResidents(tx.sql)) >= countMax) return;
    const [taken] = await tx.sql`select id from players where username_key = ${nameKey(name.username)}`;
    if (taken !== undefined) return;
    const playerId = await createAccount(tx, deps, { username: name.username });
    await tx.sql`
      update players set is_sandbox = true, age_confirmed_at = coalesce(age_confirmed_at, now()) where id = ${playerId}`;
    await tx.sql`insert into residents (player_id, language) values (${playerId}, ${name.language})`;
  });
}

/** Creates residents until there are `count`. A banned one is not replaced. */
export async function ensureResidents(deps: AccountDeps, count: number): Promise<void> {
  for (const name of RESIDENT_NAMES) {
    if ((await countResidents(deps.db.sql)) >= count) return;
    await createResident(deps, name, count).catch((error: unknown) => {
      if (!isUniqueViolation(error)) throw error;
    });
  }
}

export type ResidentAccount = { readonly id: number; readonly name: string; readonly language: ResidentLanguage };

/** The first `count` residents. Banned ones are left out. */
export function selectResidentAccounts(sql: Sql, count: number): Promise<ResidentAccount[]> {
  return sql<ResidentAccount>`
    select id, username as name, language from (
      select players.id, username, residents.language, state from residents join players on players.id = player_id
      order by players.id limit ${count}
    ) as first where state = 'active' order by id`;
}

/** Opens the only session of a resident; undefined if it has been banned. */
export function openResidentSession(
  { db, sessions }: Pick<Deps, 'db' | 'sessions'>,
  playerId: number,
): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    await endAllSessions(tx, { sessions, playerId });
    const [active] = await tx.sql`select id from players where id = ${playerId} and state = 'active'`;
    if (active === undefined) return undefined;
    return startSession(tx, { playerId, device: 'Sandbox resident', address: '127.0.0.1', isBySteam: false });
  });
}

export async function endResidentSession(
  { db, sessions }: Pick<Deps, 'db' | 'sessions'>,
  playerId: number,
): Promise<void> {
  await db.transaction((tx) => endAllSessions(tx, { sessions, playerId }));
}

export async function recordAction(sql: Sql, playerId: number, habit: string): Promise<void> {
  await sql`
    update residents set actions = actions + 1, last_action = ${habit}, last_action_at = now() where player_id = ${playerId}`;
}
