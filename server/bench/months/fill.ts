import type { Client } from 'pg';

export const PLAYERS = 20_000;
const BALANCE = 1_000_000_000;
const ROWS_PER_STATEMENT = 500_000;

/** Fills the tables of the version before months: a year of openings, with a bet and a notification for every tenth. */
export async function fillLedger(client: Client, rows: number): Promise<void> {
  await client.query(`set session_replication_role = replica`);
  await client.query(`
    insert into players (username, username_key) select 'bench' || n, 'bench' || n from generate_series(1, ${PLAYERS}) as n`);
  const each = rows / PLAYERS;
  await client.query(`
    insert into wallets (player_id, balance, version)
    select id, ${BALANCE} - (${each} - 1), ${each} from players`);
  for (let from = 0; from < rows; from += ROWS_PER_STATEMENT) {
    const until = Math.min(from + ROWS_PER_STATEMENT, rows);
    await client.query(`
      insert into ledger (type, reference, player_id, account, amount, old_balance, new_balance, created_at)
      select case when turn = 0 then 'WELCOME' else 'CASE_OPEN' end,
             case when turn = 0 then 'welcome:' || player else 'open:' || n end, player,
             case when turn = 0 then 'house:promo' else 'house:cases' end,
             case when turn = 0 then ${BALANCE} else -1 end,
             case when turn = 0 then 0 else ${BALANCE} - turn + 1 end, ${BALANCE} - turn,
             now() - (${rows} - n) * interval '1 year' / ${rows}
      from (select n, 1 + n % ${PLAYERS} as player, n / ${PLAYERS} as turn
            from generate_series(${from}::int8, ${until - 1}::int8) as n) as row`);
  }
  await client.query(`
    insert into openings (id, player_id, version_id, seed_id, nonce, entropy, ticket, item_id, request_key, request_count, created_at)
    select id, player_id, 1, player_id, id, '', 5, 1, 'key' || id, 1, created_at
    from ledger where id % 10 = 0 and type = 'CASE_OPEN'`);
  await client.query(`
    insert into roulette_bets (id, round_id, player_id, player_bet, amount, payout_factor, created_at)
    select id, id / 500, player_id, 'red', 1, 2, created_at from ledger where id % 10 = 1 and type = 'CASE_OPEN'`);
  await client.query(`
    insert into notifications (player_id, icon, title, message, updated_at)
    select player_id, 'tag', 'Sold', 'Sold.', created_at from ledger where id % 10 = 2`);
  await client.query(`select setval('inventory_ids', ${rows} + 1)`);
  await client.query('set session_replication_role = origin');
  await client.query('vacuum analyze');
}
