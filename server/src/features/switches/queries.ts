import type { SiteStatus } from '@karat/contract/site-status';
import type { StaffSwitch } from '@karat/contract/switches';
import type { SwitchName } from '@karat/rules/switches';
import type { Sql } from '#db/db.ts';

type SwitchedOff = SiteStatus['off'][number];

export function selectSwitchedOff(sql: Sql): Promise<SwitchedOff[]> {
  return sql<SwitchedOff>`
    select name, ends_at as "endsAt",
           case when message_en is not null then json_build_object('tr', message_tr, 'en', message_en) end as message
    from switches where not is_on order by name`;
}

export function selectSwitches(sql: Sql): Promise<StaffSwitch[]> {
  return sql<StaffSwitch>`
    select name, is_on as "isOn", reason, ends_at as "endsAt", changed_at as "changedAt",
           case when message_en is not null then json_build_object('tr', message_tr, 'en', message_en) end as message,
           json_build_object('id', players.id, 'username', username, 'isSandbox', is_sandbox) as "changedBy"
    from switches join players on players.id = changed_by`;
}

/** Waits for other changes of the same switch. Locks by name, because a switch that was never changed has no row. */
export async function lockSwitch(sql: Sql, name: SwitchName): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('switch:' || ${name}::text, 0))`;
}

export type SwitchState = Pick<StaffSwitch, 'isOn' | 'message' | 'endsAt'>;

/** Undefined for a switch that was never changed. */
export async function selectSwitch(sql: Sql, name: SwitchName): Promise<SwitchState | undefined> {
  const [state] = await sql<SwitchState>`
    select is_on as "isOn", ends_at as "endsAt",
           case when message_en is not null then json_build_object('tr', message_tr, 'en', message_en) end as message
    from switches where name = ${name}`;
  return state;
}

type SwitchChange = SwitchState & { readonly name: SwitchName; readonly reason: string; readonly actorId: number };

export async function upsertSwitch(sql: Sql, change: SwitchChange): Promise<void> {
  const { name, isOn, reason, message, endsAt, actorId } = change;
  await sql`
    insert into switches (name, is_on, reason, message_tr, message_en, ends_at, changed_at, changed_by)
    values (${name}, ${isOn}, ${reason}, ${message?.tr ?? null}, ${message?.en ?? null}, ${endsAt}::timestamptz, now(), ${actorId})
    on conflict (name) do update
    set is_on = excluded.is_on, reason = excluded.reason, message_tr = excluded.message_tr,
        message_en = excluded.message_en, ends_at = excluded.ends_at, changed_at = excluded.changed_at,
        changed_by = excluded.changed_by`;
}
