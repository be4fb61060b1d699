import type { AlarmKind } from '@karat/contract/alarms';
import type { Sql } from '#db/db.ts';
import { listAlarms } from '#features/alarms/alarms.ts';

/** The subjects and texts of the alarms of a kind, newest first. */
export async function readAlarms(sql: Sql, kind: AlarmKind): Promise<{ subject: string; text: string }[]> {
  const alarms = await listAlarms(sql);
  return alarms.filter((alarm) => alarm.kind === kind).map(({ subject, text }) => ({ subject, text }));
}
