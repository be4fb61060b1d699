import { Refusal } from '@karat/contract/refusal';
import { TRANSACTIONS_CSV_COLUMNS, TRANSACTIONS_CSV_PATH, transactionsCsvQuery } from '@karat/contract/wallet';
import type { FastifyInstance } from 'fastify';
import type { Sql } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { createCallers } from '#http/callers.ts';
import { createDownloads, streamCsv } from '#http/csv.ts';
import type { Rate } from '#http/rate-limit.ts';
import { transactionChunks, type TransactionFilter } from './transactions.ts';

const DOWNLOAD_RATE: Rate = { burst: 10, perSecond: 0.2 };
/** A slow download keeps one chunk of rows in memory and no database connection. */
const DOWNLOAD_LIMITS = { concurrentMax: 20, concurrentPerKeyMax: 2 };

/** Byte order mark. Without it spreadsheets assume the system's encoding and garble every ş and ★. */
const BYTE_ORDER_MARK = '\uFEFF';

async function* csvFile(sql: Sql, filter: TransactionFilter): AsyncGenerator<string, void> {
  yield BYTE_ORDER_MARK;
  yield* streamCsv(TRANSACTIONS_CSV_COLUMNS, transactionChunks(sql, filter));
}

/** Serves the player's own ledger as a CSV file. A plain GET route, not an API endpoint, so that a link can download it. */
export function mountTransactionsCsv(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'env' | 'limits' | 'sessions'>,
): void {
  const { player } = createCallers(deps);
  const downloads = createDownloads(deps.limits, DOWNLOAD_LIMITS);

  app.get(TRANSACTIONS_CSV_PATH, async (request, reply) => {
    const { id: playerId } = await player(request);
    const { data: filters, error } = transactionsCsvQuery.safeParse(request.query);
    if (error !== undefined) throw new Refusal('invalid', error.issues[0]!.message);
    const key = `transactions-csv:${playerId}`;
    downloads.assertAllowed({ key, rate: DOWNLOAD_RATE });
    const { sql, asOf } = await deps.db.reader();
    return downloads.send(reply, key, {
      disposition: 'attachment; filename="karat-balance-history.csv"',
      chunks: csvFile(sql, { playerId, ...filters }),
      asOf,
    });
  });
}
