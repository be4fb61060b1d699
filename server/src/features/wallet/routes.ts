import * as accounts from '@karat/contract/accounts';
import * as contract from '@karat/contract/wallet';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';
import { createCallers } from '#http/callers.ts';
import { onceByKey, requestKeyOf } from '#http/idempotency.ts';
import { mount } from '#http/mount.ts';
import { adjustBalance } from './adjusting.ts';
import { updateAgeConfirmed } from './queries.ts';
import { describeTransaction, listAllTransactions } from './staff-transactions.ts';
import { mountTransactionsCsv } from './transactions-csv.ts';
import { listTransactions } from './transactions.ts';

export function walletRoutes(app: FastifyInstance, deps: Deps): void {
  const { player, admin } = createCallers(deps);
  const { db, live } = deps;

  mount(app, contract.adjustBalance, admin, ({ body }, { id: actorId }, request) => {
    const { userId, amount, reason } = body;
    const keyed = { playerId: actorId, key: requestKeyOf(request), request: ['adjustBalance', body] };
    return db.transaction((tx) =>
      onceByKey(tx, keyed, async () => {
        const balance = await adjustBalance(tx, live, { playerId: userId, amount, reason, actorId });
        return { message: 'Balance adjusted.', data: { userId, balance } };
      }),
    );
  });

  mount(app, accounts.confirmAge, player, async (_, { id }) => {
    await updateAgeConfirmed(db.sql, id);
    return { message: 'Confirmed.' };
  });

  mount(app, contract.getTransactions, player, ({ query }, { id: playerId }) =>
    listTransactions(db.sql, { playerId, ...query }),
  );

  mount(app, contract.getAllTransactions, admin, ({ query }) => listAllTransactions(deps, query));

  mount(app, contract.getTransactionById, admin, async ({ params }) => ({
    data: await describeTransaction(db.sql, params.transactionId),
  }));

  mountTransactionsCsv(app, deps);
}
