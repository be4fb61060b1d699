import type { AdminMission } from '@karat/contract/missions';
import type { Pagination } from '@karat/contract/pagination';
import { Refusal } from '@karat/contract/refusal';
import { parseMissionType } from '@karat/rules/missions';
import type { Sql, Tx } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { findOffer } from '#features/cases/cases.ts';
import { recordStaffAct } from '#features/logs/logs.ts';
import { placeOf } from '#features/tallies/tallies.ts';
import {
  type AdminRow,
  analyzeStarts,
  type Counted,
  countMissions,
  deleteStarts,
  insertMission,
  insertStarts,
  lockMissions,
  selectAllMissions,
  selectMission,
  updateMission,
} from './queries.ts';

/** A mission as people describe it. */
export type MissionWish = Pick<AdminMission, 'title' | 'type' | 'description' | 'image' | 'target' | 'reward'>;

const UNCOUNTED: Counted = { period: 'once', place: null, caseId: null };

export const isCounted = ({ place, caseId }: Counted): boolean => place !== null || caseId !== null;

/** What a type means: any text is one, those of the site are counted. */
export async function countedBy(sql: Sql, type: string): Promise<Counted> {
  const parsed = parseMissionType(type);
  if (parsed === undefined) return UNCOUNTED;
  const { period, event, caseName } = parsed;
  if (event !== 'open_case') return { period, place: placeOf(event), caseId: null };
  const offer = await findOffer(sql, caseName!);
  return offer === undefined ? UNCOUNTED : { period, place: null, caseId: offer.caseId };
}

/** What was counted stays counted while nobody asks for another type, also when the case has another name by now. */
function recounted(sql: Sql, before: AdminRow, type: string): Promise<Counted> {
  return type === before.type && isCounted(before) ? Promise.resolve(before) : countedBy(sql, type);
}

const actOf = ({ title, type, description, image, target, reward, isActive }: Omit<AdminRow, 'claims'>) => ({
  title,
  type,
  description,
  image,
  target,
  reward,
  isActive,
});

function adminMissionOf(row: AdminRow): AdminMission {
  return { ...row, missionImg: row.image, isCounted: isCounted(row) };
}

/** So many as are written well within the deadline of a statement. */
const PLAYERS_AT_ONCE_MAX = 50_000;

/** Begins a mission for everybody with nothing done: what they have done by now does not count. */
async function startForAll({ sql }: Tx, missionId: number): Promise<void> {
  const limit = PLAYERS_AT_ONCE_MAX;
  for (let after: number | undefined = 0; after !== undefined;) {
    after = await insertStarts(sql, missionId, { after, limit });
  }
  await analyzeStarts(sql);
}

/** Puts a mission on offer: for everybody it begins with nothing done. */
export async function offerMission(
  tx: Tx,
  wish: MissionWish,
  { demoTitle = null }: { demoTitle?: string | null } = {},
): Promise<AdminRow> {
  await lockMissions(tx.sql);
  const counted = await countedBy(tx.sql, wish.type);
  const id = await insertMission(tx.sql, { ...wish, ...counted, demoTitle });
  await startForAll(tx, id);
  return { ...wish, ...counted, id, isActive: true, claims: 0 };
}

type Change = { readonly actorId: number; readonly wish: MissionWish };

export function addMission({ db, live }: Pick<Deps, 'db' | 'live'>, { actorId, wish }: Change): Promise<AdminMission> {
  return db.transaction(async (tx) => {
    const mission = await offerMission(tx, wish);
    await recordStaffAct(tx, {
      actorId,
      act: 'mission.add',
      subject: `mission:${mission.id}`,
      after: actOf(mission),
    });
    tx.afterCommit(() => live.toAll('MISSIONS_CHANGED', {}));
    return adminMissionOf(mission);
  });
}

/** With another counter or period it begins anew for everybody; what was reached before stays due. */
export function editMission(
  { db, live }: Pick<Deps, 'db' | 'live'>,
  { id, actorId, wish, isActive }: Change & { id: number; isActive: boolean | undefined },
): Promise<AdminMission> {
  return db.transaction(async (tx) => {
    await lockMissions(tx.sql);
    const before = await selectMission(tx.sql, id);
    if (before === undefined) throw new Refusal('not_found', 'Mission not found.');
    const { period, place, caseId } = await recounted(tx.sql, before, wish.type);
    const mission = { ...before, ...wish, period, place, caseId, isActive: isActive ?? before.isActive };
    await updateMission(tx.sql, mission);
    if (period !== before.period || place !== before.place || caseId !== before.caseId) {
      await deleteStarts(tx.sql, id);
      await startForAll(tx, id);
    }
    await recordStaffAct(tx, {
      actorId,
      act: 'mission.edit',
      subject: `mission:${id}`,
      before: actOf(before),
      after: actOf(mission),
    });
    tx.afterCommit(() => live.toAll('MISSIONS_CHANGED', {}));
    return adminMissionOf(mission);
  });
}

type Asked = { readonly page: number; readonly limit: number };

/** For staff: all of them, the newest first. */
export async function listAllMissions(
  sql: Sql,
  asked: Asked,
): Promise<{ data: AdminMission[]; pagination: Pagination }> {
  const [rows, totalResults] = await Promise.all([selectAllMissions(sql, asked), countMissions(sql)]);
  return {
    data: rows.map(adminMissionOf),
    pagination: { totalResults, resultsPerPage: asked.limit, currentPage: asked.page },
  };
}
