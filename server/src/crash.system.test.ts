import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { WonItem } from '@karat/contract/cases';
import { expect, onTestFinished, test } from 'vitest';
import { type Db, openDb } from '#db/db.ts';
import { startEmbedded } from '#db/embedded.ts';
import { readConnection } from '#db/embedded/running.ts';
import { noopLive } from '#live/noop-live.ts';
import { createLog } from '#log.ts';
import { addPlayer, type TestPlayer, creditWelcomeDiamonds } from '#testing/fixtures.ts';
import { temporaryFolder } from '#testing/folders.ts';
import { type SiteProcess, startSite } from '#testing/site-process.ts';

const CLIENTS = 16;
const PLAYERS = 8;
const KILLS = 10;
const ACKNOWLEDGED_BEFORE_A_KILL = 80;
const WELCOME = 1_000_000_000;

const log = createLog('silent');

/** One click: retried with the same key until an answer comes, as the web app does. */
type Press = {
  readonly player: TestPlayer;
  readonly address: string;
  readonly key: string;
  readonly body?: string;
};
type Answered = Press & { readonly status: number; readonly text: string };

/** The current address of the site, which changes with every start. */
type Cluster = { site: SiteProcess };

async function send(
  cluster: Cluster,
  { player, address, key, body }: Press,
): Promise<{ status: number; text: string }> {
  const headers = { ...player.headers, 'idempotency-key': key, 'content-type': 'application/json' };
  const post = body === undefined ? {} : { method: 'POST', body };
  const reply = await fetch(`${cluster.site.origin}${address}`, { headers, ...post });
  return { status: reply.status, text: await reply.text() };
}

/** Refused connections, cut replies, a database that is down and rate limits all mean: try again. */
async function sendUntilAnswered(cluster: Cluster, request: Press): Promise<Answered> {
  for (;;) {
    const answer = await send(cluster, request).catch(() => undefined);
    if (answer !== undefined && ![429, 503].includes(answer.status)) return { ...request, ...answer };
    await sleep(20);
  }
}

const wonIn = ({ text }: Answered): WonItem[] => {
  const { reward, rewards } = JSON.parse(text) as { reward: WonItem; rewards?: WonItem[] };
  return rewards ?? [reward];
};

type Choice = { readonly cases: readonly string[]; readonly random: () => number };

/** Opens cases and sells the items until it is stopped, then waits for the last answer. */
async function play(
  cluster: Cluster,
  player: TestPlayer,
  { cases, random }: Choice,
  answers: Answered[],
  isOver: () => boolean,
) {
  const owned: number[] = [];
  const pick = (most: number): number => Math.floor(random() * most);
  while (!isOver()) {
    const key = randomUUID();
    if (owned.length > 0 && random() < 0.4) {
      const ids = owned.splice(0, 1 + pick(owned.length));
      const [address, body] =
        ids.length === 1
          ? [`/user/quickSellItem/${ids[0]}`]
          : ['/user/quickSellItems', JSON.stringify({ itemIds: ids })];
      answers.push(await sendUntilAnswered(cluster, { player, address, key, ...(body === undefined ? {} : { body }) }));
    } else {
      const name = encodeURIComponent(cases[pick(cases.length)]!);
      const opened = await sendUntilAnswered(cluster, {
        player,
        address: `/case/openCase/${name}?count=${1 + pick(5)}`,
        key,
      });
      answers.push(opened);
      if (opened.status === 200) owned.push(...wonIn(opened).map(({ id }) => id));
    }
  }
}

/** Reaches the database of a running site as commands do. */
async function withRunningStore<Result>(dataDir: string, use: (db: Db) => Promise<Result>): Promise<Result> {
  const db = openDb({ connection: (await readConnection(dataDir))!, log });
  try {
    return await use(db);
  } finally {
    await db.close();
  }
}

async function addPlayers(db: Db): Promise<TestPlayer[]> {
  const players: TestPlayer[] = [];
  for (let count = 0; count < PLAYERS; count++) {
    const player = await addPlayer(db);
    await creditWelcomeDiamonds({ db, live: noopLive }, player.id, WELCOME);
    players.push(player);
  }
  return players;
}

/** A few busy seconds with ten crashes. Returns the replies that players got. */
async function playWithCrashes(
  dataDir: string,
): Promise<{ answers: Answered[]; cluster: Cluster; players: TestPlayer[] }> {
  const cluster: Cluster = { site: await startSite(dataDir) };
  onTestFinished(() => cluster.site.kill());
  const players = await withRunningStore(dataDir, addPlayers);
  const reply = await fetch(`${cluster.site.origin}/case/getAllCases?sort=lowest&limit=4`);
  const cases = ((await reply.json()) as { data: { name: string }[] }).data.map(({ name }) => name);
  const answers: Answered[] = [];
  let isOver = false;
  const clients = Array.from({ length: CLIENTS }, (_, index) =>
    play(cluster, players[index % PLAYERS]!, { cases, random: Math.random }, answers, () => isOver),
  );
  for (let kill = 0; kill < KILLS; kill++) {
    const enough = answers.length + ACKNOWLEDGED_BEFORE_A_KILL;
    while (answers.length < enough) await sleep(1);
    await cluster.site.kill();
    cluster.site = await startSite(dataDir);
  }
  isOver = true;
  await Promise.all(clients);
  return { answers, cluster, players };
}

/** Runs the audit as an operator would; fails on any breach. */
async function auditByCommand(dataDir: string): Promise<string> {
  const command = path.join(import.meta.dirname, 'cli/audit.ts');
  const { DATABASE_URL: _, ...env } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, [command], { env: { ...env, DATA_DIR: dataDir } });
  return stdout;
}

type Held = { readonly id: number; readonly itemId: number; readonly price: number; readonly state: string };

async function countHeldItems(db: Db, players: readonly TestPlayer[]): Promise<Map<number, Held>> {
  const rows = await db.sql<Held>`
    select inventory.id, inventory.item_id as "itemId", quick_sell_price as price, state
    from inventory
    join openings on openings.id = inventory.id and openings.player_id = inventory.player_id
    join case_versions on case_versions.id = version_id
    join ledger on type = 'CASE_OPEN' and reference = 'open:' || inventory.id
      and ledger.player_id = inventory.player_id and amount = -case_versions.price
    where inventory.player_id = any(${players.map(({ id }) => id)}::int8[])`;
  return new Map(rows.map((row) => [row.id, row]));
}

async function sumSales(db: Db, players: readonly TestPlayer[]): Promise<Map<number, number>> {
  const rows = await db.sql<{ id: number; amount: number }>`
    select substr(reference, 6)::int8 as id, amount from ledger
    where type = 'QUICK_SELL' and player_id = any(${players.map(({ id }) => id)}::int8[])`;
  return new Map(rows.map(({ id, amount }) => [id, amount]));
}

async function countAll(db: Db): Promise<{ openings: number; items: number; debits: number }> {
  const [row] = await db.sql<{ openings: number; items: number; debits: number }>`
    select (select count(*) from openings) as openings, (select count(*) from inventory) as items,
           (select count(*) from ledger where type = 'CASE_OPEN') as debits`;
  return row!;
}

/** The mission tallies. */
async function countedAll(db: Db): Promise<{ opened: number; wagered: number; sold: number }> {
  const [row] = await db.sql<{ opened: number; wagered: number; sold: number }>`
    select coalesce(sum(totals[1]), 0)::int8 as opened, coalesce(sum(totals[2]), 0)::int8 as wagered,
           coalesce(sum(totals[3]), 0)::int8 as sold
    from tallies`;
  return row!;
}

async function wageredAll(db: Db): Promise<number> {
  const [row] = await db.sql<{ wagered: number }>`
    select coalesce(-sum(amount), 0)::int8 as wagered from ledger where type = 'CASE_OPEN'`;
  return row!.wagered;
}

test('loses, doubles and halves nothing in ten crashes with sixteen busy clients', { timeout: 180_000 }, async () => {
  const dataDir = await temporaryFolder();
  const { answers, cluster, players } = await playWithCrashes(dataDir);
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);

  for (const { status, text, ...request } of answers.toSorted(() => Math.random() - 0.5).slice(0, 400)) {
    expect(await sendUntilAnswered(cluster, request)).toEqual({ ...request, status, text });
  }
  expect(await auditByCommand(dataDir)).toContain('The books are right');
  await cluster.site.stop();

  const embedded = await startEmbedded({ dataDir, log });
  const db = openDb({ connection: embedded.connection, log });
  onTestFinished(async () => {
    await db.close();
    await embedded.stop();
  });
  const [held, paid] = [await countHeldItems(db, players), await sumSales(db, players)];
  const won = answers.filter(({ address }) => address.startsWith('/case/')).flatMap(wonIn);
  expect(new Set(won.map(({ id }) => id)).size).toBe(won.length);
  for (const { id, parentItem, price } of won) expect(held.get(id)).toMatchObject({ itemId: parentItem, price });
  // Every click was answered in the end, so the database holds nothing beyond the replies.
  expect(await countAll(db)).toEqual({ openings: won.length, items: won.length, debits: won.length });

  const sold = answers.flatMap(({ address, text }) => {
    const [, single] = /^\/user\/quickSellItem\/(\d+)/.exec(address) ?? [];
    if (single !== undefined) return [Number(single)];
    return address === '/user/quickSellItems' ? (JSON.parse(text) as { soldIds: number[] }).soldIds : [];
  });
  expect(new Set(sold).size).toBe(sold.length);
  for (const id of sold) expect([held.get(id)!.state, paid.get(id) ?? 0]).toEqual(['SOLD', held.get(id)!.price]);
  expect([...held.values()].filter(({ state }) => state === 'SOLD')).toHaveLength(sold.length);
  expect(await countedAll(db)).toEqual({ opened: won.length, wagered: await wageredAll(db), sold: sold.length });
});
