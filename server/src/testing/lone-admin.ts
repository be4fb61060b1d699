import { silentLive } from '#live/silent-live.ts';
import { countTowardsMissions } from '#features/missions/missions.ts';
import { addItem, addPlayer, type Duellist, give, type TestPlayer } from './belongings.ts';
import { openTradingPost, type TradingPost } from './trading-post.ts';

let made = 0;

/** The forms that staff send, each time of something new. */
const forms = {
  missionForm: (changed: object = {}) => ({
    title: `Sell one ${(made += 1)}`,
    type: 'sell_items',
    description: 'Any.',
    missionImg: 'https://pictures.example/one.png',
    target: 1,
    reward: 5,
    ...changed,
  }),
  itemForm: (changed: object = {}) => ({
    itemName: 'Knife',
    skinName: `Fresh ${(made += 1)}`,
    itemImgUrl: 'https://pictures.example/a.png',
    skinExterior: 'Field-Tested',
    skinRarity: 'Covert',
    weaponType: 'Knife',
    ...changed,
  }),
};

/** What helpers have and do with skins. */
function createSkins(post: TradingPost) {
  const { db } = post;
  return {
    /** An item of 100 diamonds, with the form that edits it. */
    async newItem() {
      const names = { itemName: 'Knife', skinName: `Known ${(made += 1)}` };
      const id = await addItem(db, { ...names, price: 100 });
      const kind = { skinExterior: 'Field-Tested', skinRarity: 'Consumer Grade', weaponType: 'Pistol' };
      const fields = { ...names, ...kind, itemImgUrl: 'https://pictures.example/a.png' };
      return { id, form: (price: number, changed: object = {}) => ({ ...fields, price, ...changed }) };
    },
    /** Puts so many of an item into a player's inventory here. */
    async giveMany({ id: playerId }: TestPlayer, itemId: number, count: number): Promise<void> {
      for (let at = 0; at < count; at += 1) await give(db, { playerId, itemId, price: 90 });
    },
    /** Somebody who has one of an item on the platform, and nothing else. */
    async newDepositor(itemId: number): Promise<Duellist> {
      const trader = await post.addTrader();
      await db.sql`
        insert into sandbox_assets (owner_steam_id, class_id, name, market_hash_name, icon_url, exterior, rarity, weapon_type)
        select ${trader.steamId}, 500000000 + id, market_hash_name, market_hash_name, image, exterior, rarity, weapon_type
        from items where id = ${itemId}`;
      return trader;
    },
    /** Deposits all that somebody has; answers the state or the refusal. */
    async depositAll(who: TestPlayer): Promise<string> {
      const assetIds = (await post.skinsOf(who)).map(({ assetid }) => assetid);
      const { body } = await post.call('POST', '/user/createDeposit', who, { assetIds });
      return body.data?.state ?? body.code!;
    },
    /** Has every offer accepted and credited. */
    async settleDeposits(): Promise<void> {
      await post.lookAround();
      const rows = await db.sql<{ id: number }>`select id from trade_offers where state = 'SENT'`;
      for (const { id } of rows) await post.accept(id);
      await post.lookAround();
    },
  };
}

/** A site on which admins try to create diamonds alone, and accounts help; `limit` is what one admin may give in a day. */
export async function openLoneAdmin({ limit }: { limit: number }) {
  const post = await openTradingPost({ ADJUSTMENT_APPROVAL_ABOVE: String(limit) });
  const { db } = post;
  return {
    ...post,
    ...forms,
    ...createSkins(post),
    /** One of the staff who has done nothing yet. */
    newAdmin: (): Promise<TestPlayer> => addPlayer(db, 'admin'),
    newHelpers: (count: number): Promise<TestPlayer[]> =>
      Promise.all(Array.from({ length: count }, () => addPlayer(db))),
    async balances(of: readonly TestPlayer[]): Promise<number> {
      const [row] = await db.sql<{ total: number }>`
        select coalesce(sum(balance), 0)::int8 as total from wallets where player_id = any(${of.map(({ id }) => id)}::int8[])`;
      return row!.total;
    },
    /** One sold item for each, as missions count it. */
    async playFor(helpers: readonly TestPlayer[]): Promise<void> {
      for (const { id: playerId } of helpers) {
        await db.transaction(async (tx) => {
          await tx.sql`select from wallets where player_id = ${playerId} for update`;
          await countTowardsMissions(tx, silentLive, [{ playerId, event: 'sell_items', amount: 1 }]);
        });
      }
    },
    /** As if everything so far had been counted a day before. */
    async letDayPass(): Promise<void> {
      await db.sql`update unapproved_credits set created_at = created_at - interval '24 hours 1 second'`;
    },
  };
}

export type LoneAdmin = Awaited<ReturnType<typeof openLoneAdmin>>;
