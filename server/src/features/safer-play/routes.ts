import * as contract from '@karat/contract/safer-play';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';
import { createCallers } from '#http/callers.ts';
import { mount } from '#http/mount.ts';
import { createFlows } from './flows.ts';
import { mountDataExport } from './data-export.ts';
import { confirmReality, describePlayPeriod } from './reality.ts';
import {
  confirmLimit,
  describeSaferPlay,
  dropPendingLimit,
  excludeMyself,
  setLimits,
  takeBreak,
} from './safer-play.ts';

export function saferPlayRoutes(app: FastifyInstance, deps: Deps): void {
  const { player } = createCallers(deps);
  const readFlows = createFlows(deps);
  const describe = (playerId: number) => describeSaferPlay(deps, playerId, readFlows);
  const readState = async (message: string, playerId: number) => ({ message, data: await describe(playerId) });

  mount(app, contract.getLimits, player, async (_, { id }) => ({ data: await describe(id) }));

  mount(app, contract.setLimits, player, async ({ body }, { id }) => {
    await setLimits(deps, id, body);
    return readState('Saved.', id);
  });

  mount(app, contract.confirmLimit, player, async ({ body }, { id }) => {
    await confirmLimit(deps, id, body);
    return readState('Confirmed.', id);
  });

  mount(app, contract.dropPendingLimit, player, async ({ body }, { id }) => {
    await dropPendingLimit(deps, id, body);
    return readState('The limit stays the same.', id);
  });

  mount(app, contract.takeBreak, player, async ({ body }, { id }) => {
    await takeBreak(deps, id, body.days);
    return readState('Your break has started.', id);
  });

  mount(app, contract.excludeMyself, player, async ({ body }, { id }) => {
    await excludeMyself(deps, id, body.months);
    return readState('You are excluded from playing.', id);
  });

  mount(app, contract.getRealityCheck, player, async (_, { id }) => ({
    data: await describePlayPeriod(deps.db.sql, id),
  }));

  mount(app, contract.answerRealityCheck, player, async (_, { id }) => ({
    message: 'Continue.',
    data: await confirmReality(deps, id),
  }));

  mountDataExport(app, deps);
}
