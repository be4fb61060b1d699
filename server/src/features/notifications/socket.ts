import type { FromServer } from '@karat/contract/live';
import { createBatchedReading } from '#batched-reading.ts';
import type { Deps } from '#deps.ts';
import { anyone, onEvent, signedIn } from '#live/client-events.ts';
import type { LiveSocket } from '#live/live-socket.ts';
import type { LiveServer } from '#live/live.ts';
import { listNotificationsOf, translateAll } from './notifications.ts';

export function notificationSocket(live: LiveServer, { db }: Pick<Deps, 'db'>): void {
  const readList = createBatchedReading((playerIds: readonly number[]) => listNotificationsOf(db.sql, playerIds));

  async function read(playerId: number, socket: LiveSocket): Promise<FromServer['NOTIFICATION']> {
    const stored = (await readList(playerId)) ?? [];
    return { data: translateAll(stored, socket.language()) };
  }

  async function sendList(playerId: number, socket: LiveSocket): Promise<void> {
    socket.emit('NOTIFICATION', await read(playerId, socket));
  }

  live.sendOnConnect('NOTIFICATION', ({ id }, socket) => read(id, socket));
  onEvent(live, 'GET_NOTIFICATIONS', signedIn, (_, { id }, socket) => sendList(id, socket));
  onEvent(live, 'SET_LANGUAGE', anyone, async ({ language }, player, socket) => {
    socket.setLanguage(language);
    if (player !== undefined) await sendList(player.id, socket);
  });
}
