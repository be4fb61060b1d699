import * as contract from '@karat/contract/search';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';
import { createCallers } from '#http/callers.ts';
import { mount } from '#http/mount.ts';
import { searchAll } from './search.ts';

/** The search box of staff. */
export function searchRoutes(app: FastifyInstance, deps: Deps): void {
  const { staff } = createCallers(deps);

  mount(app, contract.searchAll, staff, async ({ query }, { staffRole }) => ({
    data: await searchAll(deps, query.text, staffRole),
  }));
}
