import { Readable } from 'node:stream';
import { Refusal } from '@karat/contract/refusal';
import type { FastifyReply } from 'fastify';
import type { Rate, RateLimiter } from './rate-limit.ts';

type Cell = string | number | null;

/** Text that a spreadsheet would evaluate, also after spaces or with the full-width signs of East Asian keyboards. */
const FORMULA = /^(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/;
const NEEDS_QUOTES = /[",\r\n]/;

/** Puts an apostrophe before text that looks like a formula. Numbers stay as they are, also negative ones. */
function cellOf(value: Cell): string {
  if (typeof value === 'number') return String(value);
  const chunks = value ?? '';
  const safe = FORMULA.test(chunks) ? `'${chunks}` : chunks;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const lineOf = (cells: readonly Cell[]): string => `${cells.map(cellOf).join(',')}\r\n`;

/** CSV by RFC 4180: a header row, then the rows chunk by chunk. */
export async function* streamCsv<Column extends string>(
  columns: readonly Column[],
  chunks: AsyncIterable<readonly Readonly<Record<Column, Cell>>[]>,
): AsyncGenerator<string, void> {
  yield lineOf(columns);
  for await (const rows of chunks) yield rows.map((row) => lineOf(columns.map((column) => row[column]))).join('');
}

/** Longer than the largest file takes. A slow reader must not block others. */
const DOWNLOAD_MAX_MS = 10 * 60_000;

type DownloadLimit = { readonly key: string; readonly rate: Rate };
type File = {
  readonly disposition: string;
  readonly chunks: AsyncIterable<string>;
  /** The moment that it shows. */
  readonly asOf: Date;
  /** CSV by default. */
  readonly type?: string;
};

export type Downloads = {
  /** Refuses a caller who downloads too often, and any caller while too many downloads run. */
  assertAllowed(limit: DownloadLimit): void;
  /** Streams a file that is generated while it is read. */
  send(reply: FastifyReply, key: string, file: File): FastifyReply;
};

/** Limits generated downloads: the total number at a time, and the number and rate for each key. */
export function createDownloads(
  limits: RateLimiter,
  { concurrentMax, concurrentPerKeyMax = concurrentMax }: { concurrentMax: number; concurrentPerKeyMax?: number },
): Downloads {
  const reading = new Map<string, number>();
  let readingTotal = 0;

  function count(key: string, change: 1 | -1): void {
    readingTotal += change;
    const readers = (reading.get(key) ?? 0) + change;
    if (readers === 0) reading.delete(key);
    else reading.set(key, readers);
  }

  return {
    assertAllowed({ key, rate }) {
      const retryAfterSeconds = limits.take(key, rate);
      const isFull = readingTotal >= concurrentMax || (reading.get(key) ?? 0) >= concurrentPerKeyMax;
      if (retryAfterSeconds === 0 && !isFull) return;
      const details = { retryAfterSeconds: Math.max(retryAfterSeconds, 1) };
      throw new Refusal('too_many', 'Too many downloads. Please wait a moment.', details);
    },
    send(reply, key, { disposition, chunks, asOf, type = 'text/csv; charset=utf-8' }) {
      const file = Readable.from(chunks);
      count(key, 1);
      const deadline = setTimeout(() => file.destroy(), DOWNLOAD_MAX_MS).unref();
      // Runs on every outcome: completed, aborted by the reader, or failed in the database.
      file.once('close', () => {
        clearTimeout(deadline);
        count(key, -1);
      });
      const headers = {
        'content-disposition': disposition,
        'cache-control': 'no-store',
        'last-modified': asOf.toUTCString(),
      };
      return reply.type(type).headers(headers).send(file);
    },
  };
}
