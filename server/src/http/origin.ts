import type { IncomingHttpHeaders } from 'node:http';
import type { Env } from '#env.ts';

type OriginEnv = Pick<Env, 'host' | 'publicOrigin'>;

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]', '::1']);

/** Host names and ports only: a Host header ends up in redirects and picture URLs. */
const HOST_PATTERN = /^(?:[a-z0-9.-]+|\[[0-9a-f:]+\])(?::\d{1,5})?$/i;

export function isLoopbackHost(host: string): boolean {
  return LOOPBACK.has(host);
}

export function isLoopbackAddress(address: string): boolean {
  return address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.');
}

type AddressedRequest = {
  readonly headers: IncomingHttpHeaders;
  readonly socket: { readonly remoteAddress?: string | undefined };
};

/** The peer's address, or behind a proxy the address that the proxy saw: the entries before it come from the client. */
export function clientIpOf(request: AddressedRequest, { trustsProxy }: Pick<Env, 'trustsProxy'>): string {
  const forwarded = trustsProxy ? request.headers['x-forwarded-for'] : undefined;
  return forwarded?.toString().split(',').at(-1)?.trim() || (request.socket.remoteAddress ?? '');
}

/** The origin under which the caller opened the site: PUBLIC_URL, or without it the host of the request. */
export function originOf(headers: IncomingHttpHeaders, env: OriginEnv): string {
  if (env.publicOrigin !== undefined) return env.publicOrigin;
  const host = headers.host;
  return host !== undefined && HOST_PATTERN.test(host) ? `http://${host}` : 'http://localhost';
}

/**
 * Whether an Origin (or the origin of a Referer) is this site. On a loopback HOST localhost, 127.0.0.1 and [::1] are the same
 * site, because people type any of them.
 */
export function isOurOrigin(origin: string, headers: IncomingHttpHeaders, env: OriginEnv): boolean {
  const ours = originOf(headers, env);
  if (origin === ours) return true;
  if (!isLoopbackHost(env.host) || !URL.canParse(origin)) return false;
  const [theirUrl, ourUrl] = [new URL(origin), new URL(ours)];
  return (
    theirUrl.protocol === ourUrl.protocol &&
    theirUrl.port === ourUrl.port &&
    isLoopbackHost(theirUrl.hostname) &&
    isLoopbackHost(ourUrl.hostname)
  );
}
