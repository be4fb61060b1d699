import { Readable } from 'node:stream';
import {
  CASE_ROLLS_CSV_COLUMNS,
  CASE_ROLLS_CSV_PATH,
  getCaseRolls,
  type PublicCaseRoll,
} from '@karat/contract/fairness';
import { Refusal } from '@karat/contract/refusal';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '#deps.ts';
import { addressOf, isLoopbackAddress } from '#http/origin.ts';
import type { Rate } from '#http/rate-limit.ts';
import { caseIdOf, caseRollChunks } from './rolls.ts';

const DOWNLOAD_RATE: Rate = { burst: 10, perSecond: 0.2 };
/** A proxy or a test on the same machine speaks for many. */
const LOOPBACK_DOWNLOAD_RATE: Rate = { burst: 200, perSecond: 4 };
/** Each keeps a connection to the store busy while its reader is fast. */
const DOWNLOADS_AT_ONCE_MAX = 3;
/** Longer than the largest file takes; a reader that trickles must not keep the others out. */
const DOWNLOAD_MAX_MS = 10 * 60_000;

/** No value holds a comma, a quote or a line break; one that begins like a formula gets an apostrophe before it. */
function cellOf(value: string | number | null): string {
  const text = String(value ?? '');
  return /^[=+\-@]/.test(text) ? `'${text}` : text;
}

/** One line a roll. */
export function csvLines(rolls: readonly PublicCaseRoll[]): string {
  return rolls.map((roll) => `${CASE_ROLLS_CSV_COLUMNS.map((column) => cellOf(roll[column])).join(',')}\r\n`).join('');
}

async function* csvOf(chunks: AsyncIterable<PublicCaseRoll[]>): AsyncGenerator<string, void> {
  yield `${CASE_ROLLS_CSV_COLUMNS.join(',')}\r\n`;
  for await (const chunk of chunks) yield csvLines(chunk);
}

/** A name for the file in any alphabet, and a plain one for clients that cannot read it. */
function attachmentHeader(caseName: string): string {
  const encoded = encodeURIComponent(`${caseName} rolls.csv`).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="case-rolls.csv"; filename*=UTF-8''${encoded}`;
}

/** A file beside the calls, for whoever wants to count for themselves. */
export function mountRollsCsv(app: FastifyInstance, deps: Pick<Deps, 'db' | 'env' | 'limits'>): void {
  let downloads = 0;

  function takeTurn(request: FastifyRequest): void {
    const address = addressOf(request, deps.env);
    const rate = isLoopbackAddress(address) ? LOOPBACK_DOWNLOAD_RATE : DOWNLOAD_RATE;
    const retryAfterSeconds = deps.limits.take(`rolls-csv:${address}`, rate);
    if (retryAfterSeconds > 0 || downloads >= DOWNLOADS_AT_ONCE_MAX) {
      const more = { retryAfterSeconds: Math.max(retryAfterSeconds, 1) };
      throw new Refusal('too_many', 'Too many downloads. Please wait a little.', more);
    }
  }

  app.get(CASE_ROLLS_CSV_PATH, async (request, reply) => {
    const { data: params } = getCaseRolls.params.safeParse(request.params);
    if (params === undefined) throw new Refusal('not_found', 'Case not found.');
    takeTurn(request);
    const caseId = await caseIdOf(deps.db.sql, params.caseName);
    const file = Readable.from(csvOf(caseRollChunks(deps, caseId)));
    downloads++;
    const deadline = setTimeout(() => file.destroy(), DOWNLOAD_MAX_MS).unref();
    // However it ends: read to the end, given up by the reader, or broken by the store.
    file.once('close', () => {
      clearTimeout(deadline);
      downloads--;
    });
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', attachmentHeader(params.caseName))
      .header('cache-control', 'no-store')
      .send(file);
  });
}
