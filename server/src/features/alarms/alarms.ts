import type { Alarm, AlarmKind } from '@karat/contract/alarms';
import { Refusal } from '@karat/contract/refusal';
import type { Sql, Tx } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { insertAlarm, insertAlarmOnce, selectAlarms } from './queries.ts';
import { type AlarmDetails, textOfAlarm } from './texts.ts';

export type NewAlarm = {
  [Kind in AlarmKind]: { readonly kind: Kind; readonly subject: string; readonly details: AlarmDetails[Kind] };
}[AlarmKind];

/** Queues an alarm in the transaction of its cause; the loop sends it after the commit. */
export async function raiseAlarm(tx: Pick<Tx, 'sql'>, alarm: NewAlarm): Promise<void> {
  await insertAlarm(tx.sql, alarm);
}

/** The same for a cause that lasts: not again about the same subject for this long. */
export async function raiseAlarmOnce(tx: Pick<Tx, 'sql'>, alarm: NewAlarm, quietMs: number): Promise<void> {
  await insertAlarmOnce(tx.sql, alarm, quietMs);
}

/** The newest alarms with their deliveries. */
export async function listAlarms(sql: Sql): Promise<Alarm[]> {
  const rows = await selectAlarms(sql);
  return rows.map(({ details, ...alarm }) => ({ ...alarm, text: textOfAlarm(alarm.kind, details) }));
}

/** Sends a test to every destination. */
export async function testAlarms({ db, env }: Pick<Deps, 'db' | 'env'>, username: string): Promise<void> {
  if (env.alarmDestinations.length === 0) throw new Refusal('unavailable', 'This site sends no alarms.');
  await raiseAlarm(db, { kind: 'test', subject: 'site', details: { username } });
}
