import type { Deps } from '#deps.ts';
import { greet } from '#live/hear.ts';
import type { LiveSocket } from '#live/live-socket.ts';
import { walletOf } from './wallet.ts';

/** What was missed while the line was down is made good by the state itself; its version tells old from new. */
export function walletSocket(socket: LiveSocket, { db }: Pick<Deps, 'db'>): void {
  greet(socket, async ({ id }) => socket.send('BALANCE_UPDATE', await walletOf(db.sql, id)));
}
