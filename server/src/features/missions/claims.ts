import { Refusal } from '@karat/contract/refusal';
import type { Tx } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { chargeAllowance } from '#features/adjustments/adjustments.ts';
import { assertNotOnBreak } from '#features/eligibility/eligibility.ts';
import { lockWallet, moveDiamonds } from '#features/wallet/wallet.ts';
import { type Claim, selectIsClaimed, claimDue, claimReached } from './queries.ts';

async function refuseClaim(tx: Tx, claim: Claim): Promise<never> {
  const isClaimed = await selectIsClaimed(tx.sql, claim);
  if (isClaimed === undefined) throw new Refusal('not_found', 'Mission not found.');
  if (isClaimed) throw new Refusal('already_claimed', 'This reward has already been claimed.');
  throw new Refusal('mission_incomplete', 'This mission is not completed yet.');
}

/**
 * Pays the player's oldest unclaimed reward of a mission; returns the amount. Players on a break or excluded are not drawn back by
 * rewards: what they earned stays due until then. A mission without a second person's approval pays within its admin's allowance;
 * beyond it the reward stays due.
 */
export async function claimMission(tx: Tx, deps: Pick<Deps, 'live' | 'env'>, claim: Claim): Promise<number> {
  const { playerId, missionId } = claim;
  const { live } = deps;
  // Locked first: missions count under this lock, and parallel claims run one after the other.
  await lockWallet(tx, playerId);
  await assertNotOnBreak(tx.sql, playerId);
  const claimed = (await claimDue(tx.sql, claim)) ?? (await claimReached(tx.sql, claim));
  if (claimed === undefined) return refuseClaim(tx, claim);
  const { periodStart, reward, chargedTo: actorId } = claimed;
  const reference = `mission:${playerId}:${missionId}:${periodStart}`;
  if (actorId !== null) {
    const credit = { actorId, kind: 'mission', subjectId: missionId, reference, amount: reward } as const;
    if (!(await chargeAllowance(tx, deps, credit))) {
      throw new Refusal('awaiting_approval', 'Our staff must approve this mission first. The reward stays yours.');
    }
  }
  await moveDiamonds(tx, live, {
    type: 'MISSION_REWARD',
    reference,
    playerId,
    account: 'house:missions',
    amount: reward,
  });
  tx.afterCommit(() => live.scheduleRefresh([playerId], 'MISSION_PROGRESS'));
  return reward;
}
