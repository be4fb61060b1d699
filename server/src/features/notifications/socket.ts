import type { Deps } from '#deps.ts';
import { anyone, sendOnConnect, onEvent, signedIn } from '#live/client-events.ts';
import type { LiveSocket } from '#live/live-socket.ts';
import { listNotifications } from './notifications.ts';

export function notificationSocket(socket: LiveSocket, { db }: Pick<Deps, 'db'>): void {
  async function sendList(playerId: number): Promise<void> {
    socket.emit('NOTIFICATION', { data: await listNotifications(db.sql, playerId, socket.language()) });
  }

  sendOnConnect(socket, ({ id }) => sendList(id));
  onEvent(socket, 'GET_NOTIFICATIONS', signedIn, (_, { id }) => sendList(id));
  onEvent(socket, 'SET_LANGUAGE', anyone, async ({ language }, player) => {
    socket.setLanguage(language);
    if (player !== undefined) await sendList(player.id);
  });
}
