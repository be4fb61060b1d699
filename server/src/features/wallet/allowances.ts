import type { Deps } from '#deps.ts';
import { moveDiamonds, lockWallet } from './wallet.ts';
import { hasLedgerRow, lockSandboxMode, selectPoorResidents, selectWallet, selectUtcDay } from './queries.ts';

/** A resident below this gets an allowance, once a day. */
const BALANCE_MIN = 10_000;
const BALANCE_AFTER = 100_000;

/** Pays one resident, unless the wallet has enough, the allowance of the day was paid, or the site is not a sandbox. */
function payAllowance({ db, live }: Pick<Deps, 'db' | 'live'>, playerId: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockWallet(tx, playerId);
    const { balance } = (await selectWallet(tx.sql, playerId))!;
    const row = {
      type: 'SANDBOX_ALLOWANCE',
      reference: `allowance:${playerId}:${await selectUtcDay(tx.sql)}`,
    } as const;
    if (balance >= BALANCE_MIN || (await hasLedgerRow(tx.sql, row))) return false;
    if (!(await lockSandboxMode(tx.sql))) return false;
    await moveDiamonds(tx, live, { ...row, playerId, account: 'house:promo', amount: BALANCE_AFTER - balance });
    return true;
  });
}

/** Tops up residents that are short of diamonds. Returns how many were paid. */
export async function payAllowances(deps: Pick<Deps, 'db' | 'live'>): Promise<number> {
  let paid = 0;
  for (const playerId of await selectPoorResidents(deps.db.sql, BALANCE_MIN)) {
    if (await payAllowance(deps, playerId)) paid += 1;
  }
  return paid;
}
