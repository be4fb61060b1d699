import type { IncomingHttpHeaders } from 'node:http';

/** Whether a browser is going somewhere, as opposed to a page or a script making a call. */
export function isNavigation(headers: IncomingHttpHeaders): boolean {
  const mode = headers['sec-fetch-mode'];
  if (mode !== undefined) return mode === 'navigate';
  return acceptsHtml(headers);
}

export function acceptsHtml(headers: IncomingHttpHeaders): boolean {
  return headers.accept?.includes('text/html') ?? false;
}
