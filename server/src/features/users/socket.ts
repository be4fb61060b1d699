import type { Deps } from '#deps.ts';
import { onEvent, staffFor } from '#live/client-events.ts';
import type { LiveServer } from '#live/live.ts';
import { createSharedReading } from '#shared-reading.ts';
import { readOnlineUsers } from './online.ts';

/** Between two lists that are sent to the tabs of staff. */
const SEND_AFTER_MS = 500;

/** Staff see who is online: on request, and while a page shows it after each change. */
export function userSocket(live: LiveServer, deps: Pick<Deps, 'db' | 'live' | 'log'>): void {
  const read = createSharedReading(() => readOnlineUsers(deps));
  let timer: NodeJS.Timeout | undefined;

  async function send(): Promise<void> {
    timer = undefined;
    if (live.isShownToStaff('ONLINE_USERS')) live.local.toStaff('ONLINE_USERS', { onlineUsers: await read() });
  }

  live.onOnlineChange(() => {
    timer ??= setTimeout(() => {
      send().catch((error: unknown) => deps.log.warn({ err: error }, 'Sending the online users failed'));
    }, SEND_AFTER_MS).unref();
  });
  onEvent(live, 'GET_ONLINE_USERS', staffFor('GET_ONLINE_USERS'), async (_, __, socket) => {
    socket.emit('ONLINE_USERS', { onlineUsers: await read() });
  });
}
