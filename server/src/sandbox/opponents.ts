import type { Sql } from '#db/db.ts';
import { isUniqueViolation } from '#db/errors.ts';
import type { Deps } from '#deps.ts';
import { createAccount } from '#features/accounts/new-accounts.ts';

type OpponentDeps = Pick<Deps, 'db' | 'live' | 'env' | 'seal' | 'log'>;

/** Enough for most rooms; an opponent with less is replaced. */
const SOLVENT_DIAMONDS = 10_000;

/** Counts opponents that can still pay. Without demo mode no player starts with diamonds, so all count. */
async function countOpponents({ sql }: { sql: Sql }, { isDemo }: Pick<Deps['env'], 'isDemo'>): Promise<number> {
  const [row] = await sql<{ count: number }>`
    select count(*)::int4 as count from players join wallets on player_id = id
    where is_sandbox and balance >= ${isDemo ? SOLVENT_DIAMONDS : 0}`;
  return row!.count;
}

/** Creates an opponent. It cannot be signed in to: it has no password, and its Steam id belongs to no persona. */
function makeOpponent({ db, ...deps }: OpponentDeps, username: string, countMax: number): Promise<void> {
  return db.transaction(async (tx) => {
    // Another process may do the same at this moment.
    await tx.sql`select pg_advisory_xact_lock(hashtextextended('karat/opponents', 0))`;
    if ((await countOpponents(tx, deps.env)) >= countMax) return;
    const playerId = await createAccount(tx, deps, { username });
    await tx.sql`
      update players set is_sandbox = true, age_confirmed_at = coalesce(age_confirmed_at, now()) where id = ${playerId}`;
  });
}

/** Creates opponents until `count` of them can pay. Skips names that players already have. */
export async function ensureOpponents(deps: OpponentDeps, count: number): Promise<void> {
  for (let number = 1; (await countOpponents(deps.db, deps.env)) < count; number++) {
    await makeOpponent(deps, `Sandbox-Rival-${number}`, count).catch((error: unknown) => {
      if (!isUniqueViolation(error)) throw error;
    });
  }
}
