import { EXTERIORS, RARITIES, WEAPON_TYPES } from '@karat/rules/items';
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { SEARCH_LENGTH_MAX } from './items.ts';
import { listOf, pagination, paginationQuery } from './pagination.ts';
import { idParam, validDatabaseText } from './text.ts';

export const INVENTORY_SORTS = ['newest', 'oldest', 'highest', 'lowest'] as const;
export type InventorySort = (typeof INVENTORY_SORTS)[number];

/** The most items that one reply contains. */
export const INVENTORY_PAGE_MAX = 1_000;
/** The most items that one request can sell. */
export const QUICK_SELL_ITEMS_MAX = 100;

/** An OWNED item can be sold, listed or withdrawn. The others are locked by a listing or a withdrawal. */
const ownedState = z.enum(['OWNED', 'LISTED', 'WITHDRAWING']);

const ownedItem = z.object({
  id: z.number(),
  state: ownedState,
  /** The quick sell price, fixed when the item was won. */
  price: z.number(),
  createdAt: z.iso.datetime(),
  /** The id of the catalogue item. */
  parentItem: z.number(),
  parentItemDetails: z.object({
    id: z.number(),
    market_hash_name: z.string(),
    image: z.string(),
    skinRarity: z.string(),
    skinExterior: z.string(),
    weaponType: z.string(),
    /** The catalogue price. */
    price: z.number(),
  }),
});
export type OwnedItem = z.output<typeof ownedItem>;

const tag = z.object({ category: z.string(), localized_tag_name: z.string(), name: z.string() });

/**
 * The item in Steam's inventory format, which the sell modal expects. A tag is identified by its index: 0 weapon type,
 * 4 rarity, 5 exterior.
 */
const steamInventoryItem = z.object({
  id: z.number(),
  classid: z.string(),
  name: z.string(),
  market_name: z.string(),
  icon_url: z.string(),
  /** 1 if it can be listed. */
  tradable: z.union([z.literal(0), z.literal(1)]),
  state: ownedState,
  /** The quick sell price, fixed when the item was won. */
  quick_sell_price: z.number(),
  tags: z.array(tag),
});
export type SteamInventoryItem = z.output<typeof steamInventoryItem>;

export const getUserInventory = endpoint({
  method: 'GET',
  path: '/user/getUserInventory',
  summary: "The player's items. With ?view=market in Steam's inventory format.",
  query: z.object({
    ...paginationQuery({ limit: INVENTORY_PAGE_MAX, limitMax: INVENTORY_PAGE_MAX }),
    view: z.optional(z.enum(['market'], 'Invalid view.')),
    search: z._default(
      z.string().check(z.trim(), z.maxLength(SEARCH_LENGTH_MAX, 'Search text is too long'), validDatabaseText),
      '',
    ),
    rarity: z.optional(z.enum(RARITIES, 'Invalid filter.')),
    weaponType: z.optional(z.enum(WEAPON_TYPES, 'Invalid filter.')),
    exterior: z.optional(z.enum(EXTERIORS, 'Invalid filter.')),
    sort: z._default(z.enum(INVENTORY_SORTS, 'Invalid sort.'), 'newest'),
  }),
  reply: z.object({
    data: z.union([z.array(ownedItem), z.object({ descriptions: z.array(steamInventoryItem) })]),
    pagination,
    /** The total quick sell price of all items that match the filters; absent in the market view. */
    totalPrice: z.optional(z.number()),
  }),
});

export const quickSellItem = endpoint({
  method: 'GET',
  path: '/user/quickSellItem/:itemId',
  summary: 'Sell one owned item to the house. Honours Idempotency-Key.',
  hasSideEffects: true,
  params: z.object({ itemId: idParam }),
  refuses: ['already_sold', 'item_locked', 'key_reused', 'not_found'],
  /** `price` is what the item was sold for. */
  reply: z.object({ message: z.string(), price: z.number() }),
});

export const quickSellItems = endpoint({
  method: 'POST',
  path: '/user/quickSellItems',
  summary: 'Sell several owned items to the house in one transaction. Honours Idempotency-Key.',
  body: z.object({
    itemIds: z
      .array(
        z.number('Invalid item.').check(z.int('Invalid item.'), z.positive('Invalid item.')),
        'You must select at least one item.',
      )
      .check(
        z.minLength(1, 'You must select at least one item.'),
        z.maxLength(QUICK_SELL_ITEMS_MAX, `You can sell up to ${QUICK_SELL_ITEMS_MAX} items at once.`),
      ),
  }),
  refuses: ['already_sold', 'item_locked', 'key_reused', 'not_found'],
  /** `soldIds` omits items that were locked or sold before the request; `price` is the total of the sold ones. */
  reply: z.object({ message: z.string(), soldIds: z.array(z.number()), price: z.number() }),
});

export const getInventoryByUserId = endpoint({
  method: 'GET',
  path: '/admin/getInventoryByUserId/:userId',
  summary: 'The items that a player owns, newest first, for staff.',
  params: z.object({ userId: idParam }),
  query: z.object(paginationQuery()),
  reply: listOf(ownedItem),
});
