import { createBatchedReading } from '#batched-reading.ts';
import type { Deps } from '#deps.ts';
import { anyone, sendOnConnect, onEvent, signedIn } from '#live/client-events.ts';
import type { LiveSocket } from '#live/live-socket.ts';
import type { LiveServer } from '#live/live.ts';
import { listNotificationsOf, translateAll } from './notifications.ts';

export function notificationSocket(live: LiveServer, { db }: Pick<Deps, 'db'>): void {
  const readList = createBatchedReading((playerIds: readonly number[]) => listNotificationsOf(db.sql, playerIds));

  async function sendList(playerId: number, socket: LiveSocket): Promise<void> {
    const stored = (await readList(playerId)) ?? [];
    socket.emit('NOTIFICATION', { data: translateAll(stored, socket.language()) });
  }

  sendOnConnect(live, ({ id }, socket) => sendList(id, socket));
  onEvent(live, 'GET_NOTIFICATIONS', signedIn, (_, { id }, socket) => sendList(id, socket));
  onEvent(live, 'SET_LANGUAGE', anyone, async ({ language }, player, socket) => {
    socket.setLanguage(language);
    if (player !== undefined) await sendList(player.id, socket);
  });
}
