import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { listOf, paging } from './pagination.ts';
import { day, idParam, storable } from './text.ts';

/** Every kind of movement of diamonds that a player can meet. */
export const TRANSACTION_TYPES = [
  'DEPOSIT',
  'WITHDRAW',
  'CASE_OPEN',
  'QUICK_SELL',
  'ROULETTE_BET',
  'ROULETTE_WIN',
  'ROULETTE_REFUND',
  'DEPOSIT_REVERSAL',
  'ROOM_ENTRY',
  'ROOM_REFUND',
  'ROOM_WIN',
  'MARKET_BUY',
  'MARKET_SALE',
  'MISSION_REWARD',
  'ADMIN_ADJUST',
  'WELCOME',
] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];

const transaction = z.object({
  id: z.number(),
  userId: z.number(),
  oldBalance: z.number(),
  newBalance: z.number(),
  amount: z.number(),
  transactionType: z.enum(TRANSACTION_TYPES),
  /** What it was for, by name: a case, an item, a mission, a reason, the number of a round; null where the type says it all. */
  subject: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
});
export type Transaction = z.output<typeof transaction>;

const transactionFilters = {
  type: z.optional(z.enum(TRANSACTION_TYPES, 'Invalid filter.')),
  /** First and last day, both included, by UTC. */
  from: z.optional(day),
  to: z.optional(day),
};

export const getTransactions = endpoint({
  method: 'GET',
  path: '/user/getTransactions',
  summary: "The player's own ledger, newest first: every movement with the balance before and after it.",
  query: z.object({ ...paging(), ...transactionFilters }),
  reply: listOf(transaction),
});

/** The same rows, all of them and oldest first, as a CSV file; the same filters. */
export const TRANSACTIONS_CSV_PATH = '/user/downloadTransactions';
export const transactionsCsvQuery = z.object(transactionFilters);
export const TRANSACTIONS_CSV_COLUMNS = [
  'id',
  'createdAt',
  'transactionType',
  'subject',
  'amount',
  'oldBalance',
  'newBalance',
] as const satisfies readonly (keyof Transaction)[];

const staffTransaction = z.extend(transaction, { username: z.string() });
export type StaffTransaction = z.output<typeof staffTransaction>;

/** Of everybody's movements that a filter lets through, the newest so many can be paged through: nobody counts the rest. */
export const FILTERED_TRANSACTIONS_REACHED = 100_000;

export const getAllTransactions = endpoint({
  method: 'GET',
  path: '/admin/getAllTransactions',
  summary: 'Movements of everybody, newest first; of one player by their name.',
  query: z.object({
    ...paging(),
    ...transactionFilters,
    username: z._default(z.string().check(z.trim(), z.maxLength(64, 'Search text is too long'), storable), ''),
  }),
  reply: listOf(staffTransaction),
});

export const getTransactionById = endpoint({
  method: 'GET',
  path: '/admin/getTransactionById/:transactionId',
  summary: 'One movement of a player.',
  params: z.object({ transactionId: idParam }),
  refuses: ['not_found'],
  reply: z.object({
    data: z.extend(staffTransaction, {
      /** What it paid for, as the ledger names it, and the account on the other side. */
      reference: z.string(),
      account: z.string(),
    }),
  }),
});

/** Whose diamonds a side of the books holds. */
const ACCOUNT_KINDS = ['players', 'rooms', 'rounds', 'house', 'external'] as const;
export type AccountKind = (typeof ACCOUNT_KINDS)[number];

const books = z.object({
  at: z.iso.datetime(),
  /** How many movements there have been. */
  movements: z.number(),
  totals: z.array(z.object({ kind: z.enum(ACCOUNT_KINDS), total: z.number() })),
  /** The accounts of the house and of the world outside, by name. */
  accounts: z.array(z.object({ name: z.string(), total: z.number() })),
  /** Of all totals: 0, or the books are wrong. */
  sum: z.number(),
  /** While it is true, nobody can wager. */
  isHalted: z.boolean(),
  lastAudit: z.nullable(z.object({ kind: z.enum(['full', 'recent']), at: z.iso.datetime(), violations: z.number() })),
});
export type Books = z.output<typeof books>;

export const getBooks = endpoint({
  method: 'GET',
  path: '/fair/getBooks',
  summary: 'The books: what players, house and the outside hold, their sum, and the last audit.',
  reply: z.object({ data: books }),
});
