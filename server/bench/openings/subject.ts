import { openDb } from '#db/db.ts';
import { readEnv } from '#env.ts';
import { dropsLoop } from '#features/openings/loop.ts';
import { createOpenings } from '#features/openings/openings.ts';
import { rouletteLoop } from '#features/roulette/loop.ts';
import { createRateLimiter } from '#http/rate-limit.ts';
import { createLog } from '#log.ts';
import { noopLive } from '#live/noop-live.ts';
import { createSeal } from '#seal.ts';
import { composeSite, type Site } from '#site.ts';
import { openNaively } from './naive.ts';
import { SECRET } from './secret.ts';

/** Commands of the bench to a measured process. */
export type Order =
  | { readonly ask: 'cpu' }
  /** Resident memory in bytes, after a garbage collection if the process allows it. */
  | { readonly ask: 'memory' }
  /** Broadcasts to every tab at this interval; 0 stops it. */
  | { readonly ask: 'broadcast'; readonly everyMs: number }
  | {
      readonly ask: 'engine' | 'naive';
      readonly clients: number;
      readonly seconds: number;
      readonly players: readonly number[];
      readonly caseName: string;
    };

const [side, socketFolder, redisUrl] = process.argv.slice(2);
const log = createLog('warn');
const db = openDb({ connection: { host: socketFolder!, user: 'karat', database: 'karat' }, log });

function expectNothing(): never {
  throw new Error('the bench asks for no page');
}

async function startSite(): Promise<number> {
  const webApp = { sendPage: () => expectNothing(), isAssetPath: () => false, mountFiles: () => undefined };
  const limits = createRateLimiter();
  // The rate limiter runs but never refuses, because all requests come from one address.
  const lifted = { take: (key: string) => limits.take(key, { burst: 1e9, perSecond: 1e9 }) };
  // A round that takes bets for the whole bench.
  const roulette = { ROULETTE_BETTING_MS: '600000', ROULETTE_BETS_MAX: '10000' };
  const redis = redisUrl === undefined ? {} : { REDIS_URL: redisUrl };
  const env = readEnv({ PORT: '0', LOG_LEVEL: 'warn', ...roulette, ...redis });
  const composed = composeSite({ env, log, db, secret: SECRET, webApp, limits: lifted });
  site = composed;
  db.lead('drops', (signal) => dropsLoop(composed.deps, signal));
  db.lead('roulette', (signal, lease) => rouletteLoop(composed.deps, { signal, lease, chainLength: 10 }));
  return site.listen();
}

let site: Site | undefined;
let broadcastTimer: NodeJS.Timeout | undefined;

function broadcast(everyMs: number): number {
  clearInterval(broadcastTimer);
  const event = { message: 'x'.repeat(150), code: 'internal' } as const;
  if (everyMs > 0) broadcastTimer = setInterval(() => site?.live.toAll('ERROR', event), everyMs);
  return 0;
}

const openings = createOpenings({ db, live: noopLive, seal: createSeal(SECRET), env: readEnv({}) });

/** Runs concurrent openings for a time without HTTP; returns how many were made. */
async function openCases(order: Extract<Order, { ask: 'engine' | 'naive' }>): Promise<number> {
  const { ask, clients, seconds, players, caseName } = order;
  const untilMs = performance.now() + seconds * 1000;
  let done = 0;
  async function keepOpening(client: number): Promise<void> {
    for (let at = client; performance.now() < untilMs; at += clients) {
      const playerId = players[at % players.length]!;
      if (ask === 'naive') await openNaively(db, { playerId, caseName });
      else {
        const none = { hash: undefined, requestKey: undefined, country: undefined };
        await openings.openCase({ playerId, caseName, count: 1, entropy: '', ...none });
      }
      done++;
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, client) => keepOpening(client)));
  return done;
}

function memory(): number {
  globalThis.gc?.();
  return process.memoryUsage.rss();
}

async function answer(order: Order): Promise<number> {
  if (order.ask === 'broadcast') return broadcast(order.everyMs);
  if (order.ask === 'memory') return memory();
  if (order.ask !== 'cpu') return openCases(order);
  const { user, system } = process.cpuUsage();
  return user + system;
}

process.on('message', (order) => void answer(order as Order).then((value) => process.send?.({ value })));
process.on('SIGTERM', () => process.exit(0));
process.send?.({ value: side === 'site' ? await startSite() : 0 });
