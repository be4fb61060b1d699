import { noopLive } from '#live/noop-live.ts';
import { countTowardsMissions } from '#features/missions/missions.ts';
import { addItem, addPlayer, type RoomPlayer, addToInventory, type TestPlayer } from './fixtures.ts';
import { createTradeFixture, type TradeFixture } from './trade-fixture.ts';

let itemCount = 0;

/** Valid forms that staff send, each for a new name. */
const forms = {
  missionForm: (changed: object = {}) => ({
    title: `Sell one ${(itemCount += 1)}`,
    type: 'sell_items',
    description: 'Any.',
    missionImg: 'https://pictures.example/one.png',
    target: 1,
    reward: 5,
    ...changed,
  }),
  itemForm: (changed: object = {}) => ({
    itemName: 'Knife',
    skinName: `Fresh ${(itemCount += 1)}`,
    itemImgUrl: 'https://pictures.example/a.png',
    skinExterior: 'Field-Tested',
    skinRarity: 'Covert',
    weaponType: 'Knife',
    ...changed,
  }),
};

/** Skins of the helper accounts, and their deposits. */
function createSkins(trades: TradeFixture) {
  const { db } = trades;
  return {
    /** Adds an item of 100 diamonds; returns also the form that edits it. */
    async newItem() {
      const names = { itemName: 'Knife', skinName: `Known ${(itemCount += 1)}` };
      const id = await addItem(db, { ...names, price: 100 });
      const kind = { skinExterior: 'Field-Tested', skinRarity: 'Consumer Grade', weaponType: 'Pistol' };
      const fields = { ...names, ...kind, itemImgUrl: 'https://pictures.example/a.png' };
      return { id, form: (price: number, changed: object = {}) => ({ ...fields, price, ...changed }) };
    },
    /** Adds `count` copies of an item to a player's inventory on the site. */
    async giveMany({ id: playerId }: TestPlayer, itemId: number, count: number): Promise<void> {
      for (let at = 0; at < count; at += 1) await addToInventory(db, { playerId, itemId, price: 90 });
    },
    /** Adds a player whose only skin in the sandbox's Steam is one copy of the item. */
    async newDepositor(itemId: number): Promise<RoomPlayer> {
      const trader = await trades.addTrader();
      await db.sql`
        insert into sandbox_assets (owner_steam_id, class_id, name, market_hash_name, icon_url, exterior, rarity, weapon_type)
        select ${trader.steamId}, 500000000 + id, market_hash_name, market_hash_name, image, exterior, rarity, weapon_type
        from items where id = ${itemId}`;
      return trader;
    },
    /** Deposits all skins of a player; returns the offer's state or the refusal code. */
    async depositAll(who: TestPlayer): Promise<string> {
      const assetIds = (await trades.skinsOf(who)).map(({ assetid }) => assetid);
      const { body } = await trades.call('POST', '/user/createDeposit', who, { assetIds });
      return body.data?.state ?? body.code!;
    },
    /** Accepts and credits every sent offer. */
    async settleDeposits(): Promise<void> {
      await trades.processOffers();
      const rows = await db.sql<{ id: number }>`select id from trade_offers where state = 'SENT'`;
      for (const { id } of rows) await trades.accept(id);
      await trades.processOffers();
    },
  };
}

/** A site on which admins try to create diamonds without approval. `limit` is the maximum that one person may give in a day. */
export async function createAdminCreditFixture({ limit }: { limit: number }) {
  const trades = await createTradeFixture({ ADJUSTMENT_APPROVAL_ABOVE: String(limit) });
  const { db } = trades;
  return {
    ...trades,
    ...forms,
    ...createSkins(trades),
    newAdmin: (): Promise<TestPlayer> => addPlayer(db, 'admin'),
    newHelpers: (count: number): Promise<TestPlayer[]> =>
      Promise.all(Array.from({ length: count }, () => addPlayer(db))),
    async balances(of: readonly TestPlayer[]): Promise<number> {
      const [row] = await db.sql<{ total: number }>`
        select coalesce(sum(balance), 0)::int8 as total from wallets where player_id = any(${of.map(({ id }) => id)}::int8[])`;
      return row!.total;
    },
    /** Counts one sold item for each player, as missions do. */
    async countSaleFor(helpers: readonly TestPlayer[]): Promise<void> {
      for (const { id: playerId } of helpers) {
        await db.transaction(async (tx) => {
          await tx.sql`select from wallets where player_id = ${playerId} for update`;
          await countTowardsMissions(tx, noopLive, [{ playerId, event: 'sell_items', amount: 1 }]);
        });
      }
    },
    /** Moves all counted credits more than a day into the past. */
    async letDayPass(): Promise<void> {
      await db.sql`update unapproved_credits set created_at = created_at - interval '24 hours 1 second'`;
    },
  };
}

export type AdminCreditFixture = Awaited<ReturnType<typeof createAdminCreditFixture>>;
