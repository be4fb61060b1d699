import * as z from 'zod/mini';
import { waitingChange } from './adjustments.ts';
import { endpoint } from './endpoint.ts';
import { pagination, paginationQuery } from './pagination.ts';
import { idParam } from './text.ts';

/** A price that waits for staff because it differs too much from the current one. */
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
  summary: 'The source and age of the prices, and the price jumps that wait for staff.',
  query: z.object(paginationQuery()),
  reply: z.object({
    data: z.array(heldPrice),
    pagination,
    source: z.string(),
    /** The time when prices were last read completely; null before the first time. */
    readAt: z.nullable(z.iso.datetime()),
    isStale: z.boolean(),
    changed: z.number(),
    /** The reason why the last attempt failed; null if it succeeded. */
    failure: z.nullable(z.string()),
  }),
});

export const decidePrice = endpoint({
  method: 'POST',
  path: '/admin/decidePrice/:itemId',
  summary:
    'Accept a waiting price or keep the current one. `price` is the one that staff saw. A rise that is worth too much waits for a second person.',
  params: z.object({ itemId: idParam }),
  body: z.object({
    isAccepted: z.boolean('Invalid choice.'),
    price: z.number('Invalid choice.').check(z.int('Invalid choice.'), z.positive('Invalid choice.')),
  }),
  refuses: ['not_found', 'price_changed'],
  reply: z.object({
    message: z.string(),
    /** Present if the change waits for a second person. */
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
