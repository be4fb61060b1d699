import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDb } from '#db/db.ts';
import { startEmbedded } from '#db/embedded.ts';
import { migrate } from '#db/migrate.ts';
import { readEnv } from '#env.ts';
import { createLog } from '#log.ts';
import { composeSite } from '#site.ts';
import { type Figure, quantile } from './figures.ts';
import { compare, type Ratio, startSubject } from './measure.ts';

const log = createLog('warn');

async function signedInToken(connection: Parameters<typeof openDb>[0]['connection']): Promise<string> {
  const db = openDb({ connection, log });
  const webApp = { sendPage: () => expectNothing(), isAssetPath: () => false, mountFiles: () => undefined };
  const site = composeSite({ env: readEnv({}), log, db, secret: 'only for the bench', webApp });
  const body = { username: 'bencher', email: 'bencher@example.com', password: 'bench-bench' };
  const reply = await site.http.inject({ method: 'POST', url: '/auth/signup', payload: body });
  await site.close();
  await db.close();
  return reply.json<{ token: string }>().token;
}

/** The target is for CPU time, which stays the same on a busy machine. Throughput is only shown. */
function figureOf(name: string, atLeast: number, { cpu, speed, runs, dropped }: Ratio): Figure {
  const [ours, theirs] = [0, 1].map((side) => runs.map((pair) => pair[side]!.perSecond));
  const rates = `${Math.round(quantile(ours!, 0.5))}/s against ${Math.round(quantile(theirs!, 0.5))}/s`;
  const note = `by throughput ${quantile(speed, 0.5).toFixed(2)}, ${rates}; ${runs.length} pairs, ${dropped} dropped`;
  return { name: `processor time: ${name}`, ratios: cpu, atLeast, note };
}

function expectNothing(): never {
  throw new Error('the bench asks for no page');
}

/** Estimate: hooks, rate limiter, schema and metrics cost about 10 us of 90, so 0.88. */
export async function sessionGet(): Promise<Figure[]> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'karat-bench-'));
  const embedded = await startEmbedded({ dataDir, log });
  try {
    await migrate(embedded.connection, log);
    const args = [embedded.connection.host, await signedInToken(embedded.connection)];
    const ratio = await compare(
      () => startSubject('the site', './subjects/session-get.ts', 'ours', ...args),
      () => startSubject('bare node:http', './subjects/session-get.ts', 'bare', ...args),
    );
    return [figureOf('GET with a session, bare node:http / the site', 0.85, ratio)];
  } finally {
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Estimate: one lookup and one write against stat, open and stream, so 3. */
export async function staticFile(): Promise<Figure[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'karat-bench-'));
  try {
    for (const name of ['assets', '.vite']) await mkdir(path.join(folder, name));
    await writeFile(path.join(folder, 'index.html'), '<!doctype html>');
    await writeFile(path.join(folder, '.vite/page-parts.json'), JSON.stringify({ '': { scripts: [] } }));
    await writeFile(path.join(folder, 'assets/large.js'), 'x'.repeat(100_000));
    const ratio = await compare(
      () => startSubject('the site', './subjects/static-file.ts', 'ours', folder),
      () => startSubject('@fastify/static', './subjects/static-file.ts', 'theirs', folder),
    );
    return [figureOf('static file of 100 KB, @fastify/static / the site', 2.5, ratio)];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
