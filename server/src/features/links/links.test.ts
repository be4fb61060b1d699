import { type LinkedAccount, NETWORK_ACCOUNTS_MAX } from '@karat/contract/links';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addItem, addPlayer, addToInventory, type TestPlayer } from '#testing/fixtures.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';

let site: TestSite;
let support: TestPlayer;
let player: TestPlayer;
let other: TestPlayer;

const sql: TestSite['deps']['db']['sql'] = (strings, ...values) => site.deps.db.sql(strings, ...values);

beforeAll(async () => {
  site = await createTestSite();
  support = await addPlayer(site.deps.db, 'support');
});
beforeEach(async () => {
  [player, other] = [await addPlayer(site.deps.db), await addPlayer(site.deps.db)];
});
afterAll(() => site.close());

const linksOf = async ({ id }: TestPlayer) => {
  const reply = await site.http.inject({ url: `/admin/getLinkedAccounts/${id}`, headers: support.headers });
  expect(reply.statusCode).toBe(200);
  return reply.json<{ data: LinkedAccount[] }>().data;
};

/** The evidence against each linked account, as "kind count amount". */
const evidenceOf = async (who: TestPlayer) =>
  (await linksOf(who)).map(({ id, evidence }) => [
    id,
    ...evidence.map(({ kind, count, amount }) => `${kind} ${count} ${amount}`),
  ]);

const signIn = ({ id }: TestPlayer, address: string, device: string | null = null) => sql`
  insert into sign_ins (player_id, device, device_hash, address, by_steam)
  values (${id}, 'Chrome', ${device}::text::bytea, ${address}, false)`;

test('are none for a new player, and an unknown player is not found', async () => {
  expect(await linksOf(player)).toEqual([]);
  const missing = await site.http.inject({ url: '/admin/getLinkedAccounts/4040404', headers: support.headers });
  expect(missing.statusCode).toBe(404);
});

test('share a browser, also when one account uses it no more', async () => {
  const device = `browser-${player.id}`;
  await signIn(player, `10.1.${player.id % 250}.1`, device);
  await sql`insert into known_devices (player_id, device_hash) values (${other.id}, ${device}::text::bytea)`;
  expect(await evidenceOf(player)).toEqual([[other.id, 'device 1 null']]);
  expect(await evidenceOf(other)).toEqual([[player.id, 'device 1 null']]);
});

test('share a network: an IPv4 address, or the first half of an IPv6 address', async () => {
  await signIn(player, '2001:db8:1:2::1');
  await signIn(other, '2001:db8:1:2::ffff');
  await signIn(await addPlayer(site.deps.db), '2001:db8:1:3::1');
  expect(await evidenceOf(player)).toEqual([[other.id, 'network 1 null']]);
});

test('are not those of a network that many accounts use', async () => {
  const address = '192.0.2.200';
  await signIn(player, address);
  for (let added = 0; added < NETWORK_ACCOUNTS_MAX; added += 1) await signIn(await addPlayer(site.deps.db), address);
  expect(await linksOf(player)).toEqual([]);
});

test('traded with the same Steam account', async () => {
  const steamId = `7656119800${player.id}`;
  await sql`update players set steam_id = ${steamId} where id = ${player.id}`;
  await sql`
    insert into trade_offers (kind, player_id, state, code, steam_id, trade_token, amount)
    values ('deposit', ${other.id}, 'FAILED', ${`link ${other.id}`}, ${steamId}, 'abcdefgh', 5)`;
  expect(await evidenceOf(player)).toEqual([[other.id, 'steam 1 null']]);
});

/** Sells a skin worth 1.000 from one to the other. */
async function sell(from: TestPlayer, to: TestPlayer, price: number): Promise<void> {
  const itemId = await addItem(site.deps.db, { skinName: `Sold ${from.id} ${price}` });
  const inventoryId = await addToInventory(site.deps.db, { playerId: to.id, itemId });
  await sql`
    insert into listings (seller_id, inventory_id, item_id, price, state, buyer_id, fee, closed_at)
    values (${from.id}, ${inventoryId}, ${itemId}, ${price}, 'SOLD', ${to.id}, 1, now())`;
}

test('passed skins on far below or above the price, in both directions', async () => {
  await sell(player, other, 10);
  await sell(other, player, 5_000);
  await sell(player, await addPlayer(site.deps.db), 900);
  expect(await evidenceOf(player)).toEqual([[other.id, 'sale 2 4990']]);
});

/** A finished duel of two players. */
async function playDuel([one, another]: readonly [TestPlayer, TestPlayer]): Promise<void> {
  const [room] = await sql<{ id: number }>`
    insert into rooms (map, player_count, server_location, ticket_price, owner_id, state, seed_hash, sealed_seed, ended_at)
    values ('awp_lego', '1v1', 'istanbul', 100, ${one.id}, 'MATCH_FINISHED', 'h', '', now()) returning id`;
  await sql`
    insert into room_seats (room_id, player_id, team, position, stake, is_active, payout)
    select ${room!.id}::int8, player_id, team, 1, 100, false, 0
    from unnest(${[one.id, another.id]}::int8[], array['team1', 'team2']) as seat (player_id, team)`;
}

test('met in several duels', async () => {
  const third = await addPlayer(site.deps.db);
  for (let played = 0; played < 3; played += 1) await playDuel([player, other]);
  await playDuel([player, third]);
  expect(await evidenceOf(player)).toEqual([[other.id, 'duel 3 300']]);
});

test('come with the strongest evidence first', async () => {
  const third = await addPlayer(site.deps.db);
  await sell(player, third, 10);
  await signIn(player, '192.0.2.77', `both-${player.id}`);
  await signIn(other, '192.0.2.77', `both-${player.id}`);
  expect(await evidenceOf(player)).toEqual([
    [other.id, 'device 1 null', 'network 1 null'],
    [third.id, 'sale 1 990'],
  ]);
});
