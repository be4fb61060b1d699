import type { Deps } from '#deps.ts';
import { greet, hear, signedIn } from '#live/hear.ts';
import type { LiveSocket } from '#live/live-socket.ts';
import { listNotifications } from './notifications.ts';

export function notificationSocket(socket: LiveSocket, { db }: Pick<Deps, 'db'>): void {
  async function sendList(playerId: number): Promise<void> {
    socket.send('NOTIFICATION', { data: await listNotifications(db.sql, playerId) });
  }

  greet(socket, ({ id }) => sendList(id));
  hear(socket, 'GET_NOTIFICATIONS', signedIn, (_, { id }) => sendList(id));
}
