import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

const bestDrop = z.object({
  /** The id of its roll. */
  id: z.number(),
  market_hash_name: z.string(),
  image: z.string(),
  skinRarity: z.string(),
  skinExterior: z.string(),
  /** The quick sell price at that time. */
  price: z.number(),
  caseName: z.string(),
  createdAt: z.iso.datetime(),
});

const statistics = z.object({
  casesOpened: z.number(),
  /** Total stakes in diamonds. */
  wagered: z.number(),
  /** Total winnings in diamonds; items count with their quick sell price at that time. */
  won: z.number(),
  /** `wagered` minus `won`, at least 0. */
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
  summary: "The player's statistics.",
  reply: z.object({ data: statistics }),
});
