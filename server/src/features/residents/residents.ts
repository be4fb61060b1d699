import type { Residents } from '@karat/contract/residents';
import { Refusal } from '@karat/contract/refusal';
import { nameKey } from '@karat/rules/names';
import type { Sql } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { DEMO_USERNAMES, signOutEverywhere } from '#features/accounts/accounts.ts';
import { recordStaffAction } from '#features/logs/logs.ts';
import { setNeedsChecks } from '#features/stakes/stakes.ts';
import { lockWallets } from '#features/wallet/wallet.ts';
import { actionsPerMinute, WARM_UP_OPENINGS } from './pace.ts';
import {
  banSandboxPlayers,
  countOpenings,
  insertSiteMode,
  lockSiteMode,
  selectActiveSandboxPlayers,
  selectResidents,
  selectSiteMode,
  type SiteKind,
  updateResidentsOn,
  updateToReal,
} from './queries.ts';

/** The settings do not fit the kind of site that the database belongs to. The message is one sentence for the operator. */
export class SiteModeError extends Error {}

const LEFT_SANDBOX = 'The site left the sandbox.';

/** Records at the first start whether the site is a sandbox, and refuses a sandbox that is started with settings of a real site. */
export async function ensureSiteMode({ db, env }: Pick<Deps, 'db' | 'env'>): Promise<SiteKind> {
  const isPlayMoney = env.platform === 'sandbox' || env.isDemo;
  await insertSiteMode(db.sql, { isPlayMoney, demoNameKeys: DEMO_USERNAMES.map(nameKey) });
  const { kind } = (await selectSiteMode(db.sql))!;
  if (kind === 'sandbox' && !isPlayMoney) {
    throw new SiteModeError(
      'This database belongs to a sandbox, where programs may play. Run npm run leave-sandbox to ban its sandbox players and make it a real site, or start with a new database.',
    );
  }
  return kind;
}

/** Makes the site a real one: bans all sandbox players and ends their sessions. Returns how many. */
export function leaveSandbox({ db, sessions }: Pick<Deps, 'db' | 'sessions'>): Promise<number> {
  return db.transaction(async (tx) => {
    const ids = await selectActiveSandboxPlayers(tx.sql);
    await lockWallets(tx, ids);
    for (const id of ids) await setNeedsChecks(tx, id, true);
    await banSandboxPlayers(tx.sql, ids, LEFT_SANDBOX);
    for (const id of ids) await signOutEverywhere(tx, sessions, id);
    const before = await lockSiteMode(tx.sql);
    await updateToReal(tx.sql);
    await recordStaffAction(tx, {
      actorId: null,
      action: 'sandbox.leave',
      subject: 'site',
      before: { kind: before?.kind ?? null },
      after: { kind: 'real', banned: ids.length },
    });
    return ids.length;
  });
}

/** Whether residents may be active: the site is a sandbox, its settings allow them, and staff have not turned them off. */
export async function areResidentsAllowed(sql: Sql, { areResidentsOn }: Deps['env']): Promise<boolean> {
  const mode = await selectSiteMode(sql);
  return areResidentsOn && mode?.kind === 'sandbox' && mode.areResidentsOn;
}

const noResidents = (): Refusal => new Refusal('not_found', 'This site has no residents.');

export async function readResidents({ db, env, live }: Pick<Deps, 'db' | 'env' | 'live'>): Promise<Residents> {
  if (env.platform !== 'sandbox') throw noResidents();
  const [mode, residents, openings] = await Promise.all([
    selectSiteMode(db.sql),
    selectResidents(db.sql),
    countOpenings(db.sql, WARM_UP_OPENINGS),
  ]);
  const isAvailable = env.areResidentsOn && mode?.kind === 'sandbox';
  const isOn = isAvailable && mode.areResidentsOn;
  const people = live.onlineCount().count;
  const sinceFirstStartMs = mode?.sinceFirstStartMs ?? 0;
  const pace = isOn ? actionsPerMinute({ people, sinceFirstStartMs, openings }) : 0;
  return { isAvailable, isOn, actionsPerMinute: pace, residents };
}

/** Turns the residents on or off. It takes effect within seconds. */
export function setResidents(
  { db, env }: Pick<Deps, 'db' | 'env'>,
  { isOn, actorId }: { isOn: boolean; actorId: number },
): Promise<void> {
  return db.transaction(async (tx) => {
    const mode = await lockSiteMode(tx.sql);
    if (!env.areResidentsOn || mode?.kind !== 'sandbox') throw noResidents();
    if (mode.areResidentsOn === isOn) return;
    await updateResidentsOn(tx.sql, isOn);
    await recordStaffAction(tx, {
      actorId,
      action: 'residents.switch',
      subject: 'residents',
      before: { isOn: mode.areResidentsOn },
      after: { isOn },
    });
  });
}
