import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** A sandbox player that plays by itself. */
const resident = z.object({
  id: z.number(),
  username: z.string(),
  avatar: z.string(),
  isSandbox: z.literal(true),
  /** What it has done since it was created. */
  actions: z.number(),
  lastActionAt: z.nullable(z.iso.datetime()),
});

const residents = z.object({
  /** Whether the settings of the site allow residents. */
  isAvailable: z.boolean(),
  /** The switch of staff. */
  isOn: z.boolean(),
  /** How many actions all residents do in a minute now: 0 while they are off or many people are online. */
  actionsPerMinute: z.number(),
  residents: z.array(resident),
});
export type Residents = z.output<typeof residents>;

export const getResidents = endpoint({
  method: 'GET',
  path: '/sandbox/getResidents',
  summary: 'The programs that play on the sandbox, what they have done, and their pace.',
  refuses: ['not_found'],
  reply: z.object({ data: residents }),
});

export const setResidents = endpoint({
  method: 'POST',
  path: '/admin/setResidents',
  summary: 'Turn the residents of the sandbox on or off.',
  body: z.object({ isOn: z.boolean('Invalid choice.') }),
  refuses: ['not_found'],
  reply: z.object({ message: z.string(), data: z.object({ isOn: z.boolean() }) }),
});
