import type { IncomingHttpHeaders } from 'node:http';
import type { Env } from '#env.ts';
import { isOurOrigin } from './origin.ts';

/** A picture as the store keeps it, told to a caller: our own are paths, and callers get whole addresses. */
export function imageUrl(image: string, origin: string): string {
  return image.startsWith('/') ? `${origin}${image}` : image;
}

/** The other way: an address of our own becomes a path, so that it outlives a change of our name. */
export function storedImage(
  address: string,
  headers: IncomingHttpHeaders,
  env: Pick<Env, 'host' | 'publicOrigin'>,
): string {
  if (!URL.canParse(address)) return address;
  const { origin, pathname, search } = new URL(address);
  return isOurOrigin(origin, headers, env) ? `${pathname}${search}` : address;
}
