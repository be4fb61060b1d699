import { setTimeout as sleep } from 'node:timers/promises';
import { type Connection, openClient } from '#db/connection.ts';

type Figures = { readonly done: number; readonly failed: number; readonly longestMs: number };

/** Openings as the previous version writes them, one commit each. */
const WAGER = `
  with paid as (
    update wallets set balance = balance - 1, version = version + 1 where player_id = $1 returning player_id, balance
  ), opening as materialized (
    select player_id, balance, nextval('inventory_ids') as id from paid
  ), line as (
    insert into ledger (type, reference, player_id, account, amount, old_balance, new_balance)
    select 'CASE_OPEN', 'open:' || id, player_id, 'house:cases', -1, balance + 1, balance from opening
  )
  insert into openings (id, player_id, version_id, seed_id, nonce, entropy, ticket, item_id)
  select id, player_id, 1, player_id, id, '', 5, 1 from opening`;

/** Clients that wager until stopped. */
export async function startWagers(
  connection: Connection,
  { clients, players, lockTimeoutMs }: { clients: number; players: number; lockTimeoutMs: number },
) {
  let [done, failed, longestMs, total, isOver] = [0, 0, 0, 0, false];

  async function wager(): Promise<void> {
    const client = await openClient(connection, { settings: { lock_timeout: String(lockTimeoutMs) } });
    while (!isOver) {
      const startMs = performance.now();
      try {
        await client.query({ name: 'wager', text: WAGER, values: [1 + Math.floor(Math.random() * players)] });
        done += 1;
        total += 1;
      } catch (error) {
        console.error(String(error));
        failed += 1;
      }
      longestMs = Math.max(longestMs, performance.now() - startMs);
    }
    await client.end();
  }

  const running = Array.from({ length: clients }, wager);
  return {
    measure: (ms: number) => sleep(ms),
    /** The figures since the last call. */
    takeFigures(): Figures {
      const figures = { done, failed, longestMs };
      [done, failed, longestMs] = [0, 0, 0];
      return figures;
    },
    /** Returns the number of all wagers. */
    async stop(): Promise<number> {
      isOver = true;
      await Promise.all(running);
      return total;
    },
  };
}
