import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MARKET_SORTS } from '@karat/rules/market';
import type { Connection } from '#db/connection.ts';
import { startEmbedded } from '#db/embedded.ts';
import { readEnv } from '#env.ts';
import { createLog } from '#log.ts';
import { composeSite } from '#site.ts';
import { type Figure, quantile } from './figures.ts';
import { fillMarket, SKINS } from './market/fill.ts';
import { SECRET } from './openings/secret.ts';

const FEW = 1_000;
const MANY = 1_000_000;
const RATIO_MAX = 2;
const PAIRS = process.argv.includes('--quick') ? 3 : 9;
/** A page that looks slow in few samples is measured again, because a busy machine has outliers. */
const PAIRS_AGAIN = 25;
const LOOKED_AT_AGAIN_FROM = 1.5;
const LIMIT = 20;

const log = createLog('warn');
const agent = new Agent({ keepAlive: true });

type MarketSite = { readonly port: number; stop(): Promise<void> };

async function openMarketSite(server: Connection, name: string, listings: number): Promise<MarketSite> {
  const db = await fillMarket(server, name, listings);
  const expectNothing = (): never => {
    throw new Error('the bench asks for no page');
  };
  const webApp = { sendPage: expectNothing, isAssetPath: () => false, mountFiles: () => undefined };
  // All requests come from one address.
  const limits = { take: () => 0 };
  const site = composeSite({ env: readEnv({ PORT: '0' }), log, db, secret: SECRET, webApp, limits });
  const port = await site.listen();
  return {
    port,
    async stop() {
      await site.close();
      await db.close();
    },
  };
}

function request({ port }: MarketSite, url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', path: url, agent }, (reply) => {
      let text = '';
      reply.setEncoding('utf8').on('data', (part: string) => (text += part));
      reply.on('end', () => (reply.statusCode === 200 ? resolve(text) : reject(new Error(`${url}: ${text}`))));
    }).on('error', reject);
  });
}

async function timeMs(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}

type Page = { readonly url: string; readonly ratio: number; readonly fewMs: number; readonly manyMs: number };

/** Interleaves few and many listings: the ratio of a pair counts. */
async function comparePage(sites: readonly [MarketSite, MarketSite], url: string, pairs: number): Promise<Page> {
  const times: (readonly [number, number])[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    times.push([await timeMs(() => request(sites[0], url)), await timeMs(() => request(sites[1], url))]);
  }
  const middle = (values: number[]) => quantile(values, 0.5);
  return {
    url,
    ratio: middle(times.map(([few, many]) => many / few)),
    fewMs: middle(times.map(([few]) => few)),
    manyMs: middle(times.map(([, many]) => many)),
  };
}

/** Every combination of filters. */
const FILTERS = [
  'search=a%20r',
  'weaponType=Rifle',
  'rarity=Mil-Spec',
  'exterior=Field-Tested',
  'minPrice=50&maxPrice=5000',
];

function everyQuery(): string[] {
  const filters = Array.from({ length: 2 ** FILTERS.length }, (_, bits) =>
    FILTERS.filter((__, index) => (bits >> index) % 2 === 1).join('&'),
  );
  return filters.flatMap((filter) => MARKET_SORTS.map((sort) => `sort=${sort}&limit=${LIMIT}&${filter}`));
}

/** First, middle and last page of every combination of filters and order. */
async function gridPages(site: MarketSite): Promise<string[]> {
  const pages: string[] = [];
  for (const query of everyQuery()) {
    const { pagination } = JSON.parse(await request(site, `/user/getMarketItems?${query}`)) as {
      pagination: { totalResults: number };
    };
    const last = Math.max(1, Math.ceil(pagination.totalResults / LIMIT));
    const places = new Set([1, Math.ceil(last / 2), last]);
    pages.push(...[...places].map((page) => `/user/getMarketItems?${query}&page=${page}`));
  }
  return pages;
}

async function skinPages(site: MarketSite): Promise<string[]> {
  const { data } = JSON.parse(await request(site, '/user/getMarketItems?limit=5')) as { data: { itemId: number }[] };
  return data.flatMap(({ itemId }) => [`/user/getMarketItem/${itemId}`, `/user/getItemListings/${itemId}`]);
}

async function compareAll(sites: readonly [MarketSite, MarketSite], urls: readonly string[]): Promise<Page[]> {
  const pages: Page[] = [];
  for (const url of urls) {
    const page = await comparePage(sites, url, PAIRS);
    pages.push(page.ratio < LOOKED_AT_AGAIN_FROM ? page : await comparePage(sites, url, PAIRS_AGAIN));
  }
  return pages;
}

function figuresOf(name: string, pages: readonly Page[]): Figure[] {
  const worst = pages.toSorted((a, b) => b.ratio - a.ratio)[0]!;
  const middle = (of: (page: Page) => number) => quantile(pages.map(of), 0.5).toFixed(2);
  return [
    {
      name: `${name}: ${MANY} listings / ${FEW} listings, of ${SKINS} skins`,
      ratios: pages.map(({ ratio }) => ratio),
      atMost: RATIO_MAX,
      note: `${pages.length} pages, ${middle(({ manyMs }) => manyMs)} ms against ${middle(({ fewMs }) => fewMs)} ms`,
    },
    {
      name: `${name}: the page with the highest ratio`,
      ratios: [worst.ratio],
      atMost: RATIO_MAX,
      note: `${worst.manyMs.toFixed(2)} ms against ${worst.fewMs.toFixed(2)} ms, ${worst.url}`,
    },
  ];
}

/** Estimate: the grid reads one row for each skin, so 1; the page of a skin reads a thousand times as many index entries or none, so 1.3. */
export async function market(): Promise<Figure[]> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'karat-bench-'));
  const embedded = await startEmbedded({ dataDir, log });
  const sites: MarketSite[] = [];
  try {
    sites.push(
      await openMarketSite(embedded.connection, 'few', FEW),
      await openMarketSite(embedded.connection, 'many', MANY),
    );
    const [few, many] = sites as [MarketSite, MarketSite];
    const grid = await gridPages(few);
    // Enough runs for query plans to settle.
    for (let round = 0; round < 10; round++) for (const site of sites) await request(site, grid[0]!);
    const ofGrid = await compareAll([few, many], grid);
    const ofSkins = await compareAll([few, many], await skinPages(many));
    return [
      ...figuresOf('the grid, every filter, order and page', ofGrid),
      ...figuresOf('the page of a skin', ofSkins),
    ];
  } finally {
    agent.destroy();
    await Promise.all(sites.map((site) => site.stop()));
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
