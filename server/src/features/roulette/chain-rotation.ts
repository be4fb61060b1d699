import { assertLease, type Lease } from '#db/lease.ts';
import type { Deps } from '#deps.ts';
import { recordStaffAction } from '#features/logs/logs.ts';
import { publishRoundChange } from './live-updates.ts';
import { lockForClosing, selectBettingRound, updateChainsEnded, updateToRolling } from './queries.ts';

/**
 * Ends every chain, because its next links may be known to an attacker. Closes the open round to bets; it is settled by its own
 * number, and the next round starts a new chain. Returns how many chains were in use.
 */
export function endChains({ db }: Pick<Deps, 'db'>, lease: Lease, reason: string): Promise<number> {
  return db.transaction(async (tx) => {
    await assertLease(tx, lease);
    await lockForClosing(tx.sql);
    const roundId = await selectBettingRound(tx.sql);
    if (roundId !== undefined) await updateToRolling(tx.sql, roundId);
    const chains = await updateChainsEnded(tx.sql);
    await publishRoundChange(tx);
    const after = { chains, ...(roundId === undefined ? {} : { closedRound: roundId }) };
    await recordStaffAction(tx, { actorId: null, action: 'roulette.rotate', subject: 'chains', reason, after });
    return chains;
  });
}
