import { setImmediate as nextTurn } from 'node:timers/promises';
import { PRICE_MAX } from '@karat/rules/items';
import { depositDiamonds } from '@karat/rules/deposits';
import * as z from 'zod/mini';
import { type PriceFeed, PriceFeedFailure } from './prices.ts';

const TIMEOUT_MS = 20_000;
/** Several times the size of the largest known feed. */
const BYTES_MAX = 48 * 1024 * 1024;
/** Yields to other work after this many rows, because a feed has tens of thousands. */
const ROWS_PER_TURN = 1_000;

const decimal = z.nullish(z.number());

/** A skin as marketplaces list it: decimal prices, each of which may be missing. */
const listedSkin = z.object({ market_hash_name: z.string(), min_price: decimal, suggested_price: decimal });

/** Prices in hundredths by name. */
const table = z.object({ prices: z.record(z.string(), z.unknown()) });

type Row = readonly [name: string, diamonds: number];

/** 1.00 is 100 diamonds, in any currency. Of two prices the lower counts. */
function rowOfSkin(row: unknown): Row | undefined {
  const { data } = listedSkin.safeParse(row);
  if (data === undefined) return undefined;
  const prices = [data.min_price, data.suggested_price].filter((price) => typeof price === 'number' && price > 0);
  return prices.length === 0
    ? undefined
    : [data.market_hash_name, depositDiamonds([Math.min(...(prices as number[]))])];
}

function rowOfPair([name, price]: [string, unknown]): Row | undefined {
  return typeof price === 'number' ? [name, Math.floor(price)] : undefined;
}

function* rowsOf(body: unknown): Generator<Row | undefined, void> {
  if (Array.isArray(body)) {
    for (const row of body) yield rowOfSkin(row);
    return;
  }
  const { data } = table.safeParse(body);
  if (data === undefined) throw new PriceFeedFailure('The feed has a shape that is not known.');
  for (const pair of Object.entries(data.prices)) yield rowOfPair(pair);
}

/** Unreadable rows are skipped; the caller decides whether enough are left. */
async function parsePrices(body: unknown): Promise<ReadonlyMap<string, number>> {
  const prices = new Map<string, number>();
  let read = 0;
  for (const row of rowsOf(body)) {
    if (++read % ROWS_PER_TURN === 0) await nextTurn();
    if (row === undefined || !(row[1] >= 1 && row[1] <= PRICE_MAX)) continue;
    const [name, price] = row;
    prices.set(name, Math.min(price, prices.get(name) ?? price));
  }
  return prices;
}

/** Counts bytes after decompression, as they arrive, because a small file may expand to a huge one. */
async function readText(response: Response, bytesMax: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > bytesMax) throw new PriceFeedFailure(`The feed is larger than ${Math.floor(bytesMax / 1024)} KiB.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new PriceFeedFailure('The feed is no JSON.');
  }
}

/** The cause of a failure, without the URL, which may hold a key. */
function failureOf(error: unknown, isLate: boolean): PriceFeedFailure {
  if (error instanceof PriceFeedFailure) return error;
  if (isLate) return new PriceFeedFailure('The feed did not answer in time.');
  const cause = error instanceof Error ? (error.cause as { code?: unknown } | undefined)?.code : undefined;
  return new PriceFeedFailure(`The feed cannot be reached${typeof cause === 'string' ? ` (${cause})` : ''}.`);
}

type FeedOptions = { readonly timeoutMs?: number; readonly bytesMax?: number };

/** A price feed at a URL, in the formats of marketplaces and price trackers. */
export function createHttpFeed(url: string, options: FeedOptions = {}): PriceFeed {
  const { timeoutMs = TIMEOUT_MS, bytesMax = BYTES_MAX } = options;
  return {
    name: new URL(url).hostname,
    async read(signal) {
      const late = AbortSignal.timeout(timeoutMs);
      try {
        const response = await fetch(url, {
          // Skinport requires Brotli.
          headers: { accept: 'application/json', 'accept-encoding': 'br, gzip, deflate' },
          signal: AbortSignal.any([signal, late]),
        });
        if (response.status !== 200) {
          await response.body?.cancel();
          throw new PriceFeedFailure(`The feed answered with status ${response.status}.`);
        }
        return await parsePrices(parsed(await readText(response, bytesMax)));
      } catch (error) {
        throw failureOf(error, late.aborted);
      }
    },
  };
}
