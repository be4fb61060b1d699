import * as z from 'zod/mini';
import { waitingChange } from './adjustments.ts';
import { endpoint } from './endpoint.ts';
import { pagination, paging } from './pagination.ts';
import { idParam } from './text.ts';

/** A price that was not taken over by itself: too far from the known one. */
const heldPrice = z.object({
  itemId: z.number(),
  market_hash_name: z.string(),
  image: z.string(),
  price: z.number(),
  freshPrice: z.number(),
  seenAt: z.iso.datetime(),
});
export type HeldPrice = z.output<typeof heldPrice>;

export const getPrices = endpoint({
  method: 'GET',
  path: '/admin/getPrices',
  summary: 'Where prices come from, how old they are, and those that wait for staff because they jumped.',
  query: z.object(paging()),
  reply: z.object({
    data: z.array(heldPrice),
    pagination,
    source: z.string(),
    /** Of the last that was read whole; null before the first. */
    readAt: z.nullable(z.iso.datetime()),
    isStale: z.boolean(),
    changed: z.number(),
    /** Why the last try failed; null when it did not. */
    failure: z.nullable(z.string()),
  }),
});

export const decidePrice = endpoint({
  method: 'POST',
  path: '/admin/decidePrice/:itemId',
  summary:
    'Take a held price over, or leave the known one as it is. `price` is the one that was looked at. A rise that is worth too much waits for a second admin.',
  params: z.object({ itemId: idParam }),
  body: z.object({
    isAccepted: z.boolean('Invalid choice.'),
    price: z.number('Invalid choice.').check(z.int('Invalid choice.'), z.positive('Invalid choice.')),
  }),
  refuses: ['not_found', 'price_changed'],
  reply: z.object({
    message: z.string(),
    /** Where it waits. */
    data: z.optional(waitingChange),
  }),
});

export const refreshPrices = endpoint({
  method: 'POST',
  path: '/admin/refreshPrices',
  summary: 'Read the price source now.',
  refuses: ['feed_unread'],
  reply: z.object({ message: z.string() }),
});
