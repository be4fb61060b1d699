import { EXTERIORS, PRICE_MAX, RARITIES, WEAPON_TYPES } from '@karat/rules/items';
import * as z from 'zod/mini';
import { requiredLine, validDatabaseText } from './text.ts';

const NAME_LENGTH_MAX = 64;
export const URL_LENGTH_MAX = 500;

export const WEB_URL_PATTERN = /^https?:\/\/[^\s/?#@\\]+(?:[/?#]\S*)?$/i;
/** The path ends with the extension of an image; a query or fragment may follow. */
export const IMAGE_URL_PATTERN = /^https?:\/\/[^\s/?#@\\]+\/[^\s?#]*\.(?:jpe?g|png|webp|svg|gif)(?:[?#]\S*)?$/i;

/** A URL with http or https. */
export const webUrl = z
  .string('Must be a valid URL')
  .check(
    z.trim(),
    z.maxLength(URL_LENGTH_MAX, 'Must be a valid URL'),
    validDatabaseText,
    z.regex(WEB_URL_PATTERN, 'Must be a valid URL'),
  );

/** A URL whose path ends with an image extension; a query or fragment may follow. */
export const imageUrl = z
  .string('Must be an image URL')
  .check(
    z.trim(),
    z.maxLength(URL_LENGTH_MAX, 'Must be an image URL'),
    validDatabaseText,
    z.regex(IMAGE_URL_PATTERN, 'Must be an image URL'),
  );

/**
 * Schema of an amount that a user enters, above 0 and up to PRICE_MAX. Diamonds (the currency) are whole numbers, so it is rounded,
 * to at least 1.
 */
export const diamondAmount = (messages: { notNumber: string; notPositive: string }) =>
  z.pipe(
    z.number(messages.notNumber).check(z.positive(messages.notPositive), z.maximum(PRICE_MAX, 'Price is too high')),
    z.transform((price) => Math.max(1, Math.round(price))),
  );

const itemPrice = diamondAmount({ notNumber: 'Price must be a number', notPositive: 'Price must be greater than 0' });

const requiredName = (missing: string) =>
  requiredLine({ missing, lengthMax: NAME_LENGTH_MAX, tooLong: 'Name is too long' });

const itemFields = {
  itemName: requiredName('Item name is required'),
  skinName: requiredName('Skin name is required'),
  itemImgUrl: imageUrl,
  skinExterior: z.enum(EXTERIORS, 'Skin exterior is required'),
  skinRarity: z.enum(RARITIES, 'Skin rarity is required'),
  weaponType: z.enum(WEAPON_TYPES, 'Weapon type is required'),
};

// The specification names the price differently in the two requests.
export const newItem = z.object({ ...itemFields, itemPrice });
export const editedItem = z.object({ ...itemFields, price: itemPrice });
