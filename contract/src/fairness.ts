import { CASE_NAME_LENGTH_MAX } from '@karat/rules/cases';
import { CLIENT_SEED_PATTERN } from '@karat/rules/fairness';
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { listOf, paginationQuery } from './pagination.ts';
import { validDatabaseText } from './text.ts';

const clientSeed = z
  .string('Client seed must be 1 to 64 letters, digits, - or _.')
  .check(z.regex(CLIENT_SEED_PATTERN, 'Client seed must be 1 to 64 letters, digits, - or _.'));

const seeds = z.object({
  active: z.object({ serverSeedHash: z.string(), clientSeed: z.string(), nonce: z.number() }),
  /** Published before the player chooses the client seed for it. */
  next: z.object({ serverSeedHash: z.string() }),
});
export type Seeds = z.output<typeof seeds>;

export const getSeeds = endpoint({
  method: 'GET',
  path: '/fair/getSeeds',
  summary: "The player's committed seeds: hashes only, the client seed, and the nonce of the next roll.",
  reply: z.object({ data: seeds }),
});

const revealedSeed = z.object({
  serverSeed: z.string(),
  serverSeedHash: z.string(),
  clientSeed: z.string(),
  /** The number of rolls that were made with it. */
  rolls: z.number(),
});
export type RevealedSeed = z.output<typeof revealedSeed>;

export const rotateSeed = endpoint({
  method: 'POST',
  path: '/fair/rotateSeed',
  summary: 'Reveal the active seed and continue with the next one and a new client seed.',
  body: z.object({ clientSeed }),
  reply: z.object({ data: z.extend(seeds, { revealed: revealedSeed }) }),
});

/** A roll of a case with everything that is needed to verify it. It does not name the player. */
const roll = z.object({
  id: z.number(),
  /** The public name of the roll. Unlike the id it cannot be guessed. */
  handle: z.string(),
  createdAt: z.iso.datetime(),
  caseName: z.string(),
  price: z.number(),
  /** The version of the case at that time: its text and the hash of the text. */
  caseCanon: z.string(),
  caseHash: z.string(),
  serverSeedHash: z.string(),
  /** Null until the player rotates the seed. */
  serverSeed: z.nullable(z.string()),
  clientSeed: z.string(),
  entropy: z.string(),
  nonce: z.number(),
  ticket: z.number(),
  /** Tickets that win this item. */
  from: z.number(),
  to: z.number(),
  itemId: z.number(),
  market_hash_name: z.string(),
  image: z.string(),
  skinRarity: z.string(),
  /** The quick sell price, fixed when the item was won. */
  quick_sell_price: z.number(),
});
export type Roll = z.output<typeof roll>;

export const getRolls = endpoint({
  method: 'GET',
  path: '/fair/getRolls',
  summary: "The player's own rolls, newest first; with ?requestKey those of one request.",
  query: z.object({
    ...paginationQuery(),
    requestKey: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, 'Invalid key.'))),
  }),
  reply: listOf(roll),
});

/** The id of a roll, or its handle. */
const rollRef = z.string().check(z.regex(/^(?:[1-9]\d{0,15}|[\w-]{22})$/, 'Invalid id.'));

export const getRoll = endpoint({
  method: 'GET',
  path: '/fair/getRoll/:id',
  summary: 'One roll: by its handle for everyone, once its animation has ended; by its id for its player and staff.',
  params: z.object({ id: rollRef }),
  refuses: ['not_found'],
  reply: z.object({ data: roll }),
});

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

const versionOdds = z.object({
  version: z.number(),
  hash: z.string(),
  canon: z.string(),
  price: z.number(),
  isCurrent: z.boolean(),
  openings: z.number(),
  /** How many of the openings are by sandbox players, which are programs. */
  sandboxOpenings: z.number(),
  items: z.array(
    z.object({
      itemId: z.number(),
      market_hash_name: z.string(),
      image: z.string(),
      skinRarity: z.string(),
      tickets: z.number(),
      expected: z.number(),
      observed: z.number(),
    }),
  ),
  /** Null if there are too few openings. */
  test: z.nullable(z.object({ chiSquare: z.number(), degrees: z.number(), p: z.number() })),
  verdict: z.enum(['too_few', 'fits', 'doubtful']),
});
export type VersionOdds = z.output<typeof versionOdds>;

export const getCaseOdds = endpoint({
  method: 'GET',
  path: '/fair/getCaseOdds/:caseName',
  summary: 'Published and observed drops of a case, version by version.',
  params: caseNameParam,
  refuses: ['not_found'],
  reply: z.object({ data: z.object({ caseName: z.string(), versions: z.array(versionOdds) }) }),
});

const caseRoll = z.object({
  /** Identifies the opening in this list only, so that it is counted once. */
  handle: z.string(),
  /** By UTC. */
  day: z.iso.date(),
  caseHash: z.string(),
  ticket: z.number(),
  itemId: z.number(),
  /** Openings of staff and demo players count like all others, but are marked here. */
  opener: z.enum(['player', 'staff', 'demo']),
});
export type PublicCaseRoll = z.output<typeof caseRoll>;

export const getCaseRolls = endpoint({
  method: 'GET',
  path: '/fair/getCaseRolls/:caseName',
  summary:
    'Every opening of a case, newest first, without anything that links the openings of one player. The odds page is computed from it.',
  params: caseNameParam,
  query: z.object(paginationQuery()),
  refuses: ['not_found'],
  reply: listOf(caseRoll),
});

/**
 * All rows of a case, oldest first, as a CSV file with the field names in the first line. A value that begins with a minus gets an
 * apostrophe before it, so that no spreadsheet takes it for a formula.
 */
export const CASE_ROLLS_CSV_PATH = '/fair/downloadCaseRolls/:caseName';

/** The columns of the file, in order. */
export const CASE_ROLLS_CSV_COLUMNS = [
  'handle',
  'day',
  'caseHash',
  'ticket',
  'itemId',
  'opener',
] as const satisfies readonly (keyof PublicCaseRoll)[];
