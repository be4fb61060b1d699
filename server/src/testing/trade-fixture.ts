import type { DepositableSkin, TradeOffer } from '@karat/contract/trades';
import type { Trading } from '#adapters/trading/trading.ts';
import type { Lease } from '#db/lease.ts';
import { createSeeds } from '#features/fairness/fairness.ts';
import { createDueChecks } from '#features/trades/loop.ts';
import { createOfferCheck } from '#features/trades/offer-check.ts';
import { acceptOffer, declineOffer, reverseTrade } from '#sandbox/steam/offers.ts';
import { addCase, addRoomPlayer, addItem, addPlayer, type RoomPlayer, type TestPlayer } from './fixtures.ts';
import { openCaseDirectly } from './rolled-openings.ts';
import { createTestSite, type TestSite } from './test-site.ts';

const LEASE: Lease = { name: 'trades', epoch: 1 };
const CASE = 'Crate';

/** In diamonds. The sandbox gives every player one skin of each price, some of them untradable. */
const PRICES = [115, 200, 300, 400, 500, 600, 700, 800, 900, 1_000, 1_100, 1_200] as const;

type Skin = Pick<DepositableSkin, 'assetid' | 'classid' | 'name' | 'icon_url' | 'tradable' | 'balance_on_deposit'>;
type Answer = {
  status: number;
  body: { code?: string; message?: string; data?: TradeOffer } & Record<string, unknown>;
};

/** Adds an item of every price, and a case with the cheapest. */
async function addCatalogue({ db }: TestSite['deps']): Promise<number[]> {
  const itemIds: number[] = [];
  for (const price of PRICES) itemIds.push(await addItem(db, { skinName: `No. ${price}`, price }));
  await addCase(db, { name: CASE, price: 100, drops: [[itemIds[0]!, 10_000]] });
  await db.sql`insert into leases (name, epoch) values (${LEASE.name}, ${LEASE.epoch})`;
  return itemIds;
}

/** Reads and changes rows in the database. */
function createReaders({ db }: TestSite['deps']) {
  return {
    async readOffer(id: number) {
      const [offer] = await db.sql<{ state: string; platformId: string; reason: string | null; attempts: number }>`
        select state, platform_id as "platformId", reason, attempts from trade_offers where id = ${id}`;
      return offer!;
    },
    async itemState(id: number): Promise<string> {
      const [item] = await db.sql<{ state: string }>`select state from inventory where id = ${id}`;
      return item!.state;
    },
    async readBalance({ id }: TestPlayer): Promise<number> {
      const [wallet] = await db.sql<{ balance: number }>`select balance from wallets where player_id = ${id}`;
      return wallet!.balance;
    },
    /** Ends all holds now. */
    async endHolds(): Promise<void> {
      await db.sql`update trade_offers set held_until = now() - interval '1 second' where held_until is not null`;
      await db.sql`update holds set until = held_until from trade_offers where trade_offers.id = offer_id`;
    },
  };
}

/** Calls of players. */
function createPlayerCalls({ http, deps }: TestSite) {
  const trading = deps.trading!;

  async function call(method: 'GET' | 'POST' | 'PUT', url: string, who?: TestPlayer, body?: object): Promise<Answer> {
    const payload = body === undefined ? {} : { payload: body };
    const reply = await http.inject({ method, url, headers: { ...who?.headers }, ...payload });
    return { status: reply.statusCode, body: JSON.parse(reply.body) as Answer['body'] };
  }

  async function readSkins(who: TestPlayer): Promise<Skin[]> {
    const { body } = await call('GET', '/user/getUserSteamInventory', who);
    return body['data'] as unknown as Skin[];
  }

  return {
    call,
    skinsOf: readSkins,
    /** Adds a player with a trade URL. */
    async addTrader(balance = 0): Promise<RoomPlayer> {
      const trader = await addRoomPlayer(deps, balance);
      await call('PUT', '/user/setTradeUrl', trader, { tradeUrl: trading.suggestedTradeUrl(trader.steamId) });
      return trader;
    },
    async deposit(who: TestPlayer, values: readonly number[]): Promise<number> {
      const skins = await readSkins(who);
      const chosen = values.map((value) => skins.find((skin) => skin.balance_on_deposit === value / 100)!);
      const assetIds = chosen.map(({ assetid }) => assetid);
      const { body } = await call('POST', '/user/createDeposit', who, { assetIds });
      return body.data!.id;
    },
    withdraw: (who: TestPlayer, itemId: number) => call('POST', `/user/withdrawItem/${itemId}`, who),
  };
}

/** A site on the sandbox. Trade offers advance only when the test says so. */
export async function createTradeFixture(variables: Readonly<Record<string, string>> = {}) {
  // Without rate limits.
  const site = await createTestSite(variables, { take: () => 0 });
  const { db, env, seal } = site.deps;
  const trading = site.deps.trading!;
  const seeds = createSeeds({ db, seal });
  const itemIds = await addCatalogue(site.deps);
  const staff = await addPlayer(db, 'admin');
  const readers = createReaders(site.deps);
  const playerCalls = createPlayerCalls(site);
  const readPlatformId = async (id: number): Promise<string> => (await readers.readOffer(id)).platformId;
  const accept = async (id: number): Promise<void> => acceptOffer(db, await readPlatformId(id));

  const depsWith = (overrides: Partial<Trading>) => ({ ...site.deps, trading: { ...trading, ...overrides } });
  // Locks in one order, so that concurrent calls do not deadlock.
  const makeDue = () => db.sql`
    update trade_offers set check_at = clock_timestamp()
    where id in (select id from trade_offers where check_at is not null order by id for no key update)`;

  async function processDue(overrides: Partial<Trading> = {}): Promise<void> {
    const check = createDueChecks(depsWith(overrides), LEASE);
    for (;;) {
      const [due] = await db.sql`select from trade_offers where check_at <= clock_timestamp() limit 1`;
      if (due === undefined) return;
      await check();
    }
  }

  /** Makes all open offers due and processes them, with some methods of the trading adapter replaced. */
  async function processOffers(overrides: Partial<Trading> = {}): Promise<void> {
    await makeDue();
    await processDue(overrides);
  }

  /** The same by two loops at once. An offer that one has begun is not due for the other, so it is processed once. */
  async function processOffersConcurrently(): Promise<void> {
    await makeDue();
    await Promise.all([processDue(), processDue()]);
  }

  /** Makes all open offers due and processes one batch. */
  async function processOneBatch(overrides: Partial<Trading> = {}): Promise<void> {
    await makeDue();
    await createDueChecks(depsWith(overrides), LEASE)();
  }

  return {
    ...readers,
    ...playerCalls,
    site,
    db,
    env,
    trading,
    staff,
    itemIds,
    processOffers,
    processOffersConcurrently,
    processOneBatch,
    /** Processes one offer even if it is no longer due, as a loop does that listed it before. */
    processOffer: (id: number) => createOfferCheck(depsWith({}), LEASE)(id),
    accept,
    decline: async (id: number) => declineOffer(db, await readPlatformId(id)),
    reverse: async (id: number) => reverseTrade(db, await readPlatformId(id)),

    /** Creates, accepts and credits a deposit. */
    async depositNow(who: TestPlayer, values: readonly number[]): Promise<number> {
      const id = await playerCalls.deposit(who, values);
      await processOffers();
      await accept(id);
      await processOffers();
      return id;
    },
    /** Opens the case for 100 diamonds; returns the inventory id of the cheapest skin. */
    async openCase({ id: playerId }: TestPlayer): Promise<number> {
      await seeds.ensure(playerId);
      const [itemId] = await openCaseDirectly({ db, env }, seeds, { playerId, caseName: CASE });
      return itemId!;
    },
    close: () => site.close(),
  };
}
export type TradeFixture = Awaited<ReturnType<typeof createTradeFixture>>;
