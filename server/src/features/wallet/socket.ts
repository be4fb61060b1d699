import type { Deps } from '#deps.ts';
import { sendOnConnect } from '#live/client-events.ts';
import type { LiveSocket } from '#live/live-socket.ts';
import type { LiveServer } from '#live/live.ts';
import { selectWallets } from './queries.ts';
import { readWallet } from './wallet.ts';

/** Sends the current wallet on connect, which makes up for updates missed while disconnected; its version tells old from new. */
export function walletSocket(socket: LiveSocket, { db }: Pick<Deps, 'db'>): void {
  sendOnConnect(socket, async ({ id }) => socket.emit('BALANCE_UPDATE', await readWallet(db.sql, id)));
}

/** For changes to many wallets at once, by any process: each process sends the balances to its own connections. */
export function registerWalletRefresh(live: LiveServer, { db }: Pick<Deps, 'db'>): void {
  live.onRefresh('BALANCE_UPDATE', async (playerIds) => {
    const wallets = await selectWallets(db.sql, playerIds);
    return new Map(wallets.map(({ playerId, ...wallet }) => [playerId, wallet]));
  });
}
