import { Client } from 'pg';
import { clientConfig, type Connection, withDatabase } from '#db/connection.ts';
import { type Db, openDb } from '#db/db.ts';
import { migrate } from '#db/migrate.ts';
import { ensureDemoCatalogue } from '#demo.ts';
import { createLog } from '#log.ts';

const SELLERS = 100;
/** Both databases have the same number of skins; they differ in the number of listings for each. */
export const SKINS = 1_000;
/** One sold listing for every ten open ones. */
const SOLD_SHARE = 10;

const log = createLog('warn');

/** Prices rise from the value of the skin, so the cheapest listing costs the same in both databases. */
const STATEMENTS = [
  `insert into players (username, username_key, age_confirmed_at)
   select 'seller' || n, 'seller' || n, now() from generate_series(1, ${SELLERS}) as n`,
  `insert into wallets (player_id) select id from players`,
  `create temporary table stock as
   select n, nextval('inventory_ids') as inventory_id, skin.id as item_id, skin.price + n / ${SKINS} as price,
          (select min(id) from players) + n % ${SELLERS} as seller_id, n % ${SOLD_SHARE} = 0 and n >= $1::int8 as is_sold
   from generate_series(0, $1::int8 + $1::int8 / ${SOLD_SHARE} - 1) as n
   join (select id, price, row_number() over (order by md5(id::text)) - 1 as place from items limit ${SKINS}) as skin
     on skin.place = n % ${SKINS}`,
  // The rows are consistent by construction, and checking each would take longer than all the rest.
  `set session_replication_role = replica`,
  `insert into inventory (id, player_id, item_id, quick_sell_price, state)
   select inventory_id, seller_id, item_id, 1, case when n < $1::int8 then 'LISTED' else 'OWNED' end from stock`,
  `insert into listings (seller_id, inventory_id, item_id, price, created_at)
   select seller_id, inventory_id, item_id, price, now() from stock where n < $1::int8 order by n`,
  `insert into listings (seller_id, inventory_id, item_id, price, state, buyer_id, fee, closed_at)
   select seller_id, inventory_id, item_id, price, 'SOLD', seller_id + case when n % ${SELLERS} = 0 then 1 else -1 end,
          price * 5 / 100, now() - random() * interval '80 days'
   from stock where n >= $1::int8 order by n`,
  `insert into market_books (item_id, listings, lowest_price, lowest_id, newest_id, newest_at)
   select item_id, count(*), min(price), (array_agg(id order by price, id))[1], max(id), now()
   from listings where state = 'OPEN' group by item_id`,
  `set session_replication_role = origin`,
  `vacuum analyze`,
];

/** A separate database on the same server, with this many open listings of the demo's skins. */
export async function fillMarket(server: Connection, name: string, listings: number): Promise<Db> {
  const admin = new Client(clientConfig(server));
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  const connection = withDatabase(server, name);
  await migrate(connection, log);
  const db = openDb({ connection, log });
  await ensureDemoCatalogue({ db, log });
  const client = new Client(clientConfig(connection));
  await client.connect();
  await client.query('set statement_timeout = 0');
  for (const statement of STATEMENTS) {
    await client.query(statement.includes('$1') ? { text: statement, values: [listings] } : { text: statement });
  }
  await client.end();
  return db;
}
