import type { IncomingHttpHeaders } from 'node:http';
import type { Env } from '#env.ts';
import { isOurOrigin } from './origin.ts';

/** The absolute URL of a stored picture: our own pictures are stored as paths. */
export function imageUrl(image: string, origin: string): string {
  return image.startsWith('/') ? `${origin}${image}` : image;
}

/** The reverse: a URL of our own site becomes a path, so that it survives a change of domain. */
export function storedImage(
  url: string,
  headers: IncomingHttpHeaders,
  env: Pick<Env, 'host' | 'publicOrigin'>,
): string {
  if (!URL.canParse(url)) return url;
  const { origin, pathname, search } = new URL(url);
  return isOurOrigin(origin, headers, env) ? `${pathname}${search}` : url;
}
