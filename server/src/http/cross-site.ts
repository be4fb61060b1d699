import { Refusal } from '@karat/contract/refusal';
import type { IncomingHttpHeaders } from 'node:http';
import type { Env } from '#env.ts';
import { isOurOrigin } from './origin.ts';

function originOfReferer(referer: string): string {
  return URL.canParse(referer) ? new URL(referer).origin : 'null';
}

/** The origin of a changing call: our own page, no page, or another site. */
export function requestSource(
  headers: IncomingHttpHeaders,
  env: Pick<Env, 'host' | 'publicOrigin'>,
): 'own-page' | 'no-page' | 'cross-site' {
  const isPrefetch = [headers['sec-purpose'], headers['purpose']].some((purpose) => purpose?.includes('prefetch'));
  if (isPrefetch) return 'cross-site';
  const site = headers['sec-fetch-site'];
  if (site !== undefined) {
    const isOurs = site === 'same-origin' && headers['sec-fetch-mode'] !== 'navigate';
    return isOurs && (headers['sec-fetch-dest'] ?? 'empty') === 'empty' ? 'own-page' : 'cross-site';
  }
  // Over plain http browsers send Sec-Fetch headers only to localhost.
  const claimed = headers.origin ?? (headers.referer === undefined ? undefined : originOfReferer(headers.referer));
  if (claimed === undefined) return 'no-page';
  return isOurOrigin(claimed, headers, env) ? 'own-page' : 'cross-site';
}

/**
 * Refuses a changing call that a page of another site made in the player's browser. A bearer token needs no such check,
 * because browsers never attach it by themselves.
 */
export function refuseCrossSite(headers: IncomingHttpHeaders, env: Pick<Env, 'host' | 'publicOrigin'>): void {
  if (headers.authorization !== undefined) return;
  if (requestSource(headers, env) === 'cross-site')
    throw new Refusal('cross_site', 'This request came from another site and was refused.');
}
