import type { AdminMission } from '@karat/contract/missions';
import type { Pagination } from '@karat/contract/pagination';
import { Refusal } from '@karat/contract/refusal';
import { parseMissionType } from '@karat/rules/missions';
import type { Sql, Tx } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import {
  type ApprovedRequest,
  requestApproval,
  isWithinGivingAllowance,
  isApprovalRequested,
  type WaitingChange,
} from '#features/adjustments/adjustments.ts';
import { findOpenableCase } from '#features/cases/cases.ts';
import { recordStaffAct } from '#features/logs/logs.ts';
import { placeOf } from '#features/tallies/tallies.ts';
import {
  type AdminRow,
  analyzeStarts,
  type Counted,
  countMissions,
  countPlayers,
  deleteStarts,
  insertMission,
  insertStarts,
  lockMissions,
  selectAllMissions,
  selectHighestDue,
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
  const offer = await findOpenableCase(sql, caseName!);
  return offer === undefined ? UNCOUNTED : { period, place: null, caseId: offer.caseId };
}

/** What was counted stays counted while nobody asks for another type, also when the case has another name by now. */
function recounted(sql: Sql, before: AdminRow, type: string): Promise<Counted> {
  return type === before.type && isCounted(before) ? Promise.resolve(before) : countedBy(sql, type);
}

const actOf = ({ title, type, description, image, target, reward, isActive }: MissionWish & { isActive: boolean }) => ({
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

type Origin = { readonly demoTitle?: string | null; readonly unapprovedBy?: number | null };

/** Puts a mission on offer: for everybody it begins with nothing done. */
export async function offerMission(
  tx: Tx,
  wish: MissionWish,
  { demoTitle = null, unapprovedBy = null }: Origin = {},
): Promise<AdminRow> {
  await lockMissions(tx.sql);
  const counted = await countedBy(tx.sql, wish.type);
  const id = await insertMission(tx.sql, { ...wish, ...counted, demoTitle, unapprovedBy });
  await startForAll(tx, id);
  const approvedReward = unapprovedBy === null ? wish.reward : 0;
  const approval = { unapprovedBy, chargedTo: unapprovedBy, approvedReward };
  return { ...wish, ...counted, id, isActive: true, claims: 0, ...approval };
}

type MissionDeps = Pick<Deps, 'db' | 'live' | 'env'>;
type Change = { readonly actorId: number; readonly wish: MissionWish };

/** The most that a mission may pay within a day: its reward to everybody there is. */
async function payoutOf({ sql }: Tx, { reward }: Pick<MissionWish, 'reward'>): Promise<number> {
  return Math.min(reward * Math.max(1, await countPlayers(sql)), Number.MAX_SAFE_INTEGER);
}

/** What a request asks for. Without `isActive` the mission stays on or off; `rewardUpTo` was promised to players already. */
type AskedMission = MissionWish & { readonly isActive?: boolean; readonly rewardUpTo?: number };

type Edit = Change & { readonly before: AdminRow | undefined; readonly isActive?: boolean; readonly amount: number };

function ask(
  tx: Tx,
  deps: Pick<Deps, 'live'>,
  { actorId, wish, before, isActive, amount }: Edit,
): Promise<WaitingChange> {
  const after = actOf({ ...wish, isActive: isActive ?? before?.isActive ?? true });
  const known = before && actOf(before);
  const changes = (Object.keys(after) as (keyof typeof after)[])
    .filter((field) => after[field] !== known?.[field])
    .map((field) => ({ field, before: known ? String(known[field]) : null, after: String(after[field]) }));
  const asked: AskedMission = { ...wish, ...(isActive !== undefined && { isActive }) };
  const details = { name: before?.title ?? wish.title, changes, wish: asked };
  return requestApproval(tx, deps, { kind: 'mission', subjectId: before?.id ?? null, amount, actorId, details });
}

/** A mission that may pay more than the admin's allowance waits for a second admin. */
export function addMission(
  { db, live, env }: MissionDeps,
  { actorId, wish }: Change,
): Promise<AdminMission | WaitingChange> {
  return db.transaction(async (tx) => {
    await lockMissions(tx.sql);
    const amount = await payoutOf(tx, wish);
    if (!(await isWithinGivingAllowance(tx, { env }, { actorId, amount }))) {
      return ask(tx, { live }, { actorId, wish, before: undefined, amount });
    }
    const mission = await offerMission(tx, wish, { unapprovedBy: actorId });
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

async function lockMission(tx: Tx, id: number): Promise<AdminRow> {
  await lockMissions(tx.sql);
  const mission = await selectMission(tx.sql, id);
  if (mission === undefined) throw new Refusal('not_found', 'Mission not found.');
  return mission;
}

const isRecounted = (before: Counted, after: Counted): boolean =>
  before.period !== after.period || before.place !== after.place || before.caseId !== after.caseId;

/** Whether players may get more by it, or sooner. One that is off the page pays nobody. */
function isWorthMore(before: AdminRow, after: AdminRow): boolean {
  if (!after.isActive) return false;
  return !before.isActive || after.reward > before.reward || after.target < before.target || isRecounted(before, after);
}

/** With another counter or period it begins anew for everybody; what was reached before stays due. */
async function saveMission(tx: Tx, { live }: Pick<Deps, 'live'>, before: AdminRow, mission: AdminRow): Promise<void> {
  await updateMission(tx.sql, mission);
  if (isRecounted(before, mission)) {
    await deleteStarts(tx.sql, mission.id);
    await startForAll(tx, mission.id);
  }
  tx.afterCommit(() => live.toAll('MISSIONS_CHANGED', {}));
}

async function editedOf(
  tx: Tx,
  before: AdminRow,
  { isActive, rewardUpTo: _rewardUpTo, ...wish }: AskedMission,
): Promise<AdminRow> {
  const counted = await recounted(tx.sql, before, wish.type);
  const { period, place, caseId } = counted;
  return { ...before, ...wish, period, place, caseId, isActive: isActive ?? before.isActive };
}

/** An edit that makes a mission worth more than the admin's allowance waits for a second admin. */
export function editMission(
  { db, live, env }: MissionDeps,
  { id, actorId, wish, isActive }: Change & { id: number; isActive: boolean | undefined },
): Promise<AdminMission | WaitingChange> {
  return db.transaction(async (tx) => {
    const before = await lockMission(tx, id);
    const mission = await editedOf(tx, before, { ...wish, ...(isActive !== undefined && { isActive }) });
    const isMore = isWorthMore(before, mission);
    const amount = isMore ? await payoutOf(tx, mission) : 0;
    if (isMore && !(await isWithinGivingAllowance(tx, { env }, { actorId, amount }))) {
      return ask(tx, { live }, { actorId, wish, before, amount, ...(isActive !== undefined && { isActive }) });
    }
    const unapproved = {
      unapprovedBy: actorId,
      chargedTo: actorId,
      approvedReward: before.approvedReward ?? before.reward,
    };
    await saveMission(tx, { live }, before, { ...mission, ...(isMore && unapproved) });
    await recordStaffAct(tx, {
      actorId,
      act: 'mission.edit',
      subject: `mission:${id}`,
      before: actOf(before),
      after: actOf(mission),
    });
    return adminMissionOf(mission);
  });
}

/** Makes a mission that a second admin has approved: a new one, an edit, or one that players wait for as it is. */
export async function applyRequest(tx: Tx, { live }: Pick<Deps, 'live'>, { subjectId, details }: ApprovedRequest) {
  const asked = details!.wish as AskedMission;
  if (subjectId === null) {
    const mission = await offerMission(tx, asked);
    tx.afterCommit(() => live.toAll('MISSIONS_CHANGED', {}));
    return { before: {}, after: { mission: mission.id, ...actOf(mission) } };
  }
  const before = await lockMission(tx, subjectId);
  const edited = await editedOf(tx, before, asked);
  const approvedReward = Math.max(before.approvedReward ?? before.reward, edited.reward, asked.rewardUpTo ?? 0);
  const mission = { ...edited, unapprovedBy: null, approvedReward };
  await saveMission(tx, { live }, before, mission);
  return { before: actOf(before), after: actOf(mission) };
}

/** Has a second admin approve a mission whose rewards wait for it, once. */
export function askForMission({ db, live }: Pick<Deps, 'db' | 'live'>, missionId: number): Promise<void> {
  return db.transaction(async (tx) => {
    const before = await selectMission(tx.sql, missionId);
    if (before === undefined || before.chargedTo === null) return;
    const asker = { kind: 'mission', subjectId: missionId, actorId: before.chargedTo } as const;
    if (await isApprovalRequested(tx, asker)) return;
    const { title, type, description, image, target, reward } = before;
    const rewardUpTo = Math.max(reward, await selectHighestDue(tx.sql, missionId));
    const wish: AskedMission = { title, type, description, image, target, reward, rewardUpTo };
    const changes = [
      { field: 'target', before: null, after: String(target) },
      { field: 'reward', before: null, after: String(rewardUpTo) },
    ];
    const amount = await payoutOf(tx, { reward: rewardUpTo });
    await requestApproval(tx, { live }, { ...asker, amount, details: { name: title, changes, wish } });
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
