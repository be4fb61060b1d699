import { type Alarm, type AlarmKind, ALARMS_LISTED } from '@karat/contract/alarms';
import type { Sql } from '#db/db.ts';
import type { Claim } from '#send-claimed.ts';

type NewAlarm = { readonly kind: AlarmKind; readonly subject: string; readonly details: object };

export async function insertAlarm(sql: Sql, { kind, subject, details }: NewAlarm): Promise<void> {
  await sql`insert into alarms (kind, subject, details) values (${kind}, ${subject}, ${JSON.stringify(details)}::jsonb)`;
}

export async function insertAlarmOnce(sql: Sql, { kind, subject, details }: NewAlarm, quietMs: number): Promise<void> {
  await sql`
    insert into alarms (kind, subject, details)
    select ${kind}, ${subject}, ${JSON.stringify(details)}::jsonb
    where not exists (
      select from alarms where kind = ${kind} and subject = ${subject}
        and created_at > now() - ${quietMs} * interval '1 millisecond')`;
}

export type AlarmRow = Omit<Alarm, 'text'> & { readonly details: object };

export function selectAlarms(sql: Sql): Promise<AlarmRow[]> {
  return sql<AlarmRow>`
    select id, kind, subject, details, created_at as "createdAt",
           coalesce((select jsonb_agg(jsonb_build_object(
             'destination', destination, 'state', state, 'attempts', attempts, 'failure', failure,
             'closedAt', to_char(closed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by destination)
             from alarm_deliveries where alarm_id = alarms.id), '[]') as deliveries
    from alarms order by id desc limit ${ALARMS_LISTED}`;
}

export type QueuedAlarm = { readonly id: number; readonly kind: AlarmKind };

/** Takes alarms that have no deliveries yet. */
export function takeNewAlarms(sql: Sql): Promise<QueuedAlarm[]> {
  return sql<QueuedAlarm>`update alarms set queued_at = now() where queued_at is null returning id, kind`;
}

export type NewDelivery = { readonly alarmId: number; readonly key: string; readonly label: string };

export async function insertDeliveries(sql: Sql, deliveries: readonly NewDelivery[]): Promise<void> {
  await sql`
    insert into alarm_deliveries (alarm_id, destination_key, destination)
    select * from unnest(
      ${deliveries.map(({ alarmId }) => alarmId)}::int8[], ${deliveries.map(({ key }) => key)}::text[],
      ${deliveries.map(({ label }) => label)}::text[])`;
}

export type DueDelivery = {
  readonly id: number;
  readonly deliveryId: string;
  readonly destinationKey: string;
  readonly attempts: number;
  readonly kind: AlarmKind;
  readonly subject: string;
  readonly details: object;
  readonly createdAt: string;
  readonly ageMs: number;
};
/** Takes deliveries that are due, and those that an earlier leader took. If their sender dies, they are due again after `claimMs`. */
export function claimDue(sql: Sql, { epoch, limit, claimMs }: Claim): Promise<DueDelivery[]> {
  return sql<DueDelivery>`
    update alarm_deliveries as delivery
    set claim_epoch = ${epoch}, attempts = attempts + 1, due_at = now() + ${claimMs} * interval '1 millisecond'
    from alarms
    where alarms.id = alarm_id and delivery.id in (
      select id from alarm_deliveries
      where state = 'waiting' and (due_at <= now() or claim_epoch < ${epoch})
      order by due_at, id limit ${limit} for update skip locked)
    returning delivery.id, delivery_id as "deliveryId", destination_key as "destinationKey", attempts, kind, subject, details,
              alarms.created_at as "createdAt", (extract(epoch from now() - alarms.created_at) * 1000)::float8 as "ageMs"`;
}

type Closed = { readonly id: number; readonly state: 'sent' | 'failed'; readonly failure: string | null };

export async function closeDelivery(sql: Sql, { id, state, failure }: Closed): Promise<void> {
  await sql`
    update alarm_deliveries set state = ${state}, failure = ${failure}, closed_at = now(), claim_epoch = null
    where id = ${id} and state = 'waiting'`;
}

type Postponed = { readonly id: number; readonly epoch: number; readonly delayMs: number; readonly failure: string };

/** Has no effect if another leader has taken it meanwhile. */
export async function postponeDelivery(sql: Sql, { id, epoch, delayMs, failure }: Postponed): Promise<void> {
  await sql`
    update alarm_deliveries
    set claim_epoch = null, failure = ${failure}, due_at = now() + ${delayMs} * interval '1 millisecond'
    where id = ${id} and state = 'waiting' and claim_epoch = ${epoch}`;
}

export async function deleteOldAlarms(sql: Sql, ageMs: number): Promise<void> {
  await sql`delete from alarms where created_at < now() - ${ageMs} * interval '1 millisecond'`;
}
