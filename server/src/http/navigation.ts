import type { IncomingHttpHeaders } from 'node:http';

/** Whether a browser navigates to a page, as opposed to a script making a call. */
export function isNavigation(headers: IncomingHttpHeaders): boolean {
  const mode = headers['sec-fetch-mode'];
  if (mode !== undefined) return mode === 'navigate';
  return acceptsHtml(headers);
}

export function acceptsHtml(headers: IncomingHttpHeaders): boolean {
  return headers.accept?.includes('text/html') ?? false;
}

/** Whether a client without a preferred type would take a page: curl and link previews accept any type, or send no header. */
export function acceptsAnyType({ accept = '*/*' }: IncomingHttpHeaders): boolean {
  const types = new Set(accept.split(',').map((each) => each.split(';')[0]!.trim()));
  return types.has('*/*') && !types.has('application/json');
}
