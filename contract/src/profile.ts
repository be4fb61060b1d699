import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

const bestDrop = z.object({
  /** The roll that gave it. */
  id: z.number(),
  market_hash_name: z.string(),
  image: z.string(),
  skinRarity: z.string(),
  skinExterior: z.string(),
  /** What quick sell paid for it then. */
  price: z.number(),
  caseName: z.string(),
  createdAt: z.iso.datetime(),
});

const statistics = z.object({
  casesOpened: z.number(),
  /** Diamonds put at stake. */
  wagered: z.number(),
  /** What games gave for it, in diamonds: items at what quick sell paid for them then. */
  won: z.number(),
  /** `wagered` less `won`, where that is a loss. */
  lost: z.number(),
  bestDrop: z.nullable(bestDrop),
  itemsSold: z.number(),
  missionsClaimed: z.number(),
  missionRewards: z.number(),
  memberSince: z.iso.datetime(),
});
export type Statistics = z.output<typeof statistics>;

export const getStatistics = endpoint({
  method: 'GET',
  path: '/user/getStatistics',
  summary: "What the player has done so far, from the site's own records.",
  reply: z.object({ data: statistics }),
});
