import { type PublicTexts } from '@karat/contract/site-status';
import { type Announcement, ANNOUNCEMENTS_LISTED } from '@karat/contract/switches';
import { Refusal } from '@karat/contract/refusal';
import type { Sql, Tx } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { recordStaffAction } from '#features/logs/logs.ts';
import {
  insertAnnouncement,
  lockAnnouncement,
  selectAnnouncement,
  selectAnnouncements,
  updateAnnouncement,
  updateAnnouncementEnded,
} from './announcement-queries.ts';
import { publishSwitches } from './switches.ts';

type AnnouncementDeps = Pick<Deps, 'db' | 'switches'>;

type AnnouncementForm = {
  readonly text: PublicTexts;
  readonly startsAt: string | undefined;
  readonly endsAt: string | undefined;
  readonly reason: string;
  readonly actorId: number;
};

const notFound = (): Refusal => new Refusal('not_found', 'Announcement not found.');
const endsTooEarly = (): Refusal => {
  const message = 'The end must be after the start.';
  return new Refusal('invalid', message, { issues: [{ path: 'endsAt', message }] });
};

/** Runs a change in a transaction; this process shows it at once. */
async function change<Result>({ db, switches }: AnnouncementDeps, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const result = await db.transaction(work);
  await switches.refresh();
  return result;
}

/** As the staff log shows it. */
function detailsOf({ text, startsAt, endsAt, endedAt }: Announcement): object {
  return { tr: text.tr, en: text.en, startsAt, endsAt, endedAt };
}

async function readStored(sql: Sql, id: number): Promise<Announcement> {
  const announcement = await selectAnnouncement(sql, id);
  if (announcement === undefined) throw notFound();
  return announcement;
}

type Change = {
  readonly action: 'add' | 'edit' | 'end';
  readonly reason: string;
  readonly actorId: number;
  readonly before?: Announcement;
};

/** Publishes and logs a change, near the end of its transaction. */
async function finish(tx: Tx, id: number, { action, before, ...by }: Change): Promise<Announcement> {
  const after = await readStored(tx.sql, id);
  await publishSwitches(tx);
  await recordStaffAction(tx, {
    ...by,
    action: `announcement.${action}`,
    subject: `announcement:${id}`,
    ...(before && { before: detailsOf(before) }),
    after: detailsOf(after),
  });
  return after;
}

export function listAnnouncements({ db }: Pick<Deps, 'db'>): Promise<Announcement[]> {
  return selectAnnouncements(db.sql, ANNOUNCEMENTS_LISTED);
}

export function addAnnouncement(deps: AnnouncementDeps, form: AnnouncementForm): Promise<Announcement> {
  const { reason, actorId } = form;
  return change(deps, async (tx) => {
    const id = await insertAnnouncement(tx.sql, form);
    if (id === undefined) throw endsTooEarly();
    return finish(tx, id, { action: 'add', reason, actorId });
  });
}

export function editAnnouncement(
  deps: AnnouncementDeps,
  form: AnnouncementForm & { readonly id: number },
): Promise<Announcement> {
  const { id, reason, actorId } = form;
  return change(deps, async (tx) => {
    const locked = await lockAnnouncement(tx.sql, id);
    if (locked === undefined) throw notFound();
    if (locked.isOver) throw new Refusal('announcement_over', 'This announcement has ended.');
    const before = await readStored(tx.sql, id);
    if (!(await updateAnnouncement(tx.sql, form))) throw endsTooEarly();
    return finish(tx, id, { action: 'edit', reason, actorId, before });
  });
}

/** Ends it now. Ending it again changes nothing. */
export function endAnnouncement(
  deps: AnnouncementDeps,
  { id, reason, actorId }: { readonly id: number; readonly reason: string; readonly actorId: number },
): Promise<Announcement> {
  return change(deps, async (tx) => {
    const locked = await lockAnnouncement(tx.sql, id);
    if (locked === undefined) throw notFound();
    const before = await readStored(tx.sql, id);
    if (locked.isOver) return before;
    await updateAnnouncementEnded(tx.sql, id);
    return finish(tx, id, { action: 'end', reason, actorId, before });
  });
}
