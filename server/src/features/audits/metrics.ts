import type { Db } from '#db/db.ts';
import type { Metric, Sample } from '#http/exposition.ts';
import { createSharedReading } from '#shared-reading.ts';
import { type AuditKind, isHalted, type PastAudit, selectLastAudits } from './queries.ts';

const KINDS: readonly AuditKind[] = ['full', 'recent'];

/** A full audit includes a recent one, so it counts as both. */
function lastOf(kind: AuditKind, audits: readonly PastAudit[]): PastAudit | undefined {
  return kind === 'full' ? audits.find((each) => each.kind === 'full') : audits[0];
}

/** Read from the database: the same in every process, and correct from the first scrape after a start. */
export function auditMetrics({ sql }: Db): Metric[] {
  const readAudits = createSharedReading(() => selectLastAudits(sql));
  const samples = async (valueOf: (audits: readonly PastAudit[], kind: AuditKind) => number): Promise<Sample[]> => {
    const audits = await readAudits();
    return KINDS.map((kind) => ({ value: valueOf(audits, kind), labels: { kind } }));
  };
  const ofLast = (valueOf: (last: PastAudit | undefined) => number) => () =>
    samples((audits, kind) => valueOf(lastOf(kind, audits)));
  return [
    {
      name: 'karat_ledger_halted',
      help: 'Whether a breach of the books has stopped all wagers: 1 or 0.',
      type: 'gauge',
      read: async () => Number(await isHalted(sql)),
    },
    {
      name: 'karat_audit_violations',
      help: 'Breaches that the last audit of the books found, by kind of audit.',
      type: 'gauge',
      read: ofLast((last) => last?.violations ?? 0),
    },
    {
      name: 'karat_audit_age_seconds',
      help: 'Time since the last audit of the books, by kind; since the start of this process where there was none.',
      type: 'gauge',
      read: ofLast((last) => last?.ageSeconds ?? performance.now() / 1000),
    },
    {
      name: 'karat_audit_duration_seconds',
      help: 'How long the last audit of the books took, by kind; 0 where there was none.',
      type: 'gauge',
      read: ofLast((last) => (last?.tookMs ?? 0) / 1000),
    },
    {
      name: 'karat_audit_last_success_timestamp_seconds',
      help: 'When an audit of the books last found nothing, by kind; 0 where none did.',
      type: 'gauge',
      read: () =>
        samples((audits, kind) => {
          const clean = audits.filter((each) => kind === 'recent' || each.kind === 'full');
          return Math.max(0, ...clean.map(({ cleanAt }) => (cleanAt === null ? 0 : Date.parse(cleanAt) / 1000)));
        }),
    },
  ];
}
