import { assertLease, type Lease } from '#db/lease.ts';
import type { Deps } from '#deps.ts';
import { recordStaffAct } from '#features/logs/logs.ts';
import { tellRoundChanged } from './news.ts';
import { lockForClosing, selectBettingRound, updateChainsEnded, updateToRolling } from './queries.ts';

/**
 * Ends every chain, because somebody may know the links that come next. A round that is open takes no more bets and is settled
 * by its own number, and the round after it begins a new chain. Answers how many chains were in use.
 */
export function endChains({ db }: Pick<Deps, 'db'>, lease: Lease, reason: string): Promise<number> {
  return db.transaction(async (tx) => {
    await assertLease(tx, lease);
    await lockForClosing(tx.sql);
    const roundId = await selectBettingRound(tx.sql);
    if (roundId !== undefined) await updateToRolling(tx.sql, roundId);
    const chains = await updateChainsEnded(tx.sql);
    await tellRoundChanged(tx);
    const after = { chains, ...(roundId === undefined ? {} : { closedRound: roundId }) };
    await recordStaffAct(tx, { actorId: null, act: 'roulette.renew', subject: 'chains', reason, after });
    return chains;
  });
}
