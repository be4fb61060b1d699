import * as contract from '@karat/contract/fairness';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';
import { createCallers } from '#http/callers.ts';
import { mount } from '#http/mount.ts';
import { originOf } from '#http/origin.ts';
import { assertRate, type Rate } from '#http/rate-limit.ts';
import { createDropCounts } from './drop-counts.ts';
import { createSeeds } from './fairness.ts';
import { caseOdds } from './odds.ts';
import { mountRollsCsv } from './rolls-csv.ts';
import { describeRoll, listCaseRolls, listRolls } from './rolls.ts';

/** Each rotation adds a permanent row. */
const ROTATION_RATE: Rate = { burst: 60, perSecond: 1 };

export function fairnessRoutes(app: FastifyInstance, deps: Deps): void {
  const { anyone, player } = createCallers(deps);
  const { db, env, limits } = deps;
  const seeds = createSeeds(deps);
  const counts = createDropCounts(db.sql);

  mount(app, contract.getSeeds, player, async (_, { id }) => ({ data: await seeds.show(id) }));

  mount(app, contract.rotateSeed, player, async ({ body }, { id: playerId }) => {
    const message = 'Too many rotations. Please wait a moment.';
    assertRate(limits, { key: `rotate:${playerId}`, rate: ROTATION_RATE, message });
    return { data: await seeds.rotate({ playerId, ...body }) };
  });

  mount(app, contract.getRolls, player, ({ query }, { id: playerId }, request) =>
    listRolls(deps, { playerId, ...query }, originOf(request.headers, env)),
  );

  mount(app, contract.getRoll, anyone, async ({ params }, caller, request) => ({
    data: await describeRoll(deps, { ref: params.id, caller }, originOf(request.headers, env)),
  }));

  mount(app, contract.getCaseOdds, anyone, async ({ params }, _, request) => ({
    data: await caseOdds(db.sql, counts, { ...params, origin: originOf(request.headers, env) }),
  }));

  mount(app, contract.getCaseRolls, anyone, ({ params, query }) =>
    listCaseRolls(deps, counts, { ...params, ...query }),
  );

  mountRollsCsv(app, deps);
}
