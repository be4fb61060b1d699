import { vi } from 'vitest';

/** From now on each response carries the server's time in its `Date` header. */
export function stubClock(serverTimeMs: () => number): void {
  const answer = globalThis.fetch;
  vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
    const response = await answer(...args);
    response.headers.set('date', new Date(serverTimeMs()).toUTCString());
    return response;
  });
}
