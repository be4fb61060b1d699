import * as contract from '@karat/contract/links';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';
import { createCallers } from '#http/callers.ts';
import { mount } from '#http/mount.ts';
import { listLinkedAccounts } from './links.ts';

/** Linked accounts, for staff. */
export function linkRoutes(app: FastifyInstance, deps: Deps): void {
  const { staff } = createCallers(deps);

  mount(app, contract.getLinkedAccounts, staff, async ({ params }) => ({
    data: await listLinkedAccounts(deps, params.userId),
  }));
}
