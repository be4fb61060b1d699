import { vi } from 'vitest';

/** From now on each answer carries the server's time, to the second. */
export function stubClock(serverTimeMs: () => number): void {
  const answer = globalThis.fetch;
  vi.stubGlobal('fetch', async (...sent: Parameters<typeof fetch>) => {
    const response = await answer(...sent);
    response.headers.set('date', new Date(serverTimeMs()).toUTCString());
    return response;
  });
}
