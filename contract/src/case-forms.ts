import { CASE_NAME_LENGTH_MAX, RESERVED_CASE_NAMES, ticketsOfRate } from '@karat/rules/cases';
import * as z from 'zod/mini';
import { diamondAmount, imageUrl, webUrl } from './item-forms.ts';
import { validDatabaseText, cleanedLine } from './text.ts';

/** Items of one case: as many as fit into one request if each is sent as a whole object. */
export const CASE_ITEMS_MAX = 100;

const DROP_RATE = 'Drop rate must be 0 to 100 in steps of 0.01';

const itemId = z.number('Invalid item.').check(z.int('Invalid item.'), z.positive('Invalid item.'));

/** An item, identified by any of the id names that clients use. Whole item objects are accepted. */
const chosenItem = z.pipe(
  z
    .object({
      id: z.optional(itemId),
      _id: z.optional(itemId),
      parentItem: z.optional(itemId),
      drop_rate: z.number(DROP_RATE).check(z.refine<number>((rate) => ticketsOfRate(rate) !== undefined, DROP_RATE)),
    })
    .check(
      z.refine<{ id?: number | undefined; _id?: number | undefined; parentItem?: number | undefined }>(
        (chosen) => (chosen.parentItem ?? chosen.id ?? chosen._id) !== undefined,
        'Invalid item.',
      ),
    ),
  z.transform((chosen) => ({
    itemId: (chosen.parentItem ?? chosen.id ?? chosen._id)!,
    tickets: ticketsOfRate(chosen.drop_rate)!,
  })),
);
export type ChosenItem = z.output<typeof chosenItem>;

export const NO_ITEMS = 'You must select at least one item.';

const caseName = z.string('Case name is required').check(
  cleanedLine,
  z.minLength(1, 'Case name is required'),
  z.maxLength(CASE_NAME_LENGTH_MAX, 'Name is too long'),
  z.refine<string>(
    (name) => !RESERVED_CASE_NAMES.includes(name) && name !== '.' && name !== '..',
    'This name is reserved',
  ),
  validDatabaseText,
);

const casePrice = diamondAmount({ notNumber: 'Price must be a number', notPositive: 'Price must be greater than 0' });

const chosenItems = z
  .array(chosenItem, NO_ITEMS)
  .check(z.minLength(1, NO_ITEMS), z.maxLength(CASE_ITEMS_MAX, `A case can hold up to ${CASE_ITEMS_MAX} items.`));

export const newCase = z.object({ caseName, casePrice, caseImgUrl: webUrl, items: chosenItems });
export const editedCase = z.object({ caseName, casePrice, caseImgUrl: imageUrl, items: chosenItems });
