import assert from 'node:assert/strict';
import type { Sql, Tx } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { raiseAlarm } from '#features/alarms/alarms.ts';
import { recordSiteEvent, recordStaffAction, verifyStaffActions } from '#features/logs/logs.ts';
import { notifyStaff } from '#features/notifications/notifications.ts';
import type { Invariant } from './invariant.ts';
import { ledgerInvariants } from './ledger-invariants.ts';
import { marketInvariants } from './market-invariants.ts';
import { matchInvariants } from './match-invariants.ts';
import { monthInvariants } from './month-invariants.ts';
import { productInvariants } from './product-invariants.ts';
import {
  type AuditKind,
  type BooksRow,
  endHalt,
  hasNewerBreach,
  insertAcceptedBreaches,
  insertAudit,
  insertHalt,
  lockHalts,
  selectAcceptedBreaches,
  selectBooks,
  selectCounts,
  selectOpenRange,
  selectRecentRange,
  selectSettledLedgerId,
} from './queries.ts';
import { referenceInvariants } from './reference-invariants.ts';
import { roomInvariants } from './room-invariants.ts';
import { roundInvariants } from './round-invariants.ts';
import { sandboxInvariants } from './sandbox-invariants.ts';
import { tradeInvariants } from './trade-invariants.ts';

export type AuditDeps = Pick<Deps, 'db' | 'live' | 'log'>;

/** The breaches of one invariant, and the number of rows that it covers. */
export type Finding = {
  readonly name: string;
  readonly statement: string;
  readonly rowKind: string;
  readonly count: number | undefined;
  readonly breaches: readonly string[];
  /** The number of further breaches that staff have accepted. */
  readonly accepted: number;
};

export type AuditReport = {
  readonly id: number;
  readonly kind: AuditKind;
  readonly findings: readonly Finding[];
  readonly violations: number;
  readonly accounts: readonly BooksRow[];
  readonly tookMs: number;
  /** The audited moment. */
  readonly asOf: Date;
};

/** In the order of the report. */
const invariants: readonly Invariant[] = [
  ...ledgerInvariants,
  ...productInvariants,
  ...roundInvariants,
  ...roomInvariants,
  ...matchInvariants,
  ...marketInvariants,
  ...tradeInvariants,
  ...sandboxInvariants,
  ...referenceInvariants,
  ...monthInvariants,
];

async function checkInvariants(sql: Sql, kind: AuditKind, signal: AbortSignal | undefined): Promise<Finding[]> {
  const range = kind === 'full' ? await selectOpenRange(sql) : await selectRecentRange(sql);
  const counts = kind === 'full' ? await selectCounts(sql) : undefined;
  const findings: Finding[] = [];
  for (const { name, statement, rowKind, isFullOnly, findBreaches } of invariants) {
    if (kind === 'recent' && isFullOnly === true) continue;
    signal?.throwIfAborted();
    const breaches = (await findBreaches(sql, range)).map(({ detail }) => detail);
    findings.push({ name, statement, rowKind, count: counts?.[rowKind], breaches, accepted: 0 });
  }
  return findings;
}

async function checkStaffActions(sql: Sql): Promise<Finding> {
  const { total, brokenIds } = await verifyStaffActions(sql);
  const breaches = brokenIds.map((id) => `staff action ${id}`);
  return {
    name: 'S1',
    statement: 'what staff did forms one unbroken chain',
    rowKind: 'staff actions',
    count: total,
    breaches,
    accepted: 0,
  };
}

/** Leaves out breaches that staff have accepted. */
async function withoutAccepted(sql: Sql, findings: readonly Finding[]): Promise<Finding[]> {
  const acceptedKeys = new Set(
    (await selectAcceptedBreaches(sql)).map(({ invariant, detail }) => `${invariant} ${detail}`),
  );
  return findings.map((finding) => {
    const breaches = finding.breaches.filter((detail) => !acceptedKeys.has(`${finding.name} ${detail}`));
    return { ...finding, breaches, accepted: finding.breaches.length - breaches.length };
  });
}

type BooksCheck = Pick<AuditReport, 'findings' | 'accounts'> & { readonly checkedTo: number };

/** Checks every invariant on the snapshot of this connection. */
export async function checkBooks(sql: Sql, kind: AuditKind, signal?: AbortSignal): Promise<BooksCheck> {
  const checkedTo = await selectSettledLedgerId(sql);
  const found = await checkInvariants(sql, kind, signal);
  if (kind === 'recent') return { checkedTo, findings: await withoutAccepted(sql, found), accounts: [] };
  const findings = await withoutAccepted(sql, [...found, await checkStaffActions(sql)]);
  return { checkedTo, findings, accounts: await selectBooks(sql) };
}

/** Stops all wagers in all processes until staff lift the halt, and notifies staff. */
async function halt(tx: Tx, { live, log }: AuditDeps, broken: readonly Finding[]): Promise<void> {
  const reason = broken.map(({ name, statement, breaches }) => `${name} (${statement}): ${breaches[0]}`).join('; ');
  log.error({ broken }, 'Audit found breaches; wagers are halted');
  if (!(await insertHalt(tx.sql, reason))) return;
  await notifyStaff(tx, live, { key: 'audit.halted', parameters: { reason } });
  await raiseAlarm(tx, { kind: 'booksHalted', subject: 'ledger', details: { reason } });
  await recordStaffAction(tx, { actorId: null, action: 'ledger.halt', subject: 'ledger', reason });
}

/**
 * Audits a snapshot of the books and stores the result. A breach stops new wagers; the audit never repairs it. A recent audit
 * covers what came after the last clean one.
 */
export async function audit(deps: AuditDeps, kind: AuditKind, signal?: AbortSignal): Promise<AuditReport> {
  const startMs = performance.now();
  const { asOf, snapshot } = await deps.db.reader();
  const { checkedTo, findings, accounts } = await snapshot((sql) => checkBooks(sql, kind, signal));
  const broken = findings.filter(({ breaches }) => breaches.length > 0);
  const violations = broken.reduce((sum, { breaches }) => sum + breaches.length, 0);
  const tookMs = Math.round(performance.now() - startMs);
  const details = JSON.stringify(broken.map(({ name, breaches }) => ({ name, breaches })));
  const id = await deps.db.transaction(async (tx) => {
    await lockHalts(tx.sql);
    const auditId = await insertAudit(tx.sql, { kind, checkedTo, violations, details, tookMs });
    if (violations === 0) return auditId;
    await recordSiteEvent(tx, {
      playerId: null,
      event: 'ledger.breach',
      subject: `audit:${auditId}`,
      details: { kind, violations },
    });
    await raiseAlarm(tx, { kind: 'breach', subject: `audit:${auditId}`, details: { violations } });
    await halt(tx, deps, broken);
    return auditId;
  });
  deps.log.info({ kind, violations, tookMs, asOf }, 'Audit finished');
  return { id, kind, findings, violations, accounts, tookMs, asOf };
}

/** Stores the findings of a report as accepted, with the reason. Later audits count them separately. It repairs nothing. */
export function acceptBreaches({ db }: AuditDeps, { findings }: AuditReport, reason: string): Promise<void> {
  const breaches = findings.flatMap((finding) =>
    finding.breaches.map((detail) => ({ invariant: finding.name, detail })),
  );
  return db.transaction(async (tx) => {
    await insertAcceptedBreaches(tx.sql, breaches, reason);
    await recordStaffAction(tx, {
      actorId: null,
      action: 'ledger.accept',
      subject: 'ledger',
      reason,
      after: { breaches },
    });
  });
}

/** Ends a halt after a clean full audit. Returns its reason; undefined if no halt was open. */
export async function liftHalt({ db }: AuditDeps, report: AuditReport): Promise<string | undefined> {
  assert(report.kind === 'full' && report.violations === 0, 'A halt can only be lifted after a clean full audit');
  return db.transaction(async (tx) => {
    await lockHalts(tx.sql);
    if (await hasNewerBreach(tx.sql, report.id)) return undefined;
    const reason = await endHalt(tx.sql);
    if (reason === undefined) return undefined;
    await recordStaffAction(tx, { actorId: null, action: 'ledger.lift', subject: 'ledger', before: { reason } });
    return reason;
  });
}
