import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { SEARCH_LENGTH_MAX } from './items.ts';
import { paginationQuery, pagination } from './pagination.ts';
import { day, validDatabaseText } from './text.ts';

export const LOG_LINES_MAX = 1_000;

export const getLogs = endpoint({
  method: 'GET',
  path: '/admin/getLogs/:date',
  summary: 'Staff actions and notable events of a day (UTC), one line each, newest first.',
  params: z.object({ date: day }),
  query: z.object({
    ...paginationQuery({ limit: 500, limitMax: LOG_LINES_MAX }),
    search: z._default(
      z.string().check(z.trim(), z.maxLength(SEARCH_LENGTH_MAX, 'Search text is too long'), validDatabaseText),
      '',
    ),
  }),
  reply: z.object({ data: z.array(z.string()), pagination }),
});

export const verifyStaffLog = endpoint({
  method: 'GET',
  path: '/admin/verifyStaffLog',
  summary: 'Recompute the hash chain of staff actions: their number, and the ids where the chain is broken.',
  reply: z.object({ data: z.object({ total: z.number(), brokenIds: z.array(z.number()) }), at: z.iso.datetime() }),
});
