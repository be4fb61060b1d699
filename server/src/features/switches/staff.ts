import type { StaffSwitch } from '@karat/contract/switches';
import { type SwitchName, SWITCHES } from '@karat/rules/switches';
import type { Deps } from '#deps.ts';
import { recordStaffAction } from '#features/logs/logs.ts';
import { lockSwitch, selectSwitch, selectSwitches, type SwitchState, upsertSwitch } from './queries.ts';
import { publishSwitches } from './switches.ts';

const ON: SwitchState = { isOn: true, message: null, endsAt: null };

/** All switches, also those that were never changed. */
export async function listSwitches({ db }: Pick<Deps, 'db'>): Promise<StaffSwitch[]> {
  const rows = await selectSwitches(db.sql);
  return SWITCHES.map((name) => {
    const row = rows.find((each) => each.name === name);
    return row ?? { ...ON, name, reason: null, changedAt: null, changedBy: null };
  });
}

type SwitchChange = {
  readonly name: SwitchName;
  readonly isOn: boolean;
  readonly reason: string;
  readonly message: SwitchState['message'];
  readonly endsAt: string | null;
  readonly actorId: number;
};

const isSame = (a: SwitchState, b: SwitchState): boolean =>
  a.isOn === b.isOn && a.endsAt === b.endsAt && a.message?.tr === b.message?.tr && a.message?.en === b.message?.en;

/** As the staff log shows it. */
const detailsOf = ({ isOn, message, endsAt }: SwitchState) => ({
  isOn,
  tr: message?.tr ?? null,
  en: message?.en ?? null,
  endsAt,
});

/** Changes a switch. Without a difference nothing is written, so that of two staff at once only the first is in the log. */
export async function setSwitch(deps: Pick<Deps, 'db' | 'switches'>, change: SwitchChange): Promise<StaffSwitch> {
  const { name, isOn, reason, actorId } = change;
  const endsAt = change.endsAt === null ? null : new Date(change.endsAt).toISOString();
  // A switch that is on has no message and no end.
  const after: SwitchState = isOn ? ON : { isOn, message: change.message, endsAt };
  await deps.db.transaction(async (tx) => {
    await lockSwitch(tx.sql, name);
    const before = (await selectSwitch(tx.sql, name)) ?? ON;
    if (isSame(before, after)) return;
    await upsertSwitch(tx.sql, { ...after, name, reason, actorId });
    await publishSwitches(tx);
    await recordStaffAction(tx, {
      actorId,
      action: isOn ? 'switch.on' : 'switch.off',
      subject: `switch:${name}`,
      reason,
      before: detailsOf(before),
      after: detailsOf(after),
    });
  });
  await deps.switches.refresh();
  return (await listSwitches(deps)).find((each) => each.name === name)!;
}
