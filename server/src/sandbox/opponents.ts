import type { Sql } from '#db/db.ts';
import { isUniqueViolation } from '#db/failures.ts';
import type { Deps } from '#deps.ts';
import { createAccount } from '#features/accounts/new-accounts.ts';

type OpponentDeps = Pick<Deps, 'db' | 'live' | 'env' | 'seal' | 'log'>;

/** What lets an opponent into most rooms; whoever has lost more than that is out of the game. */
const SOLVENT_DIAMONDS = 10_000;

/** Of those who can still pay, where there are diamonds to begin with. */
async function countOpponents({ sql }: { sql: Sql }, { isDemo }: Pick<Deps['env'], 'isDemo'>): Promise<number> {
  const [row] = await sql<{ count: number }>`
    select count(*)::int4 as count from players join wallets on player_id = id
    where is_sandbox and balance >= ${isDemo ? SOLVENT_DIAMONDS : 0}`;
  return row!.count;
}

/** Nobody can sign in as it: it has no password, and its steamId is lent and no persona's. */
function makeOpponent({ db, ...deps }: OpponentDeps, username: string, countMax: number): Promise<void> {
  return db.transaction(async (tx) => {
    // Another process may be at it too.
    await tx.sql`select pg_advisory_xact_lock(hashtextextended('karat/opponents', 0))`;
    if ((await countOpponents(tx, deps.env)) >= countMax) return;
    const playerId = await createAccount(tx, deps, { username });
    await tx.sql`
      update players set is_sandbox = true, age_confirmed_at = coalesce(age_confirmed_at, now()) where id = ${playerId}`;
  });
}

/** Makes players of the sandbox, labelled by their names, until so many can play; a name that somebody has is left to them. */
export async function ensureOpponents(deps: OpponentDeps, count: number): Promise<void> {
  for (let number = 1; (await countOpponents(deps.db, deps.env)) < count; number++) {
    await makeOpponent(deps, `Sandbox-Rival-${number}`, count).catch((error: unknown) => {
      if (!isUniqueViolation(error)) throw error;
    });
  }
}
