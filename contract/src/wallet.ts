import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { listOf, paginationQuery } from './pagination.ts';
import { playerName } from './player-name.ts';
import { day, idParam, nameFilter } from './text.ts';

/** Every type of transaction that a player can have. */
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
  'SANDBOX_ALLOWANCE',
] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];

const transaction = z.object({
  id: z.number(),
  userId: z.number(),
  oldBalance: z.number(),
  newBalance: z.number(),
  amount: z.number(),
  transactionType: z.enum(TRANSACTION_TYPES),
  /** The subject of the row: a case, an item, a mission, a reason, the number of a round; null if the type is enough. */
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
  summary: "The player's own transactions, newest first, each with the balance before and after it.",
  query: z.object({ ...paginationQuery(), ...transactionFilters }),
  reply: listOf(transaction),
});

/** All matching rows, oldest first, as a CSV file, with the same filters. */
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

const staffTransaction = z.extend(transaction, playerName);
export type StaffTransaction = z.output<typeof staffTransaction>;

/** The number of newest matching transactions that can be paged through. The rest is not counted. */
export const FILTERED_TRANSACTIONS_MAX = 100_000;

export const getAllTransactions = endpoint({
  method: 'GET',
  path: '/admin/getAllTransactions',
  summary: 'Transactions of all players, newest first; optionally of one player by name.',
  query: z.object({ ...paginationQuery(), ...transactionFilters, username: nameFilter }),
  reply: listOf(staffTransaction),
});

/** All matching transactions of players, oldest first, as a CSV file, with the same filters. */
export const ALL_TRANSACTIONS_CSV_PATH = '/admin/downloadTransactions';
export const allTransactionsCsvQuery = z.object({ ...transactionFilters, username: nameFilter });
export const ALL_TRANSACTIONS_CSV_COLUMNS = [
  'id',
  'createdAt',
  'userId',
  'username',
  'transactionType',
  'subject',
  'amount',
  'oldBalance',
  'newBalance',
] as const satisfies readonly (keyof StaffTransaction)[];

export const getTransactionById = endpoint({
  method: 'GET',
  path: '/admin/getTransactionById/:transactionId',
  summary: 'One transaction of a player.',
  params: z.object({ transactionId: idParam }),
  refuses: ['not_found'],
  reply: z.object({
    data: z.extend(staffTransaction, {
      /** The reference in the ledger, and the account on the other side. */
      reference: z.string(),
      account: z.string(),
    }),
  }),
});

/** Kinds of accounts in the books. */
const ACCOUNT_KINDS = ['players', 'rooms', 'rounds', 'house', 'external'] as const;
export type AccountKind = (typeof ACCOUNT_KINDS)[number];

/** The tables whose months are sealed. */
const SEALED_TABLES = ['ledger', 'openings', 'roulette_bets'] as const;
export type SealedTable = (typeof SEALED_TABLES)[number];

const books = z.object({
  /** Every movement that was committed before this moment is counted. */
  at: z.iso.datetime(),
  /** The number of ledger rows. */
  movements: z.number(),
  totals: z.array(z.object({ kind: z.enum(ACCOUNT_KINDS), total: z.number() })),
  /** The house accounts and external accounts, by name. */
  accounts: z.array(z.object({ name: z.string(), total: z.number() })),
  /** The sum of all totals. Anything but 0 means that the books are wrong. */
  sum: z.number(),
  /** While true, no one can wager. */
  isHalted: z.boolean(),
  lastAudit: z.nullable(z.object({ kind: z.enum(['full', 'recent']), at: z.iso.datetime(), violations: z.number() })),
  /** The last sealed month of each table: the hash covers all rows until then, through the hashes of the months before. */
  seals: z.array(z.object({ table: z.enum(SEALED_TABLES), until: z.iso.datetime(), hash: z.string() })),
});
export type Books = z.output<typeof books>;

export const getBooks = endpoint({
  method: 'GET',
  path: '/fair/getBooks',
  summary:
    'The books: totals of players, house and external accounts, their sum, the last audit, and the hashes of sealed months.',
  reply: z.object({ data: books }),
});
