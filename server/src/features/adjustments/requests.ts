import type { AdjustmentKind } from '@karat/contract/adjustments';
import { Refusal } from '@karat/contract/refusal';
import type { Tx } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { groupDigits } from '#diamonds-text.ts';
import { recordStaffAction } from '#features/logs/logs.ts';
import { notifyMany } from '#features/notifications/notifications.ts';
import { insertRequest, lockRequest, type LockedRequest, type NewRequest, selectDeciders } from './request-queries.ts';

export const signedAmountText = (amount: number): string =>
  `${amount > 0 ? '+' : '−'}${groupDigits(Math.abs(amount))} diamonds`;

const TITLES = {
  balance: 'A balance change',
  mission: 'A mission',
  item: 'An item price',
  price: 'A price jump',
} as const satisfies Record<AdjustmentKind, string>;

/** The prefix of the staff action for each kind; balances belong to the wallet. */
export const STAFF_ACTION_AREAS = { balance: 'wallet', mission: 'mission', item: 'item', price: 'price' } as const;

export function subjectOf({ kind, playerId, subjectId }: Pick<NewRequest, 'kind' | 'playerId' | 'subjectId'>): string {
  if (kind === 'balance') return `player:${playerId}`;
  const noun = kind === 'price' ? 'item' : kind;
  return subjectId === null ? noun : `${noun}:${subjectId}`;
}

export function requestText({
  kind,
  playerId,
  amount,
  details,
}: Omit<NewRequest, 'subjectId' | 'reason' | 'actorId'>): string {
  if (kind === 'balance') return `${signedAmountText(amount)} for player ${playerId}`;
  return `“${details!.name}”, worth up to ${groupDigits(amount)} diamonds`;
}

/** Records a change that needs a second admin and notifies those who may decide. Nothing takes effect yet. */
export async function createRequest(tx: Tx, { live }: Pick<Deps, 'live'>, request: NewRequest): Promise<number> {
  const { kind, amount, reason, actorId, details } = request;
  const id = await insertRequest(tx.sql, request);
  const why = reason === '' ? '' : `: ${reason}`;
  const message = `${requestText(request)}${why}. See Adjustments in the admin panel.`;
  const notification = { icon: 'shield', title: `${TITLES[kind]} waits for a second admin`, message };
  const deciders = await selectDeciders(tx.sql, request);
  await notifyMany(
    tx,
    live,
    deciders.map((decider) => ({ playerId: decider, ...notification })),
  );
  tx.afterCommit(() => live.toAdmins('ADJUSTMENTS_CHANGED', {}));
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
