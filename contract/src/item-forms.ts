import { EXTERIORS, PRICE_MAX, RARITIES, WEAPON_TYPES } from '@karat/rules/items';
import * as z from 'zod/mini';
import { validDatabaseText, visibleLine } from './text.ts';

const NAME_LENGTH_MAX = 64;
export const URL_LENGTH_MAX = 500;

export const WEB_URL = /^https?:\/\/[^\s/?#@\\]+(?:[/?#]\S*)?$/i;
/** The file extension is part of the path; a query may follow it. */
export const IMAGE_URL = /^https?:\/\/[^\s/?#@\\]+\/[^\s?#]*\.(?:jpe?g|png|webp|svg|gif)(?:[?#]\S*)?$/i;

/** A URL with http or https. */
export const webUrl = z
  .string('Must be a valid URL')
  .check(
    z.trim(),
    z.maxLength(URL_LENGTH_MAX, 'Must be a valid URL'),
    validDatabaseText,
    z.regex(WEB_URL, 'Must be a valid URL'),
  );

/** A URL whose path ends with the extension of a picture; a query may follow. */
export const imageUrl = z
  .string('Must be an image URL')
  .check(
    z.trim(),
    z.maxLength(URL_LENGTH_MAX, 'Must be an image URL'),
    validDatabaseText,
    z.regex(IMAGE_URL, 'Must be an image URL'),
  );

/** A typed price: any number above 0. Diamonds are whole, so it is rounded, to at least 1. */
export const diamonds = (sentences: { notNumber: string; notPositive: string }) =>
  z.pipe(
    z.number(sentences.notNumber).check(z.positive(sentences.notPositive), z.maximum(PRICE_MAX, 'Price is too high')),
    z.transform((price) => Math.max(1, Math.round(price))),
  );

const itemPrice = diamonds({ notNumber: 'Price must be a number', notPositive: 'Price must be greater than 0' });

const requiredName = (message: string) =>
  z
    .string(message)
    .check(visibleLine, z.minLength(1, message), z.maxLength(NAME_LENGTH_MAX, 'Name is too long'), validDatabaseText);

const itemFields = {
  itemName: requiredName('Item name is required'),
  skinName: requiredName('Skin name is required'),
  itemImgUrl: imageUrl,
  skinExterior: z.enum(EXTERIORS, 'Skin exterior is required'),
  skinRarity: z.enum(RARITIES, 'Skin rarity is required'),
  weaponType: z.enum(WEAPON_TYPES, 'Weapon type is required'),
};

export const newItem = z.object({ ...itemFields, itemPrice });
export const editedItem = z.object({ ...itemFields, price: itemPrice });
