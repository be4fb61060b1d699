import * as contract from '@karat/contract/wallet';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';
import { createCallers } from '#http/callers.ts';
import { mount } from '#http/mount.ts';
import { createBooks } from './books.ts';

export function auditRoutes(app: FastifyInstance, deps: Deps): void {
  const { anyone } = createCallers(deps);
  const books = createBooks(deps.db);

  mount(app, contract.getBooks, anyone, async () => ({ data: await books() }));
}
