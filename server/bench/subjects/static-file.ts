import fastifyStatic from '@fastify/static';
import { fastify } from 'fastify';
import type { AddressInfo } from 'node:net';
import { readEnv } from '#env.ts';
import { createHttp } from '#http/http.ts';
import { createRateLimiter } from '#http/rate-limit.ts';
import { loadWebApp } from '#http/web-app.ts';
import { createLog } from '#log.ts';
import { answerBench } from './answer.ts';

// One file of 100 KB, from the build in memory or with the framework's own plugin.
const [side, folder] = process.argv.slice(2);
const env = readEnv({ PORT: '0' });

async function startOurs(): Promise<number> {
  const webApp = await loadWebApp(folder!, env);
  const limits = createRateLimiter();
  const lifted = { take: (key: string) => limits.take(key, { burst: 1e9, perSecond: 1e9 }) };
  const app = createHttp({ env, log: createLog('warn'), limits: lifted }, webApp);
  webApp.mountFiles(app);
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

async function startTheirs(): Promise<number> {
  const app = fastify();
  await app.register(fastifyStatic, { root: folder!, maxAge: '1y', immutable: true });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

answerBench({ port: await (side === 'ours' ? startOurs() : startTheirs()), path: '/assets/large.js', headers: {} });
