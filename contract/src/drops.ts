import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** An opening as the live feed shows it. */
export const drop = z.object({
  id: z.number(),
  /** The handle of its roll, for the URL of its page. */
  handle: z.string(),
  username: z.string(),
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
