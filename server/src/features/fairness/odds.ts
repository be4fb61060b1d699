import type { VersionOdds } from '@karat/contract/fairness';
import { dropsOfCanon } from '@karat/rules/fairness';
import { DOUBTFUL_P, oddsOfCounts } from '@karat/rules/statistics';
import type { Sql } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { raiseAlarmOnce } from '#features/alarms/alarms.ts';
import { notify } from '#features/notifications/notifications.ts';
import { imageUrl } from '#http/images.ts';
import { countUpTo, type DropCounts, lastRevealedId, type Wins } from './drop-counts.ts';
import {
  countSandboxOpenings,
  lockWarnings,
  selectAdminsToWarn,
  selectCaseIds,
  selectIdBefore,
  selectItems,
  selectVersions,
  type VersionRow,
} from './odds-queries.ts';
import { findCaseId } from './rolls.ts';

const compareWithRates = ({ versionId, canon }: VersionRow, wins: Wins) =>
  oddsOfCounts(dropsOfCanon(canon), wins.get(versionId) ?? new Map());

/** Published and observed drops of a case, newest version first. */
export async function caseOdds(
  sql: Sql,
  counts: DropCounts,
  { caseName, origin }: { caseName: string; origin: string },
): Promise<{ caseName: string; versions: VersionOdds[] }> {
  const caseId = await findCaseId(sql, caseName);
  // Counted before the versions are read, so every counted opening has its version among them.
  const { wins } = await counts.of(caseId);
  const sandboxOpenings = await countSandboxOpenings(sql, { caseId, upTo: await lastRevealedId(sql) });
  const judged = (await selectVersions(sql, caseId)).map((row) => ({ row, odds: compareWithRates(row, wins) }));
  const itemIds = new Set(judged.flatMap(({ odds }) => odds.items.map(({ itemId }) => itemId)));
  const items = new Map(
    (await selectItems(sql, [...itemIds])).map((item) => [
      item.itemId,
      { ...item, image: imageUrl(item.image, origin) },
    ]),
  );
  const versions = judged.map(({ row, odds }) => ({
    ...row,
    ...odds,
    sandboxOpenings: sandboxOpenings.get(row.versionId) ?? 0,
    items: odds.items.map((each) => ({ ...items.get(each.itemId)!, ...each })),
  }));
  return { caseName, versions };
}

/** With many cases a single small value is normal. Small values on two days in a row are not. */
const STRIKING_P = 1e-3;
const DAY_SECONDS = 24 * 60 * 60;

async function isStrikingDayBefore(sql: Sql, version: VersionRow): Promise<boolean> {
  const dayBefore = await countUpTo(sql, version.caseId, await selectIdBefore(sql, DAY_SECONDS));
  const { test } = compareWithRates(version, dayBefore);
  return test !== null && test.p < STRIKING_P;
}

type WarnDeps = Pick<Deps, 'db' | 'live' | 'log'>;

/** Notifies each admin once a day per version. */
const ALARM_QUIET_MS = 30 * 24 * 60 * 60_000;

async function warnStaff({ db, live }: WarnDeps, { caseName, version }: VersionRow): Promise<void> {
  const parameters = { caseName, version };
  await db.transaction(async (tx) => {
    await lockWarnings(tx.sql);
    const alarm = { kind: 'unlikelyDrops', subject: `case:${caseName}:${version}`, details: parameters } as const;
    await raiseAlarmOnce(tx, alarm, ALARM_QUIET_MS);
    for (const playerId of await selectAdminsToWarn(tx.sql, parameters)) {
      await notify(tx, live, { playerId, key: 'odds.unlikely', parameters });
    }
  });
}

/** Checks every version of every case and warns staff about drops that chance does not explain. */
export async function checkOdds(deps: WarnDeps, counts: DropCounts): Promise<void> {
  const { db, log } = deps;
  for (const caseId of await selectCaseIds(db.sql)) {
    const { wins } = await counts.of(caseId);
    for (const version of await selectVersions(db.sql, caseId)) {
      const { test, openings } = compareWithRates(version, wins);
      if (test === null || test.p >= STRIKING_P) continue;
      if (test.p >= DOUBTFUL_P && !(await isStrikingDayBefore(db.sql, version))) continue;
      log.error({ caseHash: version.hash, openings, p: test.p }, 'Drops of a case do not fit its published rates');
      await warnStaff(deps, version);
    }
  }
}
