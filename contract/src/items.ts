import * as z from 'zod/mini';
import { waitingChange } from './adjustments.ts';
import { endpoint } from './endpoint.ts';
import { editedItem, newItem } from './item-forms.ts';
import { listOf, paginationQuery, pagination } from './pagination.ts';
import { idParam, validDatabaseText } from './text.ts';

/** The maximum length of a search text. */
export const SEARCH_LENGTH_MAX = 100;

export const item = z.object({
  id: z.number(),
  itemName: z.string(),
  skinName: z.string(),
  image: z.string(),
  skinExterior: z.string(),
  skinRarity: z.string(),
  weaponType: z.string(),
  price: z.number(),
  /** Null if the price is unknown: such an item cannot be added to a case. */
  min_price: z.nullable(z.number()),
  quick_sell_price: z.number(),
  market_hash_name: z.string(),
});
export type Item = z.output<typeof item>;

export const getAllItems = endpoint({
  method: 'GET',
  path: '/admin/getAllItems',
  summary: 'All items, sorted by market name.',
  query: z.object(paginationQuery({ limit: 12 })),
  reply: z.object({ data: z.object({ items: z.array(item) }), pagination }),
});

export const searchItems = endpoint({
  method: 'POST',
  path: '/admin/searchItems',
  summary: 'Items whose market name contains a text; an empty list if there is none.',
  body: z.object({
    market_hash_name: z
      .string('Search text is required')
      .check(z.trim(), z.maxLength(SEARCH_LENGTH_MAX, 'Search text is too long'), validDatabaseText),
    page: z._default(z.number().check(z.int(), z.minimum(1), z.maximum(1_000_000)), 1),
    limit: z._default(z.number().check(z.int(), z.minimum(1), z.maximum(100)), 100),
  }),
  reply: listOf(item),
});

export const addNewItem = endpoint({
  method: 'POST',
  path: '/admin/addNewItem',
  summary: 'Add an item: one per skin and exterior.',
  body: newItem,
  refuses: ['taken'],
  reply: z.object({ message: z.string(), data: item }),
});

export const editItem = endpoint({
  method: 'PUT',
  path: '/admin/editItem/:id',
  summary:
    'Change an item. Cases whose house edge becomes too low are paused. A price rise that is worth too much waits for a second person.',
  params: z.object({ id: idParam }),
  body: editedItem,
  refuses: ['not_found', 'taken'],
  reply: z.object({ message: z.string(), data: z.union([waitingChange, item]) }),
});
