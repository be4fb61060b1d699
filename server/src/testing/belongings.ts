import { quickSellPriceOf } from '@karat/rules/items';
import type { Db } from '#db/db.ts';
import { insertPlayer } from '#features/accounts/queries.ts';
import { startSession } from '#features/accounts/sessions.ts';

export type TestPlayer = { readonly id: number; readonly headers: { readonly authorization: string } };

let players = 0;

/** A player with an empty wallet who may wager, signed in. */
export async function addPlayer(db: Db): Promise<TestPlayer> {
  const username = `owner${(players += 1)}`;
  const unused = { email: null, emailKey: null, passwordHash: null, steamId: null, avatar: null };
  const id = await insertPlayer(db.sql, { username, usernameKey: username, role: 'user', ...unused });
  await db.sql`update players set age_confirmed_at = now() where id = ${id}`;
  const session = { playerId: id, device: '', address: '', isBySteam: false };
  const token = await db.transaction((tx) => startSession(tx, session));
  return { id, headers: { authorization: `Bearer ${token}` } };
}

const PLAIN_ITEM = {
  itemName: 'P250',
  skinName: 'Sand Dune',
  exterior: 'Field-Tested',
  rarity: 'Consumer Grade',
  weaponType: 'Pistol',
  image: '/img/skin/p250-256.webp',
  price: 1_000,
};

/** An item of the catalogue; one per name and exterior. */
export async function addItem(db: Db, changed: Partial<typeof PLAIN_ITEM> = {}): Promise<number> {
  const { itemName, skinName, exterior, rarity, weaponType, image, price } = { ...PLAIN_ITEM, ...changed };
  const [item] = await db.sql<{ id: number }>`
    insert into items (item_name, skin_name, exterior, rarity, weapon_type, image, price, min_price, quick_sell_price,
                       market_hash_name)
    values (${itemName}, ${skinName}, ${exterior}, ${rarity}, ${weaponType}, ${image}, ${price}, ${price},
            ${quickSellPriceOf(price)}, ${`${itemName} | ${skinName} (${exterior})`})
    returning id`;
  return item!.id;
}

type Gift = { readonly playerId: number; readonly itemId: number; readonly price?: number; readonly state?: string };

/** Puts an item into a player's hands, at what quick sell pays for it. */
export async function give(db: Db, { playerId, itemId, price = 900, state = 'OWNED' }: Gift): Promise<number> {
  const [given] = await db.sql<{ id: number }>`
    insert into inventory (id, player_id, item_id, quick_sell_price, state)
    values (nextval('inventory_ids'), ${playerId}, ${itemId}, ${price}, ${state})
    returning id`;
  return given!.id;
}
