import { SWITCHES } from '@karat/rules/switches';
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { playerName } from './player-name.ts';
import { idParam, reason, reasonBody, requiredLine } from './text.ts';

const TEXT_LENGTH_MAX = 300;

const publicText = requiredLine({
  missing: 'Text is required in both languages.',
  lengthMax: TEXT_LENGTH_MAX,
  tooLong: `Text must be at most ${TEXT_LENGTH_MAX} characters.`,
});

const publicTexts = z.object({ tr: publicText, en: publicText }, 'Text is required in both languages.');

const moment = z.iso.datetime('Invalid time.');

const staffMember = z.nullable(z.object({ id: z.number(), ...playerName }));

const staffSwitch = z.object({
  name: z.enum(SWITCHES),
  isOn: z.boolean(),
  /** The reason of the last change; null if there was none. */
  reason: z.nullable(z.string()),
  message: z.nullable(publicTexts),
  endsAt: z.nullable(z.iso.datetime()),
  changedAt: z.nullable(z.iso.datetime()),
  changedBy: staffMember,
});
export type StaffSwitch = z.output<typeof staffSwitch>;

export const getSwitches = endpoint({
  method: 'GET',
  path: '/admin/getSwitches',
  summary: 'All switches with their state, and who changed them last and why.',
  reply: z.object({ data: z.array(staffSwitch) }),
});

export const newSwitchState = z.object({
  isOn: z.boolean('Invalid choice.'),
  reason,
  /** For players, while it is off. */
  message: z.optional(publicTexts),
  endsAt: z.optional(moment),
});

export const setSwitch = endpoint({
  method: 'POST',
  path: '/admin/setSwitch/:name',
  summary:
    'Switch a part of the site off or on. It takes effect in every process within two seconds. Switching off again replaces message and end.',
  params: z.object({ name: z.enum(SWITCHES, 'Invalid choice.') }),
  body: newSwitchState,
  reply: z.object({ message: z.string(), data: staffSwitch }),
});

const announcement = z.object({
  id: z.number(),
  text: publicTexts,
  startsAt: z.iso.datetime(),
  endsAt: z.nullable(z.iso.datetime()),
  /** When staff ended it early. */
  endedAt: z.nullable(z.iso.datetime()),
  createdBy: staffMember,
});
export type Announcement = z.output<typeof announcement>;

export const ANNOUNCEMENTS_LISTED = 50;

export const getAnnouncements = endpoint({
  method: 'GET',
  path: '/admin/getAnnouncements',
  summary: `The newest ${ANNOUNCEMENTS_LISTED} announcements, ended ones too.`,
  reply: z.object({ data: z.array(announcement) }),
});

export const announcementForm = z
  .object({ text: publicTexts, startsAt: z.optional(moment), endsAt: z.optional(moment), reason })
  .check(
    z.refine(({ startsAt, endsAt }) => endsAt === undefined || startsAt === undefined || startsAt < endsAt, {
      error: 'The end must be after the start.',
      path: ['endsAt'],
    }),
  );

export const addAnnouncement = endpoint({
  method: 'POST',
  path: '/admin/addAnnouncement',
  summary: 'Announce something to everyone on the site, from a start (by default now) until an end.',
  body: announcementForm,
  reply: z.object({ message: z.string(), data: announcement }),
});

export const editAnnouncement = endpoint({
  method: 'PUT',
  path: '/admin/editAnnouncement/:id',
  summary: 'Change the text and the times of an announcement that has not ended.',
  params: z.object({ id: idParam }),
  body: announcementForm,
  refuses: ['not_found', 'announcement_over'],
  reply: z.object({ message: z.string(), data: announcement }),
});

export const endAnnouncement = endpoint({
  method: 'POST',
  path: '/admin/endAnnouncement/:id',
  summary: 'End an announcement now. Ending it again has no effect.',
  params: z.object({ id: idParam }),
  body: reasonBody,
  refuses: ['not_found'],
  reply: z.object({ message: z.string(), data: announcement }),
});
