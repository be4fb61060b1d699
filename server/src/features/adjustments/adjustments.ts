import type { AdjustmentTerms } from '@karat/contract/adjustments';
import { Refusal } from '@karat/contract/refusal';
import type { Sql, Tx } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { recordStaffAct } from '#features/logs/logs.ts';
import { notify, notifyTogether } from '#features/notifications/notifications.ts';
import { lockWallet, moveDiamonds, walletOf } from '#features/wallet/wallet.ts';
import {
  countWaiting,
  insertAdjustment,
  insertRequest,
  lockRequest,
  type LockedRequest,
  type NewAdjustment,
  selectDeciders,
  selectPlayer,
  sumUnapproved,
  updateDecided,
} from './queries.ts';

export type AdjustmentDeps = Pick<Deps, 'live' | 'env'>;

/** What became of a wish: the change is made, or it waits for a second admin under a number of its own. */
export type Outcome = { readonly state: 'done' | 'waiting'; readonly balance: number; readonly adjustmentId: number };

const signed = (amount: number): string =>
  `${amount > 0 ? '+' : '−'}${Math.abs(amount).toLocaleString('de-DE')} diamonds`;

/** Refuses where nobody is left who could have it. */
async function ownerOf(sql: Sql, playerId: number): Promise<{ username: string }> {
  const player = await selectPlayer(sql, playerId);
  if (player === undefined) throw new Refusal('not_found', 'User not found.');
  if (player.isDeleted) throw new Refusal('forbidden', 'This account has been deleted by its owner.');
  return player;
}

/** The same with the wallet locked: whoever leaves has left, or waits. */
async function lockOwned(tx: Tx, playerId: number): Promise<void> {
  await lockWallet(tx, playerId);
  await ownerOf(tx.sql, playerId);
}

/** What one of the staff has to know before they change a balance; it may be otherwise a moment later. */
export async function termsOf(
  sql: Sql,
  { env }: Pick<Deps, 'env'>,
  wanted: Pick<NewAdjustment, 'playerId' | 'actorId'>,
): Promise<AdjustmentTerms> {
  const { playerId } = wanted;
  const { username } = await ownerOf(sql, playerId);
  const { balance } = await walletOf(sql, playerId);
  const given = await sumUnapproved(sql, { ...wanted, amount: 1 });
  const taken = await sumUnapproved(sql, { ...wanted, amount: -1 });
  return { userId: playerId, username, balance, approvalAbove: env.adjustmentApprovalAbove, given, taken };
}

type Change = NewAdjustment & { readonly requestId: number | null };

/** The line, its reason and the word to the player; the line about staff is the caller's. */
async function change(tx: Tx, { live, env }: AdjustmentDeps, wanted: Change): Promise<{ id: number; balance: number }> {
  const { playerId, amount, reason } = wanted;
  const id = await insertAdjustment(tx.sql, { ...wanted, approvalAbove: env.adjustmentApprovalAbove });
  const { balance } = await moveDiamonds(tx, live, {
    type: 'ADMIN_ADJUST',
    reference: `adjust:${id}`,
    playerId,
    account: 'external:adjust',
    amount,
  });
  const message = `${signed(amount)} by staff: ${reason}`;
  await notify(tx, live, { playerId, icon: 'diamond', title: 'Balance adjusted', message });
  return { id, balance };
}

/** Writes down a change that is too large for one person, and tells those who may decide. Nothing moves. */
async function ask(tx: Tx, { live }: AdjustmentDeps, wanted: NewAdjustment): Promise<Outcome> {
  const { playerId, amount, reason, actorId } = wanted;
  const { balance } = await walletOf(tx.sql, playerId);
  if (balance + amount < 0) throw new Refusal('insufficient_balance', 'Not enough diamonds.');
  const id = await insertRequest(tx.sql, wanted);
  const message = `${signed(amount)} for player ${playerId}: ${reason}. See Adjustments in the admin panel.`;
  const told = { icon: 'shield', title: 'A balance change waits for a second admin', message };
  const deciders = await selectDeciders(tx.sql, wanted);
  await notifyTogether(
    tx,
    live,
    deciders.map((decider) => ({ playerId: decider, ...told })),
  );
  tx.afterCommit(() => live.toAdmins('ADJUSTMENTS_CHANGED', {}));
  await recordStaffAct(tx, {
    actorId,
    act: 'wallet.ask',
    subject: `player:${playerId}`,
    reason,
    after: { request: id, amount },
  });
  return { state: 'waiting', balance, adjustmentId: id };
}

/**
 * Changes a balance by hand: the line, its reason, the word to the player and the line about staff in one commit. Above the
 * limit, alone or with what the same person gave or took there within a day, it waits for a second admin instead.
 */
export async function adjustBalance(tx: Tx, deps: AdjustmentDeps, wanted: NewAdjustment): Promise<Outcome> {
  const { playerId, amount, reason, actorId } = wanted;
  // From here on small changes that come at once are counted one after the other.
  await lockOwned(tx, playerId);
  const total = Math.abs(amount) + (await sumUnapproved(tx.sql, wanted));
  if (total > deps.env.adjustmentApprovalAbove) return ask(tx, deps, wanted);
  const { id, balance } = await change(tx, deps, { ...wanted, requestId: null });
  await recordStaffAct(tx, {
    actorId,
    act: 'wallet.adjust',
    subject: `player:${playerId}`,
    reason,
    before: { balance: balance - amount },
    after: { balance, adjustment: id },
  });
  return { state: 'done', balance, adjustmentId: id };
}

async function lockWaiting(tx: Tx, requestId: number, mayDecide: (request: LockedRequest) => void) {
  const request = await lockRequest(tx.sql, requestId);
  if (request === undefined) throw new Refusal('not_found', 'Adjustment not found.');
  mayDecide(request);
  if (request.state !== 'waiting') throw new Refusal('already_decided', 'This has been decided already.');
  return request;
}

export type Verdict = {
  readonly requestId: number;
  readonly actorId: number;
  readonly isApproved: boolean;
  readonly reason: string;
};

/** A second admin's yes, which makes the change, or no. A wallet that cannot bear it, or is nobody's any more, leaves the request waiting. */
export async function decideAdjustment(tx: Tx, deps: AdjustmentDeps, verdict: Verdict): Promise<void> {
  const { requestId, actorId, isApproved, reason } = verdict;
  const request = await lockWaiting(tx, requestId, (asked) => {
    if (asked.actorId === actorId)
      throw new Refusal('forbidden', 'Somebody else has to decide about your own request.');
    if (asked.playerId === actorId)
      throw new Refusal('forbidden', 'Somebody else has to decide about your own balance.');
  });
  const { playerId, amount } = request;
  if (isApproved) await lockOwned(tx, playerId);
  await updateDecided(tx.sql, {
    requestId,
    state: isApproved ? 'approved' : 'refused',
    decidedBy: actorId,
    reason,
  });
  const made = isApproved ? await change(tx, deps, { ...request, requestId }) : undefined;
  const { live } = deps;
  await notify(tx, live, {
    playerId: request.actorId,
    icon: 'shield',
    title: isApproved ? 'Your balance change was approved' : 'Your balance change was refused',
    message: `${signed(amount)} for player ${playerId}: ${reason}`,
  });
  tx.afterCommit(() => live.toAdmins('ADJUSTMENTS_CHANGED', {}));
  await recordStaffAct(tx, {
    actorId,
    act: isApproved ? 'wallet.approve' : 'wallet.refuse',
    subject: `player:${playerId}`,
    reason,
    before: made === undefined ? {} : { balance: made.balance - amount },
    after: {
      request: requestId,
      amount,
      askedBy: request.actorId,
      ...(made !== undefined && { balance: made.balance, adjustment: made.id }),
    },
  });
}

/** The asker takes a request back, while nobody has decided. */
export async function withdrawAdjustment(
  tx: Tx,
  { live }: AdjustmentDeps,
  { requestId, actorId }: Pick<Verdict, 'requestId' | 'actorId'>,
): Promise<void> {
  const { playerId, amount } = await lockWaiting(tx, requestId, (asked) => {
    if (asked.actorId !== actorId) throw new Refusal('forbidden', 'Only who asked for it can take it back.');
  });
  await updateDecided(tx.sql, { requestId, state: 'withdrawn', decidedBy: actorId, reason: null });
  tx.afterCommit(() => live.toAdmins('ADJUSTMENTS_CHANGED', {}));
  await recordStaffAct(tx, {
    actorId,
    act: 'wallet.withdraw',
    subject: `player:${playerId}`,
    after: { request: requestId, amount },
  });
}

/** How many changes wait for a second admin. */
export function countWaitingAdjustments(sql: Sql): Promise<number> {
  return countWaiting(sql);
}
