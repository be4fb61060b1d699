import type { StaffRole } from '@karat/contract/staff';
import { caseCanon, type Drop } from '@karat/rules/fairness';
import { quickSellPriceOf } from '@karat/rules/items';
import { sha256Hex } from '@karat/rules/sha256';
import type { Db } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { insertPlayer } from '#features/accounts/queries.ts';
import { startSession } from '#features/accounts/sessions.ts';
import { checkBooks } from '#features/audits/audits.ts';
import { moveDiamonds } from '#features/wallet/wallet.ts';

/** Who a test adds: a player, or staff. */
export type TestRole = 'user' | StaffRole;

export const staffRoleOf = (role: TestRole): StaffRole | null => (role === 'user' ? null : role);

export type TestPlayer = { readonly id: number; readonly headers: { readonly authorization: string } };

let players = 0;

/** Adds a signed-in player with an empty wallet who may wager. */
export async function addPlayer(db: Db, role: TestRole = 'user'): Promise<TestPlayer> {
  const username = `owner${(players += 1)}`;
  const unused = { email: null, emailKey: null, passwordHash: null, steamId: null, avatar: null };
  const id = await insertPlayer(db.sql, { username, usernameKey: username, staffRole: staffRoleOf(role), ...unused });
  return addSession(db, id);
}

/** Signs a player in. */
export async function addSession(db: Db, id: number): Promise<TestPlayer> {
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

/** Adds an item to the catalogue; name and exterior together must be new. */
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

type NewInventoryItem = {
  readonly playerId: number;
  readonly itemId: number;
  readonly price?: number;
  readonly state?: string;
};

/** Adds an item to a player's inventory; `price` is the quick sell price. */
export async function addToInventory(
  db: Db,
  { playerId, itemId, price = 900, state = 'OWNED' }: NewInventoryItem,
): Promise<number> {
  const [given] = await db.sql<{ id: number }>`
    insert into inventory (id, player_id, item_id, quick_sell_price, state)
    values (nextval('inventory_ids'), ${playerId}, ${itemId}, ${price}, ${state})
    returning id`;
  return given!.id;
}

/** Credits a player with welcome diamonds. Works once per player. */
export function creditWelcomeDiamonds({ db, live }: Pick<Deps, 'db' | 'live'>, playerId: number, amount: number) {
  const reference = `welcome:${playerId}`;
  return db.transaction((tx) =>
    moveDiamonds(tx, live, { type: 'WELCOME', reference, playerId, account: 'house:promo', amount }),
  );
}

export type RoomPlayer = TestPlayer & { readonly steamId: string };

let duellists = 0;

/** Adds a player with a Steam id, who may take a seat in a room. */
export async function addRoomPlayer(deps: Pick<Deps, 'db' | 'live'>, balance: number): Promise<RoomPlayer> {
  const player = await addPlayer(deps.db);
  const steamId = `7656119900000${String((duellists += 1)).padStart(4, '0')}`;
  await deps.db.sql`update players set steam_id = ${steamId} where id = ${player.id}`;
  if (balance > 0) await creditWelcomeDiamonds(deps, player.id, balance);
  return { ...player, steamId };
}

type Box = { readonly name: string; readonly price: number; readonly drops: readonly Drop[] };

/** Adds an active case in its first version. */
export async function addCase(db: Db, { name, price, drops }: Box): Promise<void> {
  const canon = caseCanon({ v: 1, name, price, drops });
  await db.transaction(async ({ sql }) => {
    const [box] = await sql<{ id: number }>`
      insert into cases (name, image, price, version_id) values (${name}, '/img/case/test-256.webp', ${price}, 0)
      returning id`;
    const [version] = await sql<{ id: number }>`
      insert into case_versions (case_id, version, name, price, canon, hash)
      values (${box!.id}, 1, ${name}, ${price}, ${canon}, ${sha256Hex(canon)})
      returning id`;
    await sql`
      insert into case_drops (version_id, item_id, tickets)
      select ${version!.id}, item_id, tickets
      from unnest(${drops.map(([itemId]) => itemId)}::int8[], ${drops.map(([, tickets]) => tickets)}::int4[])
        as drop (item_id, tickets)`;
    await sql`update cases set version_id = ${version!.id} where id = ${box!.id}`;
  });
}

/** Breaches that a full audit finds, one text each. */
export async function findBreaches(db: Db): Promise<string[]> {
  const { findings } = await db.snapshot((sql) => checkBooks(sql, 'full'));
  return findings.flatMap(({ name, statement, breaches }) =>
    breaches.map((breach) => `${name} ${statement}: ${breach}`),
  );
}
