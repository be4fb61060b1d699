import { CASE_NAME_LENGTH_MAX, CASES_OPENED_AT_ONCE_MAX } from '@karat/rules/cases';
import * as z from 'zod/mini';
import { WAGER_REFUSALS } from './refusal.ts';
import { editedCase, newCase } from './case-forms.ts';
import { endpoint } from './endpoint.ts';
import { item, SEARCH_LENGTH_MAX } from './items.ts';
import { listOf, paginationQuery, wholeNumber } from './pagination.ts';
import { day, idParam, nameFilter, reason, validDatabaseText } from './text.ts';

export const CASE_SORTS = ['highest', 'lowest', 'newest', 'oldest'] as const;
export type CaseSort = (typeof CASE_SORTS)[number];

const caseItem = z.extend(item, { parentItem: z.number(), drop_rate: z.number() });
export type CaseItem = z.output<typeof caseItem>;

const caseFields = {
  id: z.number(),
  /** Equal to `id`: clients use both names. */
  _id: z.number(),
  name: z.string(),
  image: z.string(),
  imgUrl: z.string(),
  price: z.number(),
  createdAt: z.iso.datetime(),
  /** A paused case can be viewed, but not opened. */
  isPaused: z.boolean(),
  /** Hash of the current version, which contains everything that decides a roll. */
  hash: z.string(),
  /** In percent, based on what quick sell pays for the items. */
  houseEdge: z.number(),
  /** In percent, based on the prices of the items: what the house keeps if players withdraw them. */
  withdrawalEdge: z.number(),
};

const listedCase = z.object({
  ...caseFields,
  items: z.array(z.object({ id: z.number(), drop_rate: z.number() })),
});
export type ListedCase = z.output<typeof listedCase>;

const caseDetails = z.object({
  ...caseFields,
  version: z.number(),
  /** The text whose SHA-256 is the hash. */
  canon: z.string(),
  expectedPayout: z.number(),
  /** Rarest first. `items` and `contains` are the same list. */
  items: z.array(caseItem),
  contains: z.array(caseItem),
});
export type CaseDetails = z.output<typeof caseDetails>;

const caseNameParam = z.object({
  caseName: z
    .string()
    .check(
      z.normalize('NFC'),
      z.minLength(1, 'Case not found.'),
      z.maxLength(CASE_NAME_LENGTH_MAX, 'Case not found.'),
      validDatabaseText,
    ),
});

const search = z._default(
  z.string().check(z.trim(), z.maxLength(SEARCH_LENGTH_MAX, 'Search text is too long'), validDatabaseText),
  '',
);

const priceLimit = z.optional(wholeNumber({ min: 0, max: Number.MAX_SAFE_INTEGER, message: 'Invalid filter.' }));

const countedBand = z.object({ minPrice: z.number(), maxPrice: z.nullable(z.number()), count: z.number() });
export type CountedBand = z.output<typeof countedBand>;

export const getAllCases = endpoint({
  method: 'GET',
  path: '/case/getAllCases',
  summary: 'Cases on offer, searched, limited to prices and sorted.',
  query: z.object({
    ...paginationQuery({ limit: 20 }),
    search,
    sort: z._default(z.enum(CASE_SORTS, 'Invalid sort.'), 'highest'),
    /** Both limits are included. */
    minPrice: priceLimit,
    maxPrice: priceLimit,
  }),
  reply: z.extend(listOf(listedCase), {
    /** How many cases the search finds in each price band, whatever the price limits of this request. */
    bands: z.array(countedBand),
  }),
});

export const getCaseByName = endpoint({
  method: 'GET',
  path: '/user/getCaseByName/:caseName',
  summary: 'One case with its items, drop rates, house edge and version hash.',
  params: caseNameParam,
  refuses: ['not_found'],
  reply: z.object({ data: caseDetails }),
});

const wonItem = z.object({
  /** The id of the owned item, for quick sell; also the id of the roll. */
  id: z.number(),
  market_hash_name: z.string(),
  parentItem: z.number(),
  /** The quick sell price. */
  price: z.number(),
});
export type WonItem = z.output<typeof wonItem>;

export const openCase = endpoint({
  method: 'GET',
  path: '/case/openCase/:caseName',
  switch: 'case',
  summary:
    'Open a case, one to five at once. Honours Idempotency-Key; X-Client-Entropy (32 hex digits) becomes part of the roll.',
  hasSideEffects: true,
  params: caseNameParam,
  query: z.object({
    count: z._default(
      wholeNumber({
        min: 1,
        max: CASES_OPENED_AT_ONCE_MAX,
        message: `You can open 1 to ${CASES_OPENED_AT_ONCE_MAX} cases at once.`,
      }),
      1,
    ),
    /** The version that the player saw. Refused with `case_changed` if the case has changed since. */
    hash: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/, 'Invalid hash.'))),
  }),
  refuses: [...WAGER_REFUSALS, 'case_changed', 'case_paused', 'not_found'],
  reply: z.object({ reward: wonItem, rewards: z.optional(z.array(wonItem)) }),
});

/** Sentences that both the editor and the server use. */
export const dropRateTotalSentence = (percent: number): string =>
  `Total drop rate must be exactly 100%. Currently: ${percent}%`;
export const EDGE_TOO_LOW = 'House edge is too low!';
export const WITHDRAWAL_EDGE_TOO_LOW = 'The house edge when withdrawn is too low.';
export const ITEM_TWICE = 'An item can be added only once.';
export const ITEM_UNKNOWN = 'Item not found.';
export const ITEM_UNPRICED = 'Items without min_price are not offered for a case.';
export const EDGE_NEGATIVE = 'House edge is negative! Increase the case price or reduce item values.';

const adminCase = z.object({
  ...caseFields,
  items: z.array(caseItem),
  contains: z.array(caseItem),
});
export type AdminCase = z.output<typeof adminCase>;

export const adminGetAllCases = endpoint({
  method: 'GET',
  path: '/admin/getAllCases',
  summary: 'All cases with their items, paused ones too.',
  query: z.object(paginationQuery({ limit: 20 })),
  reply: z.extend(listOf(adminCase), {
    /** The minimum withdrawal edge of a case in percent; null if none is required. */
    minWithdrawalEdge: z.nullable(z.number()),
  }),
});

export const addNewCase = endpoint({
  method: 'POST',
  path: '/admin/addNewCase',
  summary:
    'Add a case: rates that total 100, house edge at least 5 percent, with real value also enough withdrawal edge.',
  body: newCase,
  refuses: ['not_found', 'taken'],
  reply: z.object({ message: z.string(), data: adminCase }),
});

export const editCase = endpoint({
  method: 'PUT',
  path: '/admin/editCase/:id',
  summary: 'Change a case. Each change is a new version with its own published hash.',
  params: z.object({ id: idParam }),
  body: editedCase,
  refuses: ['not_found', 'taken'],
  reply: z.object({ message: z.string(), data: adminCase }),
});

export const setCasePaused = endpoint({
  method: 'POST',
  path: '/admin/setCasePaused/:id',
  summary: 'Pause a case, so that nobody can open it, or resume it. Resuming requires the same house edge as saving.',
  params: z.object({ id: idParam }),
  body: z.object({ isPaused: z.boolean('Invalid choice.'), reason }),
  refuses: ['not_found'],
  reply: z.object({ message: z.string() }),
});

const openedCase = z.object({
  id: z.number(),
  caseName: z.nullable(z.string()),
  openedBy: z.nullable(z.string()),
  /** Whether a sandbox player opened it. */
  isSandbox: z.boolean(),
  resultItem: z.nullable(z.string()),
  casePrice: z.number(),
  createdAt: z.iso.datetime(),
});
export type OpenedCase = z.output<typeof openedCase>;

/** The number of newest matching openings that can be paged through. The rest is not counted. */
export const FILTERED_OPENINGS_MAX = 10_000;

const openingFilters = {
  username: nameFilter,
  caseName: nameFilter,
  /** First and last day, both included, by UTC. */
  from: z.optional(day),
  to: z.optional(day),
};

export const getOpenedCases = endpoint({
  method: 'GET',
  path: '/admin/getOpenedCases',
  summary: 'Openings of all players, newest first; optionally of one player or case by name, and of some days.',
  query: z.object({ ...paginationQuery(), ...openingFilters }),
  reply: listOf(openedCase),
});

/** All matching openings, oldest first, as a CSV file, with the same filters. */
export const OPENED_CASES_CSV_PATH = '/admin/downloadOpenedCases';
export const openedCasesCsvQuery = z.object(openingFilters);
export const OPENED_CASES_CSV_COLUMNS = [
  'id',
  'createdAt',
  'openedBy',
  'caseName',
  'casePrice',
  'resultItem',
] as const satisfies readonly (keyof OpenedCase)[];
