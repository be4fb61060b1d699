import * as contract from '@karat/contract/alarms';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';
import { createCallers } from '#http/callers.ts';
import { mount } from '#http/mount.ts';
import { assertRate, type Rate } from '#http/rate-limit.ts';
import { listAlarms, testAlarms } from './alarms.ts';

const TEST_RATE: Rate = { burst: 3, perSecond: 0.1 };

export function alarmRoutes(app: FastifyInstance, deps: Deps): void {
  const { staff } = createCallers(deps);

  mount(app, contract.getAlarms, staff, async () => ({
    data: await listAlarms(deps.db.sql),
    destinations: deps.env.alarmDestinations.map(({ label }) => label),
  }));

  mount(app, contract.testAlarms, staff, async (_, { username }) => {
    assertRate(deps.limits, { key: 'test-alarms', rate: TEST_RATE, message: 'Too many tests. Please wait a moment.' });
    await testAlarms(deps, username);
    return { message: 'Test queued.' };
  });
}
