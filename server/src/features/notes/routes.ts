import * as contract from '@karat/contract/notes';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';
import { createCallers } from '#http/callers.ts';
import { requestKeyOf } from '#http/idempotency.ts';
import { mount } from '#http/mount.ts';
import { addNote, listNotes } from './notes.ts';

/** Notes of staff about players. */
export function noteRoutes(app: FastifyInstance, deps: Deps): void {
  const { staff } = createCallers(deps);

  mount(app, contract.getNotes, staff, ({ params, query }) =>
    listNotes(deps.db.sql, { playerId: params.userId, ...query }),
  );

  mount(app, contract.addNote, staff, async ({ params, body }, author, request) => ({
    message: 'Note added.',
    data: await addNote(deps, { playerId: params.userId, author, text: body.text, key: requestKeyOf(request) }),
  }));
}
