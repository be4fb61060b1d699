import { createBatchedReading } from '#batched-reading.ts';
import type { Deps } from '#deps.ts';
import type { LiveServer } from '#live/live.ts';
import { selectWallets, type Wallet } from './queries.ts';

/**
 * Sends the current wallet on connect, which makes up for updates missed while disconnected; its version tells old from new.
 * For changes to many wallets at once, by any process, each process sends the balances to its own connections.
 */
export function walletSocket(live: LiveServer, { db }: Pick<Deps, 'db'>): void {
  async function readWallets(playerIds: readonly number[]): Promise<Map<number, Wallet>> {
    const wallets = await selectWallets(db.sql, playerIds);
    return new Map(wallets.map(({ playerId, ...wallet }) => [playerId, wallet]));
  }

  const readWallet = createBatchedReading(readWallets);
  live.sendOnConnect('BALANCE_UPDATE', ({ id }) => readWallet(id));
  live.onRefresh('BALANCE_UPDATE', readWallets);
}
