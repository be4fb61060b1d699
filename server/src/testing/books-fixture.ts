import { Client } from 'pg';
import { clientConfig } from '#db/connection.ts';
import { openDb, type Db } from '#db/db.ts';
import { readEnv } from '#env.ts';
import { adjustBalance } from '#features/adjustments/adjustments.ts';
import { createSeeds } from '#features/fairness/fairness.ts';
import { quickSell } from '#features/inventory/quick-sell.ts';
import { claimMission } from '#features/missions/claims.ts';
import { createMission } from '#features/missions/mission-editing.ts';
import { createLog } from '#log.ts';
import { createSeal } from '#seal.ts';
import { addCase, addItem, addPlayer, creditWelcomeDiamonds } from './fixtures.ts';
import { createTestDatabase } from './database.ts';
import { createWheel, type Wheel } from './played-rounds.ts';
import { openCaseDirectly } from './rolled-openings.ts';
import { noopLive } from '#live/noop-live.ts';

const env = readEnv({});
const GUARDED = [
  'ledger',
  'openings',
  'case_versions',
  'case_drops',
  'adjustments',
  'staff_actions',
  'roulette_rounds',
  'roulette_bets',
  'game_results',
];

/** Plays a round with a won and a lost bet, a refunded one, one without bets, and an open one; returns the current wheel. */
async function playRounds(db: Db, playerId: number): Promise<Wheel> {
  const first = await createWheel(db);
  const won = first.nextColor();
  const lost = won === 'red' ? 'black' : 'red';
  await first.play([
    { playerId, playerBet: won, amount: 100 },
    { playerId, playerBet: lost, amount: 40 },
  ]);
  await first.open();
  await first.bet({ playerId, playerBet: 'green', amount: 30 });
  await first.close();
  await first.refund();
  const wheel = await createWheel(db);
  await wheel.play();
  await wheel.open();
  await wheel.bet({ playerId, playerBet: 'green', amount: 20 });
  return wheel;
}

/**
 * A database with a few rows of every kind: welcome diamonds, three openings, a quick sell, a mission, an adjustment and
 * four rounds of roulette.
 */
export async function createBooksFixture() {
  const database = await createTestDatabase();
  const logged: string[] = [];
  const log = createLog('info', { write: (line) => void logged.push(line) });
  const db: Db = openDb({ connection: database.connection, log });
  const seeds = createSeeds({ db, seal: createSeal('only for tests') });
  const [{ id: playerId }, { id: staffId }] = [await addPlayer(db), await addPlayer(db)];
  await db.sql`update players set role = 'admin' where id = ${staffId}`;
  await creditWelcomeDiamonds({ db, live: noopLive }, playerId, 10_000);
  const itemIds = [await addItem(db), await addItem(db, { skinName: 'Night', price: 50 })] as const;
  await addCase(db, {
    name: 'Box',
    price: 500,
    drops: [
      [itemIds[0], 4_000],
      [itemIds[1], 6_000],
    ],
  });
  await seeds.ensure(playerId);
  const open = (count = 1) => openCaseDirectly({ db, env }, seeds, { playerId, caseName: 'Box', count });
  const sell = (id: number) => db.transaction((tx) => quickSell(tx, noopLive, { playerId, itemIds: [id] }));
  const [soldId, ownedId, lastId] = (await open(3)) as [number, number, number];
  const texts = { title: 'Sell one', description: 'Any.', image: '/img/mission/tag-256.webp' };
  const mission = await db.transaction((tx) =>
    createMission(tx, { ...texts, type: 'sell_items', target: 1, reward: 75 }),
  );
  await sell(soldId);
  await db.transaction((tx) => claimMission(tx, { live: noopLive, env }, { playerId, missionId: mission.id }));
  const adjustment = { playerId, amount: 50, reason: 'sorry', actorId: staffId };
  await db.transaction((tx) => adjustBalance(tx, { live: noopLive, env }, adjustment));
  const wheel = await playRounds(db, playerId);

  return {
    connection: database.connection,
    db,
    log,
    logged,
    deps: { db, log, live: noopLive },
    playerId,
    staffId,
    itemIds,
    soldId,
    ownedId,
    lastId,
    wheel,
    open,
    sell,

    /** Disables triggers and drops constraints, so that a test can write invalid rows. Needs the owner of the database. */
    async dropConstraints() {
      const client = new Client(clientConfig(database.connection));
      await client.connect();
      for (const table of GUARDED) await client.query(`alter table ${table} disable trigger all`);
      const { rows } = await client.query<{ table: string; name: string }>(
        `select conrelid::regclass::text as table, conname as name from pg_constraint
         where contype in ('c', 'f')
           and conrelid::regclass::text in ('ledger', 'wallets', 'inventory', 'cases', 'roulette_rounds')`,
      );
      for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`);
      await client.end();
    },

    async close() {
      await db.close();
      await database.drop();
    },
  };
}

export type BooksFixture = Awaited<ReturnType<typeof createBooksFixture>>;
