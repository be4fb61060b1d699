import { Refusal } from '@karat/contract/refusal';
import type { StaffEndpoint } from '@karat/contract/staff';
import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import type { Reader, Sql } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { createCallers } from './callers.ts';
import { createDownloads, streamCsv } from './csv.ts';
import type { Rate } from './rate-limit.ts';

const DOWNLOAD_RATE: Rate = { burst: 10, perSecond: 0.2 };
const DOWNLOAD_LIMITS = { concurrentMax: 4, concurrentPerKeyMax: 2 };

/** Byte order mark. Without it spreadsheets assume the system's encoding. */
const BYTE_ORDER_MARK = '\uFEFF';

type Row<Column extends string> = Readonly<Record<Column, string | number | null>>;

type StaffCsv<Query extends z.ZodMiniType, Column extends string> = {
  readonly path: StaffEndpoint['path'];
  readonly query: Query;
  readonly columns: readonly Column[];
  readonly fileName: string;
  /** Reads the rows in batches, so that memory does not grow with the file. */
  readRows(sql: Sql, filter: z.output<Query>): AsyncIterable<readonly Row<Column>[]>;
};

async function* csvFile<Column extends string>(
  columns: readonly Column[],
  rows: AsyncIterable<readonly Row<Column>[]>,
): AsyncGenerator<string, void> {
  yield BYTE_ORDER_MARK;
  yield* streamCsv(columns, rows);
}

/** Serves a filtered list of staff as a CSV file. A plain GET route, not an API endpoint, so that a link can download it. */
export function mountStaffCsv<Query extends z.ZodMiniType, Column extends string>(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'env' | 'limits' | 'sessions'>,
  { path, query, columns, fileName, readRows }: StaffCsv<Query, Column>,
): void {
  const { staff } = createCallers(deps);
  const downloads = createDownloads(deps.limits, DOWNLOAD_LIMITS);

  app.get(path, async (request, reply) => {
    const { id } = await staff(request, { method: 'GET', path } as StaffEndpoint);
    const { data: filter, error } = query.safeParse(request.query);
    if (error !== undefined) throw new Refusal('invalid', error.issues[0]!.message);
    const key = `${path}:${id}`;
    downloads.assertAllowed({ key, rate: DOWNLOAD_RATE });
    const { sql, asOf }: Reader = await deps.db.reader();
    return downloads.send(reply, key, {
      disposition: `attachment; filename="${fileName}"`,
      chunks: csvFile(columns, readRows(sql, filter)),
      asOf,
    });
  });
}
