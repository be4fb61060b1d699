import assert from 'node:assert/strict';
import { type AdjustmentKind, type AdjustmentTerms, type waitingChange } from '@karat/contract/adjustments';
import { Refusal } from '@karat/contract/refusal';
import type * as z from 'zod/mini';
import type { Sql, Tx } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { recordStaffAction } from '#features/logs/logs.ts';
import { notify } from '#features/notifications/notifications.ts';
import { lockWallet, moveDiamonds, readWallet } from '#features/wallet/wallet.ts';
import {
  type Credit,
  deleteDepositCredits,
  insertCredit,
  isNewStaff,
  lockAllowance,
  sumGiven,
  sumTaken,
} from './allowance-queries.ts';
import { insertAdjustment, type NewAdjustment, selectPlayer } from './queries.ts';
import {
  countWaitingRequests,
  type LockedRequest,
  type NewRequest,
  selectWaitingRequest,
  updateDecided,
} from './request-queries.ts';
import {
  STAFF_ACTION_AREAS,
  createRequest,
  lockWaitingRequest,
  NEW_STAFF_DAYS,
  subjectOf,
  requestParameters,
} from './requests.ts';

export type AdjustmentDeps = Pick<Deps, 'live' | 'env'>;

/** The outcome of a requested change: made, or waiting for a second person under its own id. */
export type AdjustmentOutcome = {
  readonly state: 'done' | 'waiting';
  readonly balance: number;
  readonly adjustmentId: number;
};

/** A waiting change as calls return it. */
export type WaitingChange = z.output<typeof waitingChange>;

/** The diamonds that an account may give or take within 24 hours without approval. */
async function allowanceOf(sql: Sql, { env }: Pick<Deps, 'env'>, actorId: number): Promise<number> {
  return (await isNewStaff(sql, actorId, NEW_STAFF_DAYS)) ? 0 : env.adjustmentApprovalAbove;
}

/**
 * Whether an admin may give this much more within 24 hours without approval. Until the commit, their other changes wait for this
 * transaction.
 */
export async function isWithinGivingAllowance(
  tx: Tx,
  deps: Pick<Deps, 'env'>,
  { actorId, amount }: Pick<Credit, 'actorId' | 'amount'>,
): Promise<boolean> {
  await lockAllowance(tx.sql, actorId);
  return amount + (await sumGiven(tx.sql, actorId)) <= (await allowanceOf(tx.sql, deps, actorId));
}

/** Counts what players get through an admin without approval. Above the limit it returns false and counts nothing. */
export async function chargeAllowance(tx: Tx, deps: Pick<Deps, 'env'>, credit: Credit): Promise<boolean> {
  if (!(await isWithinGivingAllowance(tx, deps, credit))) return false;
  await insertCredit(tx.sql, { ...credit, approvalAbove: deps.env.adjustmentApprovalAbove });
  return true;
}

/** Removes a failed deposit from the allowances that it was counted against. */
export async function removeDepositFromAllowances(tx: Tx, offerId: number): Promise<void> {
  await deleteDepositCredits(tx.sql, offerId);
}

/** Counts a retried deposit as one of today. */
export async function recountDeposit(tx: Tx, deps: Pick<Deps, 'env'>, offerId: number): Promise<boolean> {
  for (const credit of await deleteDepositCredits(tx.sql, offerId)) {
    if (!(await chargeAllowance(tx, deps, credit))) return false;
  }
  return true;
}

export type ApprovalRequest = Omit<NewRequest, 'playerId' | 'reason' | 'details' | 'kind'> & {
  readonly kind: Exclude<AdjustmentKind, 'balance'>;
  readonly details: NonNullable<NewRequest['details']>;
};

/** Makes a change of a mission or price wait for a second person. An identical request is stored once. */
export async function requestApproval(
  tx: Tx,
  deps: Pick<Deps, 'live'>,
  request: ApprovalRequest,
): Promise<WaitingChange> {
  await lockAllowance(tx.sql, request.actorId);
  const waitingId = await selectWaitingRequest(tx.sql, request);
  const adjustmentId = waitingId ?? (await createRequest(tx, deps, { ...request, playerId: null, reason: '' }));
  return { state: 'waiting', adjustmentId };
}

/** Whether a request about this mission or item is waiting. */
export async function isApprovalRequested(
  tx: Tx,
  { kind, subjectId, actorId }: Pick<ApprovalRequest, 'kind' | 'subjectId' | 'actorId'>,
) {
  await lockAllowance(tx.sql, actorId);
  return (await selectWaitingRequest(tx.sql, { kind, subjectId, details: null })) !== undefined;
}

/** Refuses if the player does not exist or has deleted the account. */
async function requirePlayer(sql: Sql, playerId: number): Promise<{ username: string; isSandbox: boolean }> {
  const player = await selectPlayer(sql, playerId);
  if (player === undefined) throw new Refusal('not_found', 'User not found.');
  if (player.isDeleted) throw new Refusal('forbidden', 'This account has been deleted by its owner.');
  return player;
}

/** The same under the lock of the wallet, so that a deletion has either committed or waits. */
async function lockExistingPlayer(tx: Tx, playerId: number): Promise<void> {
  await lockWallet(tx, playerId);
  await requirePlayer(tx.sql, playerId);
}

/** The current terms for changing a balance, shown to the admin. They may change a moment later. */
export async function readTerms(
  sql: Sql,
  deps: Pick<Deps, 'env'>,
  adjustment: Pick<NewAdjustment, 'playerId' | 'actorId'>,
): Promise<AdjustmentTerms> {
  const { playerId } = adjustment;
  const { username, isSandbox } = await requirePlayer(sql, playerId);
  const { balance } = await readWallet(sql, playerId);
  const [given, taken] = [await sumGiven(sql, adjustment.actorId), await sumTaken(sql, adjustment.actorId)];
  const approvalAbove = await allowanceOf(sql, deps, adjustment.actorId);
  return { userId: playerId, username, isSandbox, balance, approvalAbove, given, taken };
}

type Change = NewAdjustment & { readonly requestId: number | null };

/** Writes the ledger row with its reason and notifies the player. The caller records the staff action. */
async function makeChange(
  tx: Tx,
  { live, env }: AdjustmentDeps,
  adjustment: Change,
): Promise<{ id: number; balance: number }> {
  const { playerId, amount, reason } = adjustment;
  const id = await insertAdjustment(tx.sql, { ...adjustment, approvalAbove: env.adjustmentApprovalAbove });
  const { balance } = await moveDiamonds(tx, live, {
    type: 'ADMIN_ADJUST',
    reference: `adjust:${id}`,
    playerId,
    account: 'external:adjust',
    amount,
  });
  await notify(tx, live, { playerId, key: 'balance.adjusted', parameters: { amount, reason } });
  return { id, balance };
}

async function requestBalanceApproval(
  tx: Tx,
  deps: AdjustmentDeps,
  adjustment: NewAdjustment,
): Promise<AdjustmentOutcome> {
  const { balance } = await readWallet(tx.sql, adjustment.playerId);
  if (balance + adjustment.amount < 0) throw new Refusal('insufficient_balance', 'Not enough diamonds.');
  const adjustmentId = await createRequest(tx, deps, {
    ...adjustment,
    kind: 'balance',
    subjectId: null,
    details: null,
  });
  return { state: 'waiting', balance, adjustmentId };
}

/** Whether the admin may make the change alone, given the diamonds that they gave or took within 24 hours. */
async function isWithinAllowance(tx: Tx, deps: AdjustmentDeps, { actorId, amount }: NewAdjustment): Promise<boolean> {
  if (amount > 0) return isWithinGivingAllowance(tx, deps, { actorId, amount });
  await lockAllowance(tx.sql, actorId);
  return (await sumTaken(tx.sql, actorId)) - amount <= (await allowanceOf(tx.sql, deps, actorId));
}

/**
 * Changes a balance by hand: the ledger row, its reason, the notification and the staff action in one commit. Above the limit, alone
 * or together with what the same admin gave or took within a day, the change waits for a second person. Admins cannot change their
 * own balance.
 */
export async function adjustBalance(
  tx: Tx,
  deps: AdjustmentDeps,
  adjustment: NewAdjustment,
): Promise<AdjustmentOutcome> {
  const { playerId, amount, reason, actorId } = adjustment;
  if (playerId === actorId) throw new Refusal('forbidden', 'You cannot change your own balance.');
  await lockExistingPlayer(tx, playerId);
  if (!(await isWithinAllowance(tx, deps, adjustment))) return requestBalanceApproval(tx, deps, adjustment);
  const { id, balance } = await makeChange(tx, deps, { ...adjustment, requestId: null });
  await recordStaffAction(tx, {
    actorId,
    action: 'wallet.adjust',
    subject: `player:${playerId}`,
    reason,
    before: { balance: balance - amount },
    after: { balance, adjustment: id },
  });
  return { state: 'done', balance, adjustmentId: id };
}

export type ApprovalDecision = {
  readonly requestId: number;
  readonly actorId: number;
  readonly isApproved: boolean;
  readonly reason: string;
};

/** An approved request as its kind applies it; `actorId` is the admin who approved it. */
export type ApprovedRequest = Pick<NewRequest, 'subjectId' | 'details' | 'amount'> & {
  readonly askedBy: number;
  readonly actorId: number;
};
/** Applies an approved request. Returns the values before and after for the staff log. */
export type ApplyRequest = (
  tx: Tx,
  deps: AdjustmentDeps,
  approved: ApprovedRequest,
) => Promise<{ before: object; after: object }>;
export type RequestAppliers = Readonly<Partial<Record<AdjustmentKind, ApplyRequest>>>;

async function applyBalance(tx: Tx, deps: AdjustmentDeps, request: LockedRequest, requestId: number) {
  const { amount, reason, actorId } = request;
  const change = await makeChange(tx, deps, { playerId: request.playerId!, amount, reason, actorId, requestId });
  return { before: { balance: change.balance - amount }, after: { balance: change.balance, adjustment: change.id } };
}

function applyRequest(
  tx: Tx,
  deps: AdjustmentDeps,
  request: LockedRequest,
  verdict: ApprovalDecision,
  appliers: RequestAppliers,
) {
  if (request.kind === 'balance') return applyBalance(tx, deps, request, verdict.requestId);
  const apply = appliers[request.kind];
  assert(apply !== undefined, `No applier for requests of kind ${request.kind}`);
  return apply(tx, deps, { ...request, askedBy: request.actorId, actorId: verdict.actorId });
}

/**
 * Approves or refuses a request as a second person; an approval makes the change. If the change is no longer possible, the request
 * keeps waiting.
 */
export async function decideAdjustment(
  tx: Tx,
  deps: AdjustmentDeps,
  verdict: ApprovalDecision,
  appliers: RequestAppliers = {},
): Promise<AdjustmentKind> {
  const { requestId, actorId, isApproved, reason } = verdict;
  const request = await lockWaitingRequest(tx, requestId, (waiting) => {
    if (waiting.actorId === actorId) throw new Refusal('forbidden', 'Another person must decide on your request.');
    if (waiting.playerId === actorId)
      throw new Refusal('forbidden', 'Another person must decide on changes to your balance.');
  });
  if (await isNewStaff(tx.sql, actorId, NEW_STAFF_DAYS)) {
    throw new Refusal('forbidden', 'Your role is too new. You may decide seven days after you got it.');
  }
  const { kind, amount } = request;
  if (isApproved && request.playerId !== null) await lockExistingPlayer(tx, request.playerId);
  const state = isApproved ? 'approved' : 'refused';
  await updateDecided(tx.sql, { requestId, state, decidedBy: actorId, reason });
  const change = isApproved ? await applyRequest(tx, deps, request, verdict, appliers) : undefined;
  const { live } = deps;
  const parameters = { ...requestParameters(request), decision: state, reason } as const;
  await notify(tx, live, { playerId: request.actorId, key: 'adjustment.decided', parameters });
  tx.afterCommit(() => live.toStaff('ADJUSTMENTS_CHANGED', {}));
  await recordStaffAction(tx, {
    actorId,
    action: `${STAFF_ACTION_AREAS[kind]}.${isApproved ? 'approve' : 'refuse'}`,
    subject: subjectOf(request),
    reason,
    before: change?.before ?? {},
    after: { request: requestId, amount, askedBy: request.actorId, ...change?.after },
  });
  return kind;
}

/** Withdraws a pending request. Only the admin who made it can do so. */
export async function withdrawAdjustment(
  tx: Tx,
  { live }: AdjustmentDeps,
  { requestId, actorId }: Pick<ApprovalDecision, 'requestId' | 'actorId'>,
): Promise<void> {
  const request = await lockWaitingRequest(tx, requestId, (waiting) => {
    if (waiting.actorId !== actorId) throw new Refusal('forbidden', 'Only the admin who requested it can withdraw it.');
  });
  await updateDecided(tx.sql, { requestId, state: 'withdrawn', decidedBy: actorId, reason: null });
  tx.afterCommit(() => live.toStaff('ADJUSTMENTS_CHANGED', {}));
  await recordStaffAction(tx, {
    actorId,
    action: `${STAFF_ACTION_AREAS[request.kind]}.withdraw`,
    subject: subjectOf(request),
    after: { request: requestId, amount: request.amount },
  });
}

/** Counts the pending changes, which wait for a second person. */
export function countWaitingAdjustments(sql: Sql): Promise<number> {
  return countWaitingRequests(sql);
}
