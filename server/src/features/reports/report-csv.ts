import { Refusal } from '@karat/contract/refusal';
import { REPORT_CSV_COLUMNS, REPORT_CSV_PATH, type ReportPlayers, reportQuery } from '@karat/contract/reports';
import type { FastifyInstance } from 'fastify';
import type { Reader } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { createCallers } from '#http/callers.ts';
import { createDownloads, streamCsv } from '#http/csv.ts';
import type { Rate } from '#http/rate-limit.ts';
import type { DayRange } from './day-range.ts';
import { readReportDays } from './figures.ts';
import type { RunLimited } from './concurrency-limit.ts';

const DOWNLOAD_RATE: Rate = { burst: 10, perSecond: 0.2 };
const DOWNLOAD_LIMITS = { concurrentMax: 5, concurrentPerKeyMax: 2 };

/** Byte order mark. Without it spreadsheets assume the system's encoding. */
const BYTE_ORDER_MARK = '\uFEFF';

async function* csvFile(
  { snapshot }: Pick<Reader, 'snapshot'>,
  { players, ...range }: DayRange & { readonly players: ReportPlayers },
  runLimited: RunLimited,
): AsyncGenerator<string, void> {
  yield BYTE_ORDER_MARK;
  yield* streamCsv(
    REPORT_CSV_COLUMNS,
    (async function* readRows() {
      yield await runLimited(() => snapshot((sql) => readReportDays(sql, range, players)));
    })(),
  );
}

/** Serves the daily rows of a report as a CSV file. A plain GET route, not an API endpoint, so that a link can download it. */
export function mountReportCsv(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'env' | 'limits' | 'sessions'>,
  runLimited: RunLimited,
): void {
  const { staff } = createCallers(deps);
  const downloads = createDownloads(deps.limits, DOWNLOAD_LIMITS);

  app.get(REPORT_CSV_PATH, async (request, reply) => {
    const { id } = await staff(request, { method: 'GET', path: REPORT_CSV_PATH });
    const { data: query, error } = reportQuery.safeParse(request.query);
    if (error !== undefined) throw new Refusal('invalid', error.issues[0]!.message);
    const key = `report-csv:${id}`;
    downloads.assertAllowed({ key, rate: DOWNLOAD_RATE });
    const reader = await deps.db.reader();
    return downloads.send(reply, key, {
      disposition: `attachment; filename="karat-report-${query.from}-${query.to}.csv"`,
      chunks: csvFile(reader, query, runLimited),
      asOf: reader.asOf,
    });
  });
}
