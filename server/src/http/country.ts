import type { IncomingHttpHeaders } from 'node:http';
import type { Env } from '#env.ts';

/**
 * The country a request comes from, in the words of the operator's proxy. Of several the last is the proxy's own; what
 * is no code, as for an anonymous network, counts as not known.
 */
export function countryOf(
  { headers }: { readonly headers: IncomingHttpHeaders },
  { countryHeader }: Pick<Env, 'countryHeader'>,
): string | undefined {
  if (countryHeader === undefined) return undefined;
  const code = headers[countryHeader]?.toString().split(',').at(-1)?.trim().toUpperCase();
  return code !== undefined && /^[A-Z]{2}$/.test(code) ? code : undefined;
}
