import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

const welcome = z.object({
  /** The player closed the card, or had already played before the card existed. */
  isDismissed: z.boolean(),
  /** The welcome bonus that the player received; null without one. */
  amount: z.nullable(z.number()),
  /** The item of the first opened case; null until its animation has ended. */
  firstItem: z.nullable(z.string()),
  hasBet: z.boolean(),
  hasPlayed: z.boolean(),
});
export type Welcome = z.output<typeof welcome>;

export const getWelcome = endpoint({
  method: 'GET',
  path: '/user/getWelcome',
  summary: 'The first steps that the player has taken; null for visitors.',
  reply: z.object({ data: z.nullable(welcome) }),
});

export const dismissWelcome = endpoint({
  method: 'POST',
  path: '/user/dismissWelcome',
  summary: 'Close the welcome card permanently. Repeating it has no effect.',
  reply: z.object({ message: z.string() }),
});
