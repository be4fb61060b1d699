import type { UserTotals } from '@karat/contract/users';
import type { Deps } from '#deps.ts';
import { selectHeldDiamonds } from '#features/holds/holds.ts';
import { createTotalFlows } from '#features/safer-play/safer-play.ts';
import { assertUser } from './users.ts';

/** Reads the sums of a player's deposits, withdrawals and wagers. Of a known player only newer rows are read. */
export function createTotals(deps: Pick<Deps, 'db'>): (playerId: number) => Promise<UserTotals> {
  const { sql } = deps.db;
  const readFlows = createTotalFlows(deps);
  return async (playerId) => {
    await assertUser(sql, playerId);
    const [{ deposited, withdrawn, wagered, net }, { held }] = await Promise.all([
      readFlows(playerId),
      selectHeldDiamonds(sql, playerId),
    ]);
    return { deposited, withdrawn, wagered, won: wagered + net, net, held };
  };
}
