import type { IncomingHttpHeaders } from 'node:http';
import type { Env } from '#env.ts';

/**
 * The country of a request, from the header of the operator's proxy. Of several values the last is the proxy's own. A value
 * that is not a country code, as for anonymous networks, counts as unknown.
 */
export function countryOf(
  { headers }: { readonly headers: IncomingHttpHeaders },
  { countryHeader }: Pick<Env, 'countryHeader'>,
): string | undefined {
  if (countryHeader === undefined) return undefined;
  const code = headers[countryHeader]?.toString().split(',').at(-1)?.trim().toUpperCase();
  return code !== undefined && /^[A-Z]{2}$/.test(code) ? code : undefined;
}
