import { Client } from 'pg';
import { roundNumber } from '@karat/rules/fairness';
import { sha256Hex } from '@karat/rules/sha256';
import { clientConfig, type Connection, withDatabase } from '#db/connection.ts';
import { type Db, openDb } from '#db/db.ts';
import { migrate } from '#db/migrate.ts';
import { ensureDemoCatalogue } from '#demo.ts';
import { createLog } from '#log.ts';

/** How many players share the ledger rows, and how evenly. */
export type Shape = 'small' | 'large' | 'mixed';

const LARGE_PLAYERS = 5;
/** Ledger rows per player if all players are small. */
const ROWS_PER_SMALL_PLAYER = 10;
/** Ledger rows of one unit: the expected number, because half of the bets win. */
const ROWS_PER_UNIT = 11.5;
const UNITS_PER_ROUND = 200;
const SALT = 'bench';
const BALANCE = 1_000_000_000;

const log = createLog('warn');

const playerCount = (shape: Shape, rows: number): number =>
  shape === 'large' ? LARGE_PLAYERS : Math.round(rows / ROWS_PER_SMALL_PLAYER);

/** The number of the player of unit `u`, from 0, among those who have joined. In a mixed database few players own half of the units. */
function playerExpression(shape: Shape): string {
  const anyone = 'abs(hashint8(u)::int8) % joined';
  return shape === 'mixed'
    ? `case when u % 2 = 0 then u / 2 % least(joined, ${LARGE_PLAYERS}) else ${anyone} end`
    : anyone;
}

type Round = { readonly seed: string; readonly hash: string; readonly number: number };

/** Settled rounds of one hash chain. The seed of a round is the hash of the next round's seed. */
function makeRounds(count: number): Round[] {
  const seeds = [sha256Hex('the last link')];
  while (seeds.length < count) seeds.unshift(sha256Hex(seeds[0]!));
  return seeds.map((seed, index) => ({
    seed,
    hash: sha256Hex(seed),
    number: roundNumber({ seed, salt: SALT, beacon: '', k: index + 1 }),
  }));
}

/**
 * $1 is the number of units, $2 the number of players. A unit is everything that one player does once. Players join one by
 * one, so the first ledger row of most players has many rows before it.
 */
const addUnits = (shape: Shape): string => `
  create temporary table unit as
  select u, u * 2 - 1 as first_opening, u * 2 as second_opening, 1 + (u - 1) % greatest($1 / ${UNITS_PER_ROUND}, 1) as round_id,
         case when u % 2 = 0 then 'red' else 'black' end as color,
         (select min(id) from players) + number as player_id, (select min(id) from players) + (number + 1) % joined as other_id
  from generate_series(1, $1::int8) as u
  cross join lateral (select 2 + u * ($2 - 2) / $1 as joined) as present
  cross join lateral (select ${playerExpression(shape)} as number) as chosen`;

const PLAYERS = [
  `insert into players (username, username_key, age_confirmed_at)
   select 'bench' || n, 'bench' || n, now() from generate_series(1, $2::int8) as n`,
  `insert into seeds (player_id, state, sealed, server_seed_hash, client_seed)
   select id, 'ACTIVE', '', 'hash' || id, 'bench' from players`,
];

/** The rows are consistent by construction, so triggers and foreign keys are off while they are written. */
const PRODUCT = [
  `create temporary table opened as
   select version.id as version_id, price, (
            select item_id from case_drops where version_id = version.id and tickets > 0 order by item_id limit 1) as item_id
   from case_versions as version order by price, id limit 1`,
  `insert into openings (id, player_id, version_id, seed_id, nonce, entropy, ticket, item_id)
   select opening_id, unit.player_id, version_id, seeds.id,
          row_number() over (partition by unit.player_id order by opening_id) - 1, '', 0, item_id
   from unit cross join lateral (values (first_opening), (second_opening)) as made (opening_id)
   join seeds on seeds.player_id = unit.player_id, opened`,
  `insert into inventory (id, player_id, item_id, quick_sell_price, state)
   select first_opening, player_id, item_id, 1, 'SOLD' from unit, opened
   union all select second_opening, other_id, item_id, 1, 'OWNED' from unit, opened`,
  `insert into listings (id, seller_id, inventory_id, item_id, price, state, buyer_id, fee, closed_at)
   overriding system value
   select u, player_id, second_opening, item_id, 100, 'SOLD', other_id, 5, now() from unit, opened`,
  `insert into adjustments (id, player_id, amount, reason, actor_id, created_at) overriding system value
   select u, player_id, 50, 'bench', (select min(id) from players), timestamptz '2000-01-01' + u * interval '1 hour' from unit`,
  `insert into missions (title, type, description, image, target, reward, period, revision)
   values ('bench', 'bench', '', '', 1, 75, 'day', 1000000)`,
  `insert into mission_completions (mission_id, player_id, period_start, reward, claimed_at)
   select (select max(id) from missions), player_id, date '1970-01-01' + u::int, 75, now() from unit`,
  `insert into trade_offers (id, kind, player_id, state, code, steam_id, trade_token, amount) overriding system value
   select u, 'deposit', player_id, 'FINAL', 'code' || u, '', '', 30 from unit`,
  `insert into trade_offer_skins (offer_id, item_id, value, is_open, position) select u, item_id, 30, false, 1 from unit, opened`,
  `insert into rooms (id, map, player_count, server_location, ticket_price, owner_id, state, seed_hash, sealed_seed, ended_at)
   overriding system value
   select u, 'awp_lego', '1v1', 'istanbul', 5, player_id, 'MATCH_CANCELLED', '', '', now() from unit`,
  `insert into room_seats (id, room_id, player_id, team, position, stake, is_active) overriding system value
   select u, u, player_id, 'team1', 1, 5, false from unit`,
  `insert into roulette_bets (id, round_id, player_id, player_bet, amount, payout_factor)
   select u, round_id, player_id, color, 10, 2 from unit`,
  `update roulette_rounds set bet_count = bets, amount = staked, win_amount = won from (
     select round_id, count(*) as bets, sum(bet.amount) as staked,
            coalesce(sum(bet.amount * payout_factor) filter (where player_bet = winner_color), 0) as won
     from roulette_bets as bet join roulette_rounds on roulette_rounds.id = round_id group by round_id
   ) as total where roulette_rounds.id = round_id`,
  `insert into game_results (player_id, game, reference, is_won, amount, payout)
   select player_id, 'roulette', round_id, won > staked, staked, won from (
     select round_id, player_id, sum(bet.amount) as staked,
            coalesce(sum(bet.amount * payout_factor) filter (where player_bet = winner_color), 0) as won
     from roulette_bets as bet join roulette_rounds on roulette_rounds.id = round_id group by round_id, player_id
   ) as played order by round_id`,
];

/** Movements in the order of the ledger; running balances follow from it. */
const LEDGER = [
  `create temporary table movement as
   select greatest(0, (id - (select min(id) from players) - 2) * $1 / ($2 - 2)) as u, 0 as step, 'WELCOME' as type, 'welcome:' || id as reference, id as player_id,
          'house:promo' as account, ${BALANCE}::int8 as amount
   from players
   union all
   select u, step, type, leg.reference, leg.player_id, account, leg.amount
   from unit join roulette_rounds as round on round.id = round_id, opened, lateral (values
     (1, 'CASE_OPEN', 'open:' || first_opening, unit.player_id, 'house:cases', -price),
     (2, 'CASE_OPEN', 'open:' || second_opening, unit.player_id, 'house:cases', -price),
     (3, 'QUICK_SELL', 'sell:' || first_opening, unit.player_id, 'house:items', 1),
     (4, 'ADMIN_ADJUST', 'adjust:' || u, unit.player_id, 'external:adjust', 50),
     (5, 'MISSION_REWARD', 'mission:' || unit.player_id || ':' || (select max(id) from missions) || ':'
        || to_char(date '1970-01-01' + u::int, 'YYYY-MM-DD'), unit.player_id, 'house:missions', 75),
     (6, 'DEPOSIT', 'deposit:' || u, unit.player_id, 'external:vault', 30),
     (7, 'ROOM_ENTRY', 'entry:seat:' || u, unit.player_id, 'room:' || u, -5),
     (8, 'ROOM_REFUND', 'refund:seat:' || u, unit.player_id, 'room:' || u, 5),
     (9, 'MARKET_BUY', 'buy:listing:' || u, other_id, 'house:market', -100),
     (10, 'MARKET_SALE', 'sale:listing:' || u, unit.player_id, 'house:market', 95),
     (11, 'ROULETTE_BET', 'bet:' || u, unit.player_id, 'round:' || round_id, -10),
     (12, 'ROULETTE_WIN', 'settle:bet:' || u, unit.player_id, 'house:roulette', case when color = winner_color then 20 end)
   ) as leg (step, type, reference, player_id, account, amount)
   where leg.amount is not null`,
  `insert into ledger (type, reference, player_id, account, amount, old_balance, new_balance, created_at)
   select type, reference, player_id, account, amount, held - amount, held, now() - interval '1 hour' from (
     select *, sum(amount) over (partition by player_id order by u, step)::int8 as held from movement
   ) as line order by u, step`,
  `insert into ledger (type, reference, account, to_account, amount, created_at)
   select 'ROULETTE_BET', 'close:round:' || id, 'round:' || id, 'house:roulette', amount, now() - interval '1 hour'
   from roulette_rounds where amount > 0`,
  `insert into wallets (player_id, balance, version, seed_id, nonce)
   select players.id, moved, lines, seeds.id, coalesce(rolls, 0)
   from players join seeds on seeds.player_id = players.id
   join (select player_id, sum(amount) as moved, count(*) as lines from movement group by player_id) as total
     on total.player_id = players.id
   left join (select seed_id, count(*) as rolls from openings group by seed_id) as rolled on rolled.seed_id = seeds.id`,
];

async function addRounds(client: Client, count: number): Promise<void> {
  const rounds = makeRounds(count);
  await client.query({
    text: `insert into roulette_chains (length, terminal, sealed, salt, salted_at) values ($1, $2, '', $3, now())`,
    values: [count, rounds[0]!.hash, SALT],
  });
  await client.query({
    text: `insert into roulette_rounds (id, chain_id, k, hash, state, closes_at, closed_at, seed, winner_number, drawn_at, ended_at)
           select k, (select max(id) from roulette_chains), k, hash, 'SETTLED', now(), now(), seed, number, now(), now()
           from unnest($1::text[], $2::text[], $3::int[]) with ordinality as round (seed, hash, number, k)`,
    values: [rounds.map(({ seed }) => seed), rounds.map(({ hash }) => hash), rounds.map(({ number }) => number)],
  });
}

/** A separate database on the same server, with about this many ledger rows and everything that they refer to. */
export async function fillBooks(
  server: Connection,
  name: string,
  { shape, rows }: { shape: Shape; rows: number },
): Promise<Db> {
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
  await client.query('set session_replication_role = replica');
  const players = playerCount(shape, rows);
  const units = Math.round((rows - players) / ROWS_PER_UNIT);
  await addRounds(client, Math.max(1, Math.floor(units / UNITS_PER_ROUND)));
  for (const text of [...PLAYERS, addUnits(shape), ...PRODUCT, ...LEDGER]) {
    // Each statement gets the parameters that it names.
    const bound = text.replaceAll('$1', String(units)).replaceAll('$2', String(players));
    await client.query(bound);
  }
  // As if the planner's sample had missed the small players, as it does for those who joined after the last analyze.
  if (shape === 'mixed') await client.query('alter table ledger alter column player_id set (n_distinct = 10)');
  await client.query('vacuum analyze');
  await client.end();
  return db;
}
