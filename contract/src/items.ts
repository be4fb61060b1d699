import { EXTERIORS, RARITIES, WEAPON_TYPES } from '@karat/rules/items';
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { listOf, paging, pagination } from './pagination.ts';
import { idParam, storable } from './text.ts';

const NAME_LENGTH_MAX = 64;
export const ADDRESS_LENGTH_MAX = 500;
/** The largest price of anything: far above any skin, far below where sums stop being exact. */
export const PRICE_MAX = 1_000_000_000;
export const SEARCH_LENGTH_MAX = 100;

export const WEB_ADDRESS = /^https?:\/\/[^\s/?#@\\]+(?:[/?#]\S*)?$/i;
/** The ending belongs to the path: a query may follow it. */
export const IMAGE_ADDRESS = /^https?:\/\/[^\s/?#@\\]+\/[^\s?#]*\.(?:jpe?g|png|webp|svg|gif)(?:[?#]\S*)?$/i;

/** An address with http or https. */
export const webAddress = z
  .string('Must be a valid URL')
  .check(
    z.trim(),
    z.maxLength(ADDRESS_LENGTH_MAX, 'Must be a valid URL'),
    storable,
    z.regex(WEB_ADDRESS, 'Must be a valid URL'),
  );

/** An address whose path ends like a picture; a query may follow. */
export const imageAddress = z
  .string('Must be an image URL')
  .check(
    z.trim(),
    z.maxLength(ADDRESS_LENGTH_MAX, 'Must be an image URL'),
    storable,
    z.regex(IMAGE_ADDRESS, 'Must be an image URL'),
  );

/** A price as people type it: any number above 0. Diamonds are whole, so it is rounded, and never to nothing. */
export const diamonds = (sentences: { notNumber: string; notPositive: string }) =>
  z.pipe(
    z.number(sentences.notNumber).check(z.positive(sentences.notPositive), z.maximum(PRICE_MAX, 'Price is too high')),
    z.transform((price) => Math.max(1, Math.round(price))),
  );

const itemPrice = diamonds({ notNumber: 'Price must be a number', notPositive: 'Price must be greater than 0' });

const requiredName = (message: string) =>
  z
    .string(message)
    .check(
      z.trim(),
      z.normalize('NFC'),
      z.minLength(1, message),
      z.maxLength(NAME_LENGTH_MAX, 'Name is too long'),
      storable,
    );

const itemFields = {
  itemName: requiredName('Item name is required'),
  skinName: requiredName('Skin name is required'),
  itemImgUrl: imageAddress,
  skinExterior: z.enum(EXTERIORS, 'Skin exterior is required'),
  skinRarity: z.enum(RARITIES, 'Skin rarity is required'),
  weaponType: z.enum(WEAPON_TYPES, 'Weapon type is required'),
};

export const newItem = z.object({ ...itemFields, itemPrice });
export const editedItem = z.object({ ...itemFields, price: itemPrice });

export const item = z.object({
  id: z.number(),
  itemName: z.string(),
  skinName: z.string(),
  image: z.string(),
  skinExterior: z.string(),
  skinRarity: z.string(),
  weaponType: z.string(),
  price: z.number(),
  /** Null for an item without a known price: it is not offered for a case. */
  min_price: z.nullable(z.number()),
  quick_sell_price: z.number(),
  market_hash_name: z.string(),
});
export type Item = z.output<typeof item>;

export const getAllItems = endpoint({
  method: 'GET',
  path: '/admin/getAllItems',
  summary: 'All items, by their market names.',
  query: z.object(paging({ limit: 12 })),
  reply: z.object({ data: z.object({ items: z.array(item) }), pagination }),
});

export const searchItems = endpoint({
  method: 'POST',
  path: '/admin/searchItems',
  summary: 'Items whose market name holds a text; no hit is an empty list.',
  body: z.object({
    market_hash_name: z
      .string('Search text is required')
      .check(z.trim(), z.maxLength(SEARCH_LENGTH_MAX, 'Search text is too long'), storable),
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
  reply: z.object({ message: z.string(), data: item }),
});

export const editItem = endpoint({
  method: 'PUT',
  path: '/admin/editItem/:id',
  summary: 'Change an item. Cases whose house edge falls too low by it pause themselves.',
  params: z.object({ id: idParam }),
  body: editedItem,
  reply: z.object({ message: z.string(), data: item }),
});
