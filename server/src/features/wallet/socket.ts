import type { Deps } from '#deps.ts';
import { sendOnConnect } from '#live/client-events.ts';
import type { LiveSocket } from '#live/live-socket.ts';
import type { LiveServer } from '#live/live.ts';
import { selectWallets } from './queries.ts';
import { walletOf } from './wallet.ts';

/** What was missed while the line was down is made good by the state itself; its version tells old from new. */
export function walletSocket(socket: LiveSocket, { db }: Pick<Deps, 'db'>): void {
  sendOnConnect(socket, async ({ id }) => socket.emit('BALANCE_UPDATE', await walletOf(db.sql, id)));
}

/** For movements of many wallets at once, made by whichever process: each process tells those who are with it. */
export function walletNews(live: LiveServer, { db }: Pick<Deps, 'db'>): void {
  live.onRefresh('BALANCE_UPDATE', async (playerIds) => {
    const wallets = await selectWallets(db.sql, playerIds);
    return new Map(wallets.map(({ playerId, ...wallet }) => [playerId, wallet]));
  });
}
