import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { noopLive } from '#live/noop-live.ts';
import { acceptOffer } from '#sandbox/steam/offers.ts';
import { createSandboxTrading } from '#sandbox/steam/trading.ts';
import { addRoomPlayer, addItem, findBreaches } from '#testing/fixtures.ts';
import { sharedDatabase } from '#testing/site-process.ts';
import { openLockHolder } from '#testing/lock-holder.ts';
import { startCluster, type Cluster } from '#testing/cluster.ts';

const WALLET_LOCK = 'select from wallets where player_id = $1 for update';
const POLLING = { timeout: 40_000, interval: 20 };
const CUTS_WHILE_SENDING = 3;

type Skin = { readonly assetid: string; readonly balance_on_deposit: number };

async function openPost() {
  const cluster: Cluster = await startCluster({});
  const { db } = cluster;
  for (const price of [115, 200, 300, 400, 500, 600, 700, 800]) await addItem(db, { skinName: `No. ${price}`, price });
  const trading = createSandboxTrading({ db, secret: sharedDatabase(cluster.connection)['SECRET']! });
  const trader = await addRoomPlayer({ db, live: noopLive }, 0);

  async function call<Reply>(path: string, { method = 'GET', body }: { method?: string; body?: object } = {}) {
    const headers = { ...trader.headers, 'content-type': 'application/json' };
    const options = body === undefined ? {} : { body: JSON.stringify(body) };
    const reply = await fetch(`${cluster.anyOrigin()}${path}`, { method, headers, ...options });
    return (await reply.json()) as Reply;
  }

  async function untilState(id: number, state: string): Promise<string> {
    return vi.waitUntil(async () => {
      const [offer] = await db.sql<{ state: string; platformId: string }>`
        select state, platform_id as "platformId" from trade_offers where id = ${id}`;
      return offer?.state === state ? offer.platformId : undefined;
    }, POLLING);
  }

  await cluster.start();
  await call('/user/setTradeUrl', { method: 'PUT', body: { tradeUrl: trading.suggestedTradeUrl(trader.steamId) } });
  const { data: skins } = await call<{ data: Skin[] }>('/user/getUserSteamInventory');

  return {
    cluster,
    db,
    trader,
    skins,
    untilState,
    async deposit({ assetid }: Skin): Promise<number> {
      const body = { assetIds: [assetid] };
      return (await call<{ data: { id: number } }>('/user/createDeposit', { method: 'POST', body })).data.id;
    },
    async balance(): Promise<number> {
      const [wallet] = await db.sql<{ balance: number }>`select balance from wallets where player_id = ${trader.id}`;
      return wallet!.balance;
    },
    async replace(): Promise<void> {
      await cluster.sites[0]!.kill();
      await cluster.start(0);
    },
  };
}

test('sends and credits a deposit once despite crashes at any moment', { timeout: 120_000 }, async () => {
  const post = await openPost();
  const { cluster, db, trader, skins, untilState } = post;
  const values = skins.map(({ balance_on_deposit: value }) => Math.round(value * 100));

  // Between the acceptance and the credit.
  const heldDeposit = await post.deposit(skins[0]!);
  const heldId = await untilState(heldDeposit, 'SENT');
  const hold = await openLockHolder(cluster.connection);
  await hold.acquire(WALLET_LOCK, [trader.id]);
  await acceptOffer(db, heldId);
  await hold.untilBlocking();
  await cluster.sites[0]!.kill();
  await hold.release();
  expect(await post.balance()).toBe(0);
  await cluster.start(0);
  await untilState(heldDeposit, 'CREDITED');
  expect(await post.balance()).toBe(values[0]);

  // Anywhere around the sending.
  const options: number[] = [];
  for (let cuts = 1; cuts <= CUTS_WHILE_SENDING; cuts++) {
    options.push(await post.deposit(skins[cuts]!));
    await sleep(Math.random() * 500);
    await post.replace();
  }
  for (const id of options) await acceptOffer(db, await untilState(id, 'SENT'));
  for (const id of options) await untilState(id, 'CREDITED');
  const due = values.slice(0, CUTS_WHILE_SENDING + 1).reduce((sum, value) => sum + value, 0);
  expect(await post.balance()).toBe(due);
  const duplicates = await db.sql`select message from sandbox_offers group by message having count(*) > 1`;
  expect(duplicates).toEqual([]);
  expect(await findBreaches(db)).toEqual([]);
});
