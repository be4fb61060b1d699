import { getTransactionsByUserId } from '@karat/contract/users';
import * as contract from '@karat/contract/wallet';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';
import { createCallers } from '#http/callers.ts';
import { mount } from '#http/mount.ts';
import { mountStaffCsv } from '#http/staff-csv.ts';
import {
  describeTransaction,
  listAllTransactions,
  listTransactionsOfPlayer,
  readAllTransactions,
} from './staff-transactions.ts';
import { mountTransactionsCsv } from './transactions-csv.ts';
import { listTransactions } from './transactions.ts';

export function walletRoutes(app: FastifyInstance, deps: Deps): void {
  const { player, staff } = createCallers(deps);
  const { db } = deps;

  mount(app, contract.getTransactions, player, ({ query }, { id: playerId }) =>
    listTransactions(db.sql, { playerId, ...query }),
  );

  mount(app, contract.getAllTransactions, staff, ({ query }) => listAllTransactions(deps, query));

  mount(app, getTransactionsByUserId, staff, ({ params, query }) =>
    listTransactionsOfPlayer(db.sql, { playerId: params.userId, ...query }),
  );

  mount(app, contract.getTransactionById, staff, async ({ params }) => ({
    data: await describeTransaction(db.sql, params.transactionId),
  }));

  mountTransactionsCsv(app, deps);
  mountStaffCsv(app, deps, {
    path: contract.ALL_TRANSACTIONS_CSV_PATH,
    query: contract.allTransactionsCsvQuery,
    columns: contract.ALL_TRANSACTIONS_CSV_COLUMNS,
    fileName: 'karat-transactions.csv',
    readRows: readAllTransactions,
  });
}
