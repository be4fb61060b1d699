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
import { recordStaffAction } from '#features/logs/logs.ts';
import { totalIndexOf } from '#features/tallies/tallies.ts';
import {
  type AdminRow,
  analyzeStarts,
  type MissionCounter,
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

/** A mission as staff describe it. */
export type MissionForm = Pick<AdminMission, 'title' | 'type' | 'description' | 'image' | 'target' | 'reward'>;

const NO_COUNTER: MissionCounter = { period: 'once', totalIndex: null, caseId: null };

export const isCounted = ({ totalIndex, caseId }: MissionCounter): boolean => totalIndex !== null || caseId !== null;

/** Finds the counter of a mission type. Any text is a valid type, but only those of the site count anything. */
export async function findCounter(sql: Sql, type: string): Promise<MissionCounter> {
  const parsed = parseMissionType(type);
  if (parsed === undefined) return NO_COUNTER;
  const { period, event, caseName } = parsed;
  if (event !== 'open_case') return { period, totalIndex: totalIndexOf(event), caseId: null };
  const offer = await findOpenableCase(sql, caseName!);
  return offer === undefined ? NO_COUNTER : { period, totalIndex: null, caseId: offer.caseId };
}

/** An unchanged type keeps its counter, even if the case was renamed. */
function updatedCounter(sql: Sql, before: AdminRow, type: string): Promise<MissionCounter> {
  return type === before.type && isCounted(before) ? Promise.resolve(before) : findCounter(sql, type);
}

/** The fields of a mission in the staff log. */
export const loggedFields = ({
  title,
  type,
  description,
  image,
  target,
  reward,
  isActive,
}: MissionForm & { isActive: boolean }) => ({
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

/** Batch size that stays well within a statement's timeout. */
const PLAYERS_BATCH_MAX = 50_000;

/** Starts a mission at zero for all players: what they did before does not count. */
async function startForAll({ sql }: Tx, missionId: number): Promise<void> {
  const limit = PLAYERS_BATCH_MAX;
  for (let after: number | undefined = 0; after !== undefined;) {
    after = await insertStarts(sql, missionId, { after, limit });
  }
  await analyzeStarts(sql);
}

type Origin = { readonly demoTitle?: string | null; readonly unapprovedBy?: number | null };

/** Adds a mission, which starts at zero for all players. */
export async function createMission(
  tx: Tx,
  form: MissionForm,
  { demoTitle = null, unapprovedBy = null }: Origin = {},
): Promise<AdminRow> {
  await lockMissions(tx.sql);
  const counted = await findCounter(tx.sql, form.type);
  const id = await insertMission(tx.sql, { ...form, ...counted, demoTitle, unapprovedBy });
  await startForAll(tx, id);
  const approvedReward = unapprovedBy === null ? form.reward : 0;
  const approval = { unapprovedBy, chargedTo: unapprovedBy, approvedReward };
  return { ...form, ...counted, id, isActive: true, claims: 0, ...approval };
}

type MissionDeps = Pick<Deps, 'db' | 'live' | 'env'>;
type Change = { readonly actorId: number; readonly form: MissionForm };

/** The most that a mission can pay in a day: its reward to every player. */
async function maxDailyPayout({ sql }: Tx, { reward }: Pick<MissionForm, 'reward'>): Promise<number> {
  return Math.min(reward * Math.max(1, await countPlayers(sql)), Number.MAX_SAFE_INTEGER);
}

/** The mission that a request asks for. Without `isActive` it stays as it is; `rewardUpTo` was already promised to players. */
type RequestedMission = MissionForm & { readonly isActive?: boolean; readonly rewardUpTo?: number };

type Edit = Change & { readonly before: AdminRow | undefined; readonly isActive?: boolean; readonly amount: number };

function requestEditApproval(
  tx: Tx,
  deps: Pick<Deps, 'live'>,
  { actorId, form, before, isActive, amount }: Edit,
): Promise<WaitingChange> {
  const after = loggedFields({ ...form, isActive: isActive ?? before?.isActive ?? true });
  const fieldsBefore = before && loggedFields(before);
  const changes = (Object.keys(after) as (keyof typeof after)[])
    .filter((field) => after[field] !== fieldsBefore?.[field])
    .map((field) => ({
      field,
      before: fieldsBefore ? String(fieldsBefore[field]) : null,
      after: String(after[field]),
    }));
  const request: RequestedMission = { ...form, ...(isActive !== undefined && { isActive }) };
  const details = { name: before?.title ?? form.title, changes, request };
  return requestApproval(tx, deps, { kind: 'mission', subjectId: before?.id ?? null, amount, actorId, details });
}

/** Adds a mission. One that may pay more than the admin's allowance waits for a second person. */
export function addMission(
  { db, live, env }: MissionDeps,
  { actorId, form }: Change,
): Promise<AdminMission | WaitingChange> {
  return db.transaction(async (tx) => {
    await lockMissions(tx.sql);
    const amount = await maxDailyPayout(tx, form);
    if (!(await isWithinGivingAllowance(tx, { env }, { actorId, amount }))) {
      return requestEditApproval(tx, { live }, { actorId, form, before: undefined, amount });
    }
    const mission = await createMission(tx, form, { unapprovedBy: actorId });
    await recordStaffAction(tx, {
      actorId,
      action: 'mission.add',
      subject: `mission:${mission.id}`,
      after: loggedFields(mission),
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

const isCounterChanged = (before: MissionCounter, after: MissionCounter): boolean =>
  before.period !== after.period || before.totalIndex !== after.totalIndex || before.caseId !== after.caseId;

/** Whether an edit lets players earn more or sooner. An inactive mission pays nothing. */
function isWorthMore(before: AdminRow, after: AdminRow): boolean {
  if (!after.isActive) return false;
  return (
    !before.isActive || after.reward > before.reward || after.target < before.target || isCounterChanged(before, after)
  );
}

/** If the counter or the period changes, the mission restarts for all players; rewards earned before stay due. */
async function saveMission(tx: Tx, { live }: Pick<Deps, 'live'>, before: AdminRow, mission: AdminRow): Promise<void> {
  await updateMission(tx.sql, mission);
  if (isCounterChanged(before, mission)) {
    await deleteStarts(tx.sql, mission.id);
    await startForAll(tx, mission.id);
  }
  tx.afterCommit(() => live.toAll('MISSIONS_CHANGED', {}));
}

async function applyForm(
  tx: Tx,
  before: AdminRow,
  { isActive, rewardUpTo: _rewardUpTo, ...form }: RequestedMission,
): Promise<AdminRow> {
  const counted = await updatedCounter(tx.sql, before, form.type);
  const { period, totalIndex, caseId } = counted;
  return { ...before, ...form, period, totalIndex, caseId, isActive: isActive ?? before.isActive };
}

/** Edits a mission. An edit that makes it worth more than the admin's allowance waits for a second person. */
export function editMission(
  { db, live, env }: MissionDeps,
  { id, actorId, form, isActive }: Change & { id: number; isActive: boolean | undefined },
): Promise<AdminMission | WaitingChange> {
  return db.transaction(async (tx) => {
    const before = await lockMission(tx, id);
    const mission = await applyForm(tx, before, { ...form, ...(isActive !== undefined && { isActive }) });
    const isMore = isWorthMore(before, mission);
    const amount = isMore ? await maxDailyPayout(tx, mission) : 0;
    if (isMore && !(await isWithinGivingAllowance(tx, { env }, { actorId, amount }))) {
      return requestEditApproval(
        tx,
        { live },
        { actorId, form, before, amount, ...(isActive !== undefined && { isActive }) },
      );
    }
    const unapproved = {
      unapprovedBy: actorId,
      chargedTo: actorId,
      approvedReward: before.approvedReward ?? before.reward,
    };
    await saveMission(tx, { live }, before, { ...mission, ...(isMore && unapproved) });
    await recordStaffAction(tx, {
      actorId,
      action: 'mission.edit',
      subject: `mission:${id}`,
      before: loggedFields(before),
      after: loggedFields(mission),
    });
    return adminMissionOf(mission);
  });
}

/** Applies an approved request: a new mission, an edit, or a mission whose rewards wait for approval. */
export async function applyApprovedMission(
  tx: Tx,
  { live }: Pick<Deps, 'live'>,
  { subjectId, details }: ApprovedRequest,
) {
  const request = details!.request as RequestedMission;
  if (subjectId === null) {
    const mission = await createMission(tx, request);
    tx.afterCommit(() => live.toAll('MISSIONS_CHANGED', {}));
    return { before: {}, after: { mission: mission.id, ...loggedFields(mission) } };
  }
  const before = await lockMission(tx, subjectId);
  const edited = await applyForm(tx, before, request);
  const approvedReward = Math.max(before.approvedReward ?? before.reward, edited.reward, request.rewardUpTo ?? 0);
  const mission = { ...edited, unapprovedBy: null, approvedReward };
  await saveMission(tx, { live }, before, mission);
  return { before: loggedFields(before), after: loggedFields(mission) };
}

/** Asks a second person, once, to approve a mission whose rewards wait for it. */
export function requestMissionApproval({ db, live }: Pick<Deps, 'db' | 'live'>, missionId: number): Promise<void> {
  return db.transaction(async (tx) => {
    const before = await selectMission(tx.sql, missionId);
    if (before === undefined || before.chargedTo === null) return;
    const asker = { kind: 'mission', subjectId: missionId, actorId: before.chargedTo } as const;
    if (await isApprovalRequested(tx, asker)) return;
    const { title, type, description, image, target, reward } = before;
    const rewardUpTo = Math.max(reward, await selectHighestDue(tx.sql, missionId));
    const request: RequestedMission = { title, type, description, image, target, reward, rewardUpTo };
    const changes = [
      { field: 'target', before: null, after: String(target) },
      { field: 'reward', before: null, after: String(rewardUpTo) },
    ];
    const amount = await maxDailyPayout(tx, { reward: rewardUpTo });
    await requestApproval(tx, { live }, { ...asker, amount, details: { name: title, changes, request } });
  });
}

type PageRequest = { readonly page: number; readonly limit: number };

/** All missions for staff, newest first. */
export async function listAllMissions(
  sql: Sql,
  pageRequest: PageRequest,
): Promise<{ data: AdminMission[]; pagination: Pagination }> {
  const [rows, totalResults] = await Promise.all([selectAllMissions(sql, pageRequest), countMissions(sql)]);
  return {
    data: rows.map(adminMissionOf),
    pagination: { totalResults, resultsPerPage: pageRequest.limit, currentPage: pageRequest.page },
  };
}
