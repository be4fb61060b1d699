import type { AdjustmentKind } from '@karat/contract/adjustments';
import { Refusal } from '@karat/contract/refusal';
import type { Tx } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { groupDigits } from '#diamonds-text.ts';
import { recordStaffAct } from '#features/logs/logs.ts';
import { notifyMany } from '#features/notifications/notifications.ts';
import { insertRequest, lockRequest, type LockedRequest, type NewRequest, selectDeciders } from './request-queries.ts';

export const signed = (amount: number): string => `${amount > 0 ? '+' : '−'}${groupDigits(Math.abs(amount))} diamonds`;

const TITLES = {
  balance: 'A balance change',
  mission: 'A mission',
  item: 'An item price',
  price: 'A price jump',
} as const satisfies Record<AdjustmentKind, string>;

/** Of the acts in the log of staff; those on balances are the wallet's. */
export const AREAS = { balance: 'wallet', mission: 'mission', item: 'item', price: 'price' } as const;

export function subjectOf({ kind, playerId, subjectId }: Pick<NewRequest, 'kind' | 'playerId' | 'subjectId'>): string {
  if (kind === 'balance') return `player:${playerId}`;
  const noun = kind === 'price' ? 'item' : kind;
  return subjectId === null ? noun : `${noun}:${subjectId}`;
}

export function toldOf({
  kind,
  playerId,
  amount,
  details,
}: Omit<NewRequest, 'subjectId' | 'reason' | 'actorId'>): string {
  if (kind === 'balance') return `${signed(amount)} for player ${playerId}`;
  return `“${details!.name}”, worth up to ${groupDigits(amount)} diamonds`;
}

/** Records a change that is too large for one admin, and notifies those who may decide. Nothing takes effect. */
export async function insertAsked(tx: Tx, { live }: Pick<Deps, 'live'>, asked: NewRequest): Promise<number> {
  const { kind, amount, reason, actorId, details } = asked;
  const id = await insertRequest(tx.sql, asked);
  const why = reason === '' ? '' : `: ${reason}`;
  const message = `${toldOf(asked)}${why}. See Adjustments in the admin panel.`;
  const told = { icon: 'shield', title: `${TITLES[kind]} waits for a second admin`, message };
  const deciders = await selectDeciders(tx.sql, asked);
  await notifyMany(
    tx,
    live,
    deciders.map((decider) => ({ playerId: decider, ...told })),
  );
  tx.afterCommit(() => live.toAdmins('ADJUSTMENTS_CHANGED', {}));
  await recordStaffAct(tx, {
    actorId,
    act: `${AREAS[kind]}.ask`,
    subject: subjectOf(asked),
    ...(reason !== '' && { reason }),
    after: { request: id, amount, ...(details !== null && { changes: details.changes }) },
  });
  return id;
}

/** A request that waits, locked; `mayDecide` refuses whoever may not. */
export async function lockWaiting(tx: Tx, requestId: number, mayDecide: (request: LockedRequest) => void) {
  const request = await lockRequest(tx.sql, requestId);
  if (request === undefined) throw new Refusal('not_found', 'Adjustment not found.');
  mayDecide(request);
  if (request.state !== 'waiting') throw new Refusal('already_decided', 'This has been decided already.');
  return request;
}
