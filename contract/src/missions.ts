import { MISSION_PERIODS } from '@karat/rules/missions';
import { PRICE_MAX } from '@karat/rules/items';
import * as z from 'zod/mini';
import { waitingChange } from './adjustments.ts';
import { endpoint } from './endpoint.ts';
import { URL_LENGTH_MAX, diamondAmount, IMAGE_URL_PATTERN, WEB_URL_PATTERN } from './item-forms.ts';
import { listOf, paginationQuery } from './pagination.ts';
import { idParam, requiredLine, validDatabaseText } from './text.ts';

const required = (missing: string, { lengthMax }: { lengthMax: number }) =>
  requiredLine({ missing, lengthMax, tooLong: `At most ${lengthMax} characters` });

const missionImg = z
  .string('Image URL is required')
  .check(
    z.trim(),
    z.minLength(1, 'Image URL is required'),
    z.maxLength(URL_LENGTH_MAX, 'Enter a valid image URL'),
    validDatabaseText,
    z.regex(WEB_URL_PATTERN, 'Enter a valid image URL'),
    z.regex(IMAGE_URL_PATTERN, 'Must be an image URL'),
  );

const target = z.pipe(
  z
    .number('Target must be a number')
    .check(z.positive('Target must be greater than 0'), z.maximum(PRICE_MAX, 'Target is too high')),
  z.transform((count) => Math.max(1, Math.round(count))),
);

const missionFields = {
  title: required('Mission title is required', { lengthMax: 80 }),
  type: required('Mission type is required', { lengthMax: 100 }),
  description: required('Mission description is required', { lengthMax: 300 }),
  missionImg,
  target,
  reward: diamondAmount({ notNumber: 'Reward must be a number', notPositive: 'Reward must be greater than 0' }),
};

export const newMission = z.object(missionFields);
/** The changed fields of a mission. `isActive: false` removes a mission from the page; earned rewards can still be claimed. */
export const editedMission = z.object({ ...missionFields, isActive: z.optional(z.boolean('Invalid view.')) });

const definition = {
  id: z.number(),
  title: z.string(),
  type: z.string(),
  description: z.string(),
  image: z.string(),
  target: z.number(),
  reward: z.number(),
};

/** A player's progress in a mission. */
const progressFields = {
  /** In whole percent; above 99 the reward can be claimed, or was already claimed. */
  progress: z.number(),
  /** The part of the target that is done in this period. */
  amount: z.number(),
  /** The reward of this period is paid, and no earlier one is left to claim. */
  isClaimed: z.boolean(),
};

export const missionProgress = z.object({ id: z.number(), ...progressFields });
export type MissionProgress = z.output<typeof missionProgress>;

const mission = z.object({
  ...definition,
  ...progressFields,
  period: z.enum(MISSION_PERIODS),
  /** The time when the next period starts; null for a mission without periods. */
  resetsAt: z.nullable(z.iso.datetime()),
});
export type Mission = z.output<typeof mission>;

export const getAllMissions = endpoint({
  method: 'GET',
  path: '/user/getAllMissions',
  summary: 'Missions on offer with the progress of the caller: 0 for visitors.',
  reply: z.object({ data: z.array(mission) }),
});

export const claimMission = endpoint({
  method: 'POST',
  path: '/user/claimMission/:missionId',
  summary: 'Claim the reward of a completed mission, once. Honours Idempotency-Key.',
  params: z.object({ missionId: idParam }),
  refuses: [
    'already_claimed',
    'awaiting_approval',
    'banned',
    'key_reused',
    'ledger_halted',
    'mission_incomplete',
    'not_found',
    'on_break',
    'self_excluded',
  ],
  reply: z.object({ message: z.string(), reward: z.number() }),
});

const adminMission = z.object({
  ...definition,
  /** The image URL again, under the name that the form sends. */
  missionImg: z.string(),
  isActive: z.boolean(),
  /** Whether the site counts progress for its type. */
  isCounted: z.boolean(),
  claims: z.number(),
});
export type AdminMission = z.output<typeof adminMission>;

export const adminGetAllMissions = endpoint({
  method: 'GET',
  path: '/admin/getAllMissions',
  summary: 'All missions, newest first, including inactive ones.',
  query: z.object(paginationQuery()),
  reply: listOf(adminMission),
});

export const addNewMission = endpoint({
  method: 'POST',
  path: '/admin/addNewMission',
  summary: 'Add a mission. Progress counts from now on. A mission that may pay out too much waits for a second person.',
  body: newMission,
  reply: z.object({ message: z.string(), data: z.union([waitingChange, adminMission]) }),
});

export const editMission = endpoint({
  method: 'PUT',
  path: '/admin/editMission/:id',
  summary:
    'Change a mission. Another type resets the progress. A mission that may pay out too much waits for a second person.',
  params: z.object({ id: idParam }),
  body: editedMission,
  refuses: ['not_found'],
  reply: z.object({ message: z.string(), data: z.union([waitingChange, adminMission]) }),
});
