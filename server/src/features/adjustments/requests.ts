import { Refusal } from '@karat/contract/refusal';
import { rolesWith } from '@karat/contract/staff';
import type { Tx } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { recordStaffAction } from '#features/logs/logs.ts';
import { notifyMany } from '#features/notifications/notifications.ts';
import { insertRequest, lockRequest, type LockedRequest, type NewRequest, selectDeciders } from './request-queries.ts';

/** The prefix of the staff action for each kind; balances belong to the wallet. */
export const STAFF_ACTION_AREAS = { balance: 'wallet', mission: 'mission', item: 'item', price: 'price' } as const;

export function subjectOf({ kind, playerId, subjectId }: Pick<NewRequest, 'kind' | 'playerId' | 'subjectId'>): string {
  if (kind === 'balance') return `player:${playerId}`;
  const noun = kind === 'price' ? 'item' : kind;
  return subjectId === null ? noun : `${noun}:${subjectId}`;
}

/**
 * For so long after an admin gave them their role, staff cannot decide about changes, and each of their own waits. Otherwise one
 * admin could create the second person that a change needs, or many whose limits add up. All staff see the role in the log.
 */
export const NEW_STAFF_DAYS = 7;

/** What a notification about a request names. */
export function requestParameters({
  kind,
  playerId,
  amount,
  details,
}: Omit<NewRequest, 'subjectId' | 'reason' | 'actorId'>) {
  return { kind, amount, playerId, name: details?.name ?? null };
}

/** Records a change that needs a second person and notifies those who may decide. Nothing takes effect yet. */
export async function createRequest(tx: Tx, { live }: Pick<Deps, 'live'>, request: NewRequest): Promise<number> {
  const { kind, amount, reason, actorId, details } = request;
  const id = await insertRequest(tx.sql, request);
  const parameters = { ...requestParameters(request), reason };
  const deciders = await selectDeciders(tx.sql, {
    ...request,
    roles: rolesWith('adjustments'),
    newForDays: NEW_STAFF_DAYS,
  });
  await notifyMany(
    tx,
    live,
    deciders.map((playerId) => ({ playerId, key: 'adjustment.requested', parameters })),
  );
  tx.afterCommit(() => live.toStaff('ADJUSTMENTS_CHANGED', {}));
  await recordStaffAction(tx, {
    actorId,
    action: `${STAFF_ACTION_AREAS[kind]}.ask`,
    subject: subjectOf(request),
    ...(reason !== '' && { reason }),
    after: { request: id, amount, ...(details !== null && { changes: details.changes }) },
  });
  return id;
}

/** Locks a waiting request. `assertMayDecide` refuses callers who may not decide. */
export async function lockWaitingRequest(tx: Tx, requestId: number, assertMayDecide: (request: LockedRequest) => void) {
  const request = await lockRequest(tx.sql, requestId);
  if (request === undefined) throw new Refusal('not_found', 'Adjustment not found.');
  assertMayDecide(request);
  if (request.state !== 'waiting') throw new Refusal('already_decided', 'This has already been decided.');
  return request;
}
