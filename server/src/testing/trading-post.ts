import type { DepositableSkin, TradeOffer } from '@karat/contract/trades';
import type { Trading } from '#adapters/trading/trading.ts';
import type { Lease } from '#db/lock.ts';
import { createSeeds } from '#features/fairness/fairness.ts';
import { createDueChecks } from '#features/trades/loop.ts';
import { createOfferCheck } from '#features/trades/offer-check.ts';
import { acceptOffer, declineOffer, reverseTrade } from '#sandbox/platform/offers.ts';
import { addCase, addDuellist, addItem, addPlayer, type Duellist, type TestPlayer } from './belongings.ts';
import { openBox } from './rolled-openings.ts';
import { createWorld, type World } from './world.ts';

const LEASE: Lease = { name: 'trades', epoch: 1 };
const CASE = 'Crate';

/** In diamonds; the sandbox gives everybody one of each, and makes some of them untradable. */
const PRICES = [115, 200, 300, 400, 500, 600, 700, 800, 900, 1_000, 1_100, 1_200] as const;

type Skin = Pick<DepositableSkin, 'assetid' | 'classid' | 'name' | 'icon_url' | 'tradable' | 'balance_on_deposit'>;
type Answer = {
  status: number;
  body: { code?: string; message?: string; data?: TradeOffer } & Record<string, unknown>;
};

/** Shelves to choose from: a case with the cheapest skin, and the platform's skins of every price. */
async function fillShop({ db }: World['deps']): Promise<number[]> {
  const itemIds: number[] = [];
  for (const price of PRICES) itemIds.push(await addItem(db, { skinName: `No. ${price}`, price }));
  await addCase(db, { name: CASE, price: 100, drops: [[itemIds[0]!, 10_000]] });
  await db.sql`insert into leases (name, epoch) values (${LEASE.name}, ${LEASE.epoch})`;
  return itemIds;
}

/** What the store knows. */
function createLedgerLooks({ db }: World['deps']) {
  return {
    async offerOf(id: number) {
      const [offer] = await db.sql<{ state: string; platformId: string; reason: string | null; attempts: number }>`
        select state, platform_id as "platformId", reason, attempts from trade_offers where id = ${id}`;
      return offer!;
    },
    async itemState(id: number): Promise<string> {
      const [item] = await db.sql<{ state: string }>`select state from inventory where id = ${id}`;
      return item!.state;
    },
    async balanceOf({ id }: TestPlayer): Promise<number> {
      const [wallet] = await db.sql<{ balance: number }>`select balance from wallets where player_id = ${id}`;
      return wallet!.balance;
    },
    /** As if the days had gone by. */
    async endHolds(): Promise<void> {
      await db.sql`update trade_offers set held_until = now() - interval '1 second' where held_until is not null`;
      await db.sql`update holds set until = held_until from trade_offers where trade_offers.id = offer_id`;
    },
  };
}

/** What players do, over HTTP. */
function createCounter({ http, deps }: World) {
  const trading = deps.trading!;

  async function call(method: 'GET' | 'POST' | 'PUT', url: string, who?: TestPlayer, body?: object): Promise<Answer> {
    const payload = body === undefined ? {} : { payload: body };
    const reply = await http.inject({ method, url, headers: { ...who?.headers }, ...payload });
    return { status: reply.statusCode, body: JSON.parse(reply.body) as Answer['body'] };
  }

  async function skinsOf(who: TestPlayer): Promise<Skin[]> {
    const { body } = await call('GET', '/user/getUserSteamInventory', who);
    return body['data'] as unknown as Skin[];
  }

  return {
    call,
    skinsOf,
    /** Somebody whom offers can reach, with so many diamonds. */
    async addTrader(balance = 0): Promise<Duellist> {
      const trader = await addDuellist(deps, balance);
      await call('PUT', '/user/setTradeUrl', trader, { tradeUrl: trading.suggestedTradeUrl(trader.steamId) });
      return trader;
    },
    async deposit(who: TestPlayer, values: readonly number[]): Promise<number> {
      const skins = await skinsOf(who);
      const chosen = values.map((value) => skins.find((skin) => skin.balance_on_deposit === value / 100)!);
      const assetIds = chosen.map(({ assetid }) => assetid);
      const { body } = await call('POST', '/user/createDeposit', who, { assetIds });
      return body.data!.id;
    },
    withdraw: (who: TestPlayer, itemId: number) => call('POST', `/user/withdrawItem/${itemId}`, who),
  };
}

/** A site on the sandbox's platform, whose offers move on when a test says so. */
export async function openTradingPost(variables: Readonly<Record<string, string>> = {}) {
  // Nobody is too fast here.
  const world = await createWorld(variables, { take: () => 0 });
  const { db, env, seal } = world.deps;
  const trading = world.deps.trading!;
  const seeds = createSeeds({ db, seal });
  const itemIds = await fillShop(world.deps);
  const staff = await addPlayer(db, 'admin');
  const looks = createLedgerLooks(world.deps);
  const counter = createCounter(world);
  const platformIdOf = async (id: number): Promise<string> => (await looks.offerOf(id)).platformId;
  const accept = async (id: number): Promise<void> => acceptOffer(db, await platformIdOf(id));

  const on = (whims: Partial<Trading>) => ({ ...world.deps, trading: { ...trading, ...whims } });
  const makeDue = () => db.sql`update trade_offers set look_at = clock_timestamp() where look_at is not null`;

  async function moveOn(whims: Partial<Trading> = {}): Promise<void> {
    const look = createDueChecks(on(whims), LEASE);
    for (;;) {
      const [due] = await db.sql`select from trade_offers where look_at <= clock_timestamp() limit 1`;
      if (due === undefined) return;
      await look();
    }
  }

  /** Has everything looked at now that is looked at at all, by a platform that may have its whims. */
  async function lookAround(whims: Partial<Trading> = {}): Promise<void> {
    await makeDue();
    await moveOn(whims);
  }

  /** The same by two at once. What one of them has begun is not due again for the other: that is what keeps it single. */
  async function lookAroundByTwo(): Promise<void> {
    await makeDue();
    await Promise.all([moveOn(), moveOn()]);
  }

  /** The same for a few, and once. */
  async function lookOnce(whims: Partial<Trading> = {}): Promise<void> {
    await makeDue();
    await createDueChecks(on(whims), LEASE)();
  }

  return {
    ...looks,
    ...counter,
    world,
    db,
    env,
    trading,
    staff,
    itemIds,
    lookAround,
    lookAroundByTwo,
    lookOnce,
    /** By one who had listed it before. */
    lookAt: (id: number) => createOfferCheck(on({}), LEASE)(id),
    accept,
    decline: async (id: number) => declineOffer(db, await platformIdOf(id)),
    reverse: async (id: number) => reverseTrade(db, await platformIdOf(id)),

    /** From the wish to diamonds in the wallet. */
    async depositNow(who: TestPlayer, values: readonly number[]): Promise<number> {
      const id = await counter.deposit(who, values);
      await lookAround();
      await accept(id);
      await lookAround();
      return id;
    },
    /** An item of the cheapest kind out of a case, for 100 diamonds. */
    async openItem({ id: playerId }: TestPlayer): Promise<number> {
      await seeds.ensure(playerId);
      const [itemId] = await openBox({ db, env }, seeds, { playerId, caseName: CASE });
      return itemId!;
    },
    close: () => world.close(),
  };
}
export type TradingPost = Awaited<ReturnType<typeof openTradingPost>>;
