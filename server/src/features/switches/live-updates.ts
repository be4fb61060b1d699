import type { Deps } from '#deps.ts';

/** Sends the status of the site to the tabs of this process whenever it changes. */
export function createStatusUpdates({ switches, live }: Pick<Deps, 'switches' | 'live'>): { close(): Promise<void> } {
  let isClosed = false;
  switches.onChange((status) => {
    if (!isClosed) live.local.toAll('SITE_STATUS', status);
  });
  return {
    async close() {
      isClosed = true;
    },
  };
}
