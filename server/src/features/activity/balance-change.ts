import type { BalanceChange } from '@karat/contract/activity';
import { forceCustomPlans } from '#db/custom-plans.ts';
import { timeBounds } from '#day-bounds.ts';
import type { Deps } from '#deps.ts';
import { assertUser } from '#features/users/users.ts';
import { selectBalanceAt, sumItems, sumTypes } from './balance-queries.ts';

export type BalanceChangeRequest = { readonly playerId: number; readonly from: string; readonly to: string };

/** Sums up why a player's balance changed on some days. */
export function describeBalanceChange(
  { db }: Pick<Deps, 'db'>,
  { playerId, ...days }: BalanceChangeRequest,
): Promise<BalanceChange> {
  return db.transaction(async ({ sql }) => {
    await assertUser(sql, playerId);
    await forceCustomPlans(sql);
    const span = { playerId, ...timeBounds(days) };
    const types = await sumTypes(sql, span);
    const after = await selectBalanceAt(sql, span);
    const change = types.reduce((sum, { amount }) => sum + amount, 0);
    return { before: after - change, after, types, items: await sumItems(sql, span) };
  });
}
