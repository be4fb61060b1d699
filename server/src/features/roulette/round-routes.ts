import * as contract from '@karat/contract/roulette';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';
import { createCallers } from '#http/callers.ts';
import { mount } from '#http/mount.ts';
import { selectChains } from './round-queries.ts';
import { describeRound, describeRoundBets, listAllRounds, listRoundDays, listRounds } from './rounds.ts';

/** Read access to rounds: public data for everyone, bets for staff. */
export function roundRoutes(app: FastifyInstance, deps: Deps): void {
  const { anyone, staff } = createCallers(deps);
  const { sql } = deps.db;

  mount(app, contract.getRounds, anyone, ({ query }) => listRounds(sql, query));

  mount(app, contract.getRound, anyone, async ({ params }) => ({ data: await describeRound(sql, params.id) }));

  mount(app, contract.getChains, anyone, async () => ({ data: await selectChains(sql) }));

  mount(app, contract.getAllRouletteRounds, staff, ({ query }) => listAllRounds(sql, query));

  mount(app, contract.getRouletteRoundById, staff, ({ params, query }) =>
    describeRoundBets(sql, { ...params, ...query }),
  );

  mount(app, contract.getRoundTotalsByDate, staff, async ({ params: { date } }) => ({
    dailyBetAmount: await listRoundDays(sql, { from: date, to: date }),
  }));

  mount(app, contract.getRoundDays, staff, async ({ query }) => ({ data: await listRoundDays(sql, query) }));
}
