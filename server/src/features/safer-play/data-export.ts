import { MY_DATA_PATH } from '@karat/contract/safer-play';
import type { FastifyInstance } from 'fastify';
import type { Reader, Sql } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { createCallers } from '#http/callers.ts';
import { createDownloads } from '#http/csv.ts';
import type { Rate } from '#http/rate-limit.ts';
import {
  type ExportList,
  EXPORT_LISTS,
  selectAccount,
  selectChatState,
  selectSaferPlay,
  selectMissionState,
} from './export-queries.ts';

const DOWNLOAD_RATE: Rate = { burst: 5, perSecond: 0.05 };
/** A slow download keeps one chunk of rows in memory and no database connection. */
const DOWNLOAD_LIMITS = { concurrentMax: 2, concurrentPerKeyMax: 1 };
const ROWS_PER_BATCH = 1_000;

/** The rows of a list as JSON elements, in chunks. */
async function* rowsOf(sql: Sql, playerId: number, part: ExportList): AsyncGenerator<string, void> {
  let [after, separator] = [0, '\n    '];
  for (;;) {
    const rows = await part(sql, { playerId, after, limit: ROWS_PER_BATCH });
    for (const row of rows) {
      yield `${separator}${JSON.stringify(row)}`;
      separator = ',\n    ';
    }
    if (rows.length < ROWS_PER_BATCH) return;
    after = rows.at(-1)!.id;
  }
}

/** The data export of a player: one JSON object, streamed. It contains staff actions but no staff names. */
export async function* dataExport(
  { sql, asOf }: Pick<Reader, 'sql' | 'asOf'>,
  playerId: number,
): AsyncGenerator<string, void> {
  const headSections = {
    account: await selectAccount(sql, playerId),
    saferPlay: await selectSaferPlay(sql, playerId),
    missions: await selectMissionState(sql, playerId),
    chat: await selectChatState(sql, playerId),
  };
  yield `{\n  "exportedAt": ${JSON.stringify(asOf.toISOString())}`;
  for (const [name, section] of Object.entries(headSections)) yield `,\n  "${name}": ${JSON.stringify(section)}`;
  for (const [name, part] of Object.entries(EXPORT_LISTS)) {
    yield `,\n  "${name}": [`;
    yield* rowsOf(sql, playerId, part);
    yield '\n  ]';
  }
  yield '\n}\n';
}

/** Serves the data export as a file. A plain GET route, not an API endpoint, so that a link can download it. */
export function mountDataExport(app: FastifyInstance, deps: Pick<Deps, 'db' | 'env' | 'limits' | 'sessions'>): void {
  const { player } = createCallers(deps);
  const downloads = createDownloads(deps.limits, DOWNLOAD_LIMITS);

  app.get(MY_DATA_PATH, async (request, reply) => {
    const { id: playerId } = await player(request);
    const key = `my-data:${playerId}`;
    downloads.assertAllowed({ key, rate: DOWNLOAD_RATE });
    const reader = await deps.db.reader();
    return downloads.send(reply, key, {
      disposition: 'attachment; filename="karat-my-data.json"',
      type: 'application/json; charset=utf-8',
      chunks: dataExport(reader, playerId),
      asOf: reader.asOf,
    });
  });
}
