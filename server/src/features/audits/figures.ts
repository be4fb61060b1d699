import type { Db } from '#db/db.ts';
import type { Figures } from '#http/metrics.ts';
import { isHalted, selectLastAudits } from './queries.ts';

/** What operators watch, the same from every process. A store that is away has no figures. */
export function auditFigures({ sql }: Db): Readonly<Record<string, Figures>> {
  const lastAudits = () => selectLastAudits(sql).catch(() => []);
  return {
    ledger_invariant_violations: async () =>
      Object.fromEntries((await lastAudits()).map(({ kind, violations }) => [kind, violations])),
    ledger_audit_age_seconds: async () =>
      Object.fromEntries((await lastAudits()).map(({ kind, ageSeconds }) => [kind, ageSeconds])),
    ledger_halted: async () => {
      const halted = await isHalted(sql).catch(() => undefined);
      return halted === undefined ? {} : { open: halted ? 1 : 0 };
    },
  };
}
