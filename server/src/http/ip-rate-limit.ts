import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Deps } from '#deps.ts';
import { networkOf } from './network.ts';
import { clientIpOf, isLoopbackAddress } from './origin.ts';
import type { Rate } from './rate-limit.ts';
import { failureOf } from './refusal.ts';
import type { Shutdown } from './shutdown.ts';

/** For one IPv4 address or one /64 of IPv6. A proxy or a test on this machine sends for many clients. */
const ADDRESS_RATE: Rate = { burst: 600, perSecond: 200 };
const LOOPBACK_RATE: Rate = { burst: 20 * 600, perSecond: 20 * 200 };

const STOPPING: Rejection = {
  status: 503,
  body: JSON.stringify(failureOf('unavailable', 'The service is briefly unavailable. Please try again.')),
  retryAfterSeconds: 2,
};
const TOO_MANY = JSON.stringify(failureOf('too_many', 'Too many requests. Please slow down.'));

type Rejection = { readonly status: number; readonly body: string; readonly retryAfterSeconds: number };

function reject(response: ServerResponse, { status, body, retryAfterSeconds }: Rejection): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'retry-after': String(retryAfterSeconds),
  });
  response.end(body);
}

/**
 * An HTTP server that rejects clients above the rate limit before any other work. During shutdown it asks clients to close
 * their connections.
 */
export function createRateLimitedServer(
  { env, limits }: Pick<Deps, 'env' | 'limits'>,
  shutdown: Shutdown,
  handle: RequestListener,
): Server {
  const server = createServer((request: IncomingMessage, response) => {
    const phase = shutdown.phase();
    if (phase !== 'serving') response.setHeader('connection', 'close');
    if (phase === 'closing') return reject(response, STOPPING);
    const address = clientIpOf(request, env);
    const rate = isLoopbackAddress(address) ? LOOPBACK_RATE : ADDRESS_RATE;
    const retryAfterSeconds = limits.take(networkOf(address), rate);
    if (retryAfterSeconds > 0) return reject(response, { status: 429, body: TOO_MANY, retryAfterSeconds });
    return handle(request, response);
  });
  server.timeout = 60_000;
  server.requestTimeout = 30_000;
  server.keepAliveTimeout = 72_000;
  return server;
}
