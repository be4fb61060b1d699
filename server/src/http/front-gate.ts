import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Deps } from '#deps.ts';
import { addressOf, isLoopbackAddress } from './origin.ts';
import type { Rate } from './rate-limit.ts';
import { failureOf } from './refusal.ts';

/** What one address may ask of us; a proxy or a test on the same machine speaks for many. */
const ADDRESS_RATE: Rate = { burst: 600, perSecond: 200 };
const LOOPBACK_RATE: Rate = { burst: 20 * 600, perSecond: 20 * 200 };

const TOO_MANY = JSON.stringify(failureOf('too_many', 'Too many requests. Please slow down.'));

function turnAway(response: ServerResponse, retryAfterSeconds: number): void {
  response.writeHead(429, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(TOO_MANY),
    'cache-control': 'no-store',
    'retry-after': String(retryAfterSeconds),
  });
  response.end(TOO_MANY);
}

/**
 * The server with a gate in front of everything: whoever asks too fast is turned away before any of it has cost
 * something.
 */
export function createGatedServer({ env, limits }: Pick<Deps, 'env' | 'limits'>, handle: RequestListener): Server {
  const server = createServer((request: IncomingMessage, response) => {
    const address = addressOf(request, env);
    const rate = isLoopbackAddress(address) ? LOOPBACK_RATE : ADDRESS_RATE;
    const retryAfterSeconds = limits.take(address, rate);
    if (retryAfterSeconds > 0) turnAway(response, retryAfterSeconds);
    else handle(request, response);
  });
  server.timeout = 60_000;
  server.requestTimeout = 30_000;
  server.keepAliveTimeout = 72_000;
  return server;
}
