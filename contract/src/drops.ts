import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { playerName } from './player-name.ts';

/** An opening as the live feed shows it. */
export const drop = z.object({
  id: z.number(),
  /** The handle of its roll, for the URL of its page. */
  handle: z.string(),
  ...playerName,
  avatar: z.string(),
  caseName: z.string(),
  market_hash_name: z.string(),
  image: z.string(),
  skinRarity: z.string(),
  price: z.number(),
  createdAt: z.iso.datetime(),
});
export type LiveDrop = z.output<typeof drop>;

export const getLatestDrops = endpoint({
  method: 'GET',
  path: '/case/getLatestDrops',
  summary: 'The latest openings, newest first; each becomes public when its animation has ended.',
  reply: z.object({ data: z.array(drop) }),
});

const bestOpening = z.object({
  id: z.number(),
  username: z.string(),
  isSandbox: z.boolean(),
  caseName: z.string(),
  market_hash_name: z.string(),
  image: z.string(),
  skinRarity: z.string(),
  /** The price of the case. */
  paid: z.number(),
  /** The quick sell price of the item. */
  worth: z.number(),
});
export type BestOpening = z.output<typeof bestOpening>;

const dayFigures = z.object({
  openings: z.number(),
  /** Openings whose item was worth more than the case had cost. */
  gains: z.number(),
});

export const getWonToday = endpoint({
  method: 'GET',
  path: '/case/getWonToday',
  summary: 'The openings of this UTC day with the largest gains, and how many openings of people had a gain.',
  reply: z.object({
    data: z.array(bestOpening),
    /** Without sandbox players; null while the day has too few openings to compare. */
    figures: z.nullable(dayFigures),
  }),
});
