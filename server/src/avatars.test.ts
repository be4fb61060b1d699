import { fromServer, type FromServerName } from '@karat/contract/live';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSeeds } from '#features/fairness/fairness.ts';
import { hasAvatars } from '#http/avatars.ts';
import { jsonSchemaOf } from '#http/json-schema.ts';
import { addCase, addItem, addPlayer, addToInventory, type TestPlayer } from '#testing/fixtures.ts';
import { type RoomFixture, createRoomFixture } from '#testing/room-fixture.ts';
import { createWheel } from '#testing/played-rounds.ts';
import { openCaseDirectly } from '#testing/rolled-openings.ts';
import { openTab } from '#testing/tab.ts';

let fixture: RoomFixture;
let port: number;
let admin: TestPlayer;
/** Requests that make each call with pictures return at least one. */
let urls: Readonly<Record<string, string>>;

beforeAll(async () => {
  fixture = await createRoomFixture();
  port = await fixture.site.listen();
  const { deps } = fixture.site;
  const [owner, guest] = [await fixture.addRoomPlayer(), await fixture.addRoomPlayer()];
  admin = await addPlayer(deps.db, 'admin');
  const roomId = await fixture.makeRoom(owner);
  await fixture.join(roomId, guest);
  await deps.db.sql`update players set total_matches = 1, total_wins = 1 where id = ${owner.id}`;
  const itemId = await addItem(deps.db);
  const inventoryId = await addToInventory(deps.db, { playerId: owner.id, itemId });
  await deps.db.sql`
    insert into listings (seller_id, inventory_id, item_id, price) values (${owner.id}, ${inventoryId}, ${itemId}, 500)`;
  await addCase(deps.db, { name: 'Certain', price: 10, drops: [[itemId, 10_000]] });
  const seeds = createSeeds(deps);
  await seeds.ensure(owner.id);
  await openCaseDirectly(deps, seeds, { playerId: owner.id, caseName: 'Certain' });
  await deps.db.sql`alter table openings disable trigger openings_immutable`;
  await deps.db.sql`update openings set created_at = now() - interval '1 minute'`;
  const wheel = await createWheel(deps.db);
  await wheel.open();
  await wheel.bet({ playerId: owner.id, playerBet: 'red', amount: 7 });
  const resident = await addPlayer(deps.db);
  await deps.db.sql`update players set is_sandbox = true where id = ${resident.id}`;
  await deps.db.sql`insert into site_mode (kind, residents_on) values ('sandbox', true)`;
  await deps.db.sql`insert into residents (player_id, language) values (${resident.id}, 'en')`;
  urls = {
    '/auth/me': '/auth/me',
    '/player/getPublicProfile/:username': `/player/getPublicProfile/${await readName(owner)}`,
    '/admin/getAllUsers': '/admin/getAllUsers',
    '/admin/getAllUsersByBalance': '/admin/getAllUsersByBalance',
    '/admin/getUserByUsername': `/admin/getUserByUsername?username=${await readName(owner)}`,
    '/admin/getUserInfoById/:userId': `/admin/getUserInfoById/${owner.id}`,
    '/room/getActiveRooms': '/room/getActiveRooms',
    '/room/getGameRoom/:roomId': `/room/getGameRoom/${roomId}`,
    '/user/getLeaderboard': '/user/getLeaderboard',
    '/user/getItemListings/:itemId': `/user/getItemListings/${itemId}`,
    '/case/getLatestDrops': '/case/getLatestDrops',
    '/roulette/getCurrentRound': '/roulette/getCurrentRound',
    '/sandbox/getResidents': '/sandbox/getResidents',
  };
});
afterAll(() => fixture.close());

async function readName({ id }: TestPlayer): Promise<string> {
  const [row] = await fixture.db.sql<{ username: string }>`select username from players where id = ${id}`;
  return row!.username;
}

/** Every player picture in a reply or an event, with its username. */
function findPictures(value: unknown): [username: unknown, picture: unknown][] {
  if (typeof value !== 'object' || value === null) return [];
  const found = Object.values(value).flatMap(findPictures);
  for (const field of ['avatar', 'profileImg']) {
    if (field in value) found.push([(value as { username?: unknown }).username, Reflect.get(value, field)]);
  }
  return found;
}

const drawnFor = (username: unknown, origin = 'http://localhost:80'): string =>
  `${origin}/img/avatar/${String(username)}.svg`;

test('returns the same absolute picture URL from every call as from /auth/me', async () => {
  const { calls } = fixture.site.http.karat;
  const withPictures = calls.filter(({ endpoint }) => hasAvatars(jsonSchemaOf(endpoint.reply, 'output')));
  expect(withPictures.map(({ endpoint }) => endpoint.path).toSorted()).toEqual(Object.keys(urls).toSorted());
  for (const url of Object.values(urls)) {
    const reply = await fixture.site.http.inject({ url, headers: admin.headers });
    const pictures = findPictures(reply.json());
    expect([url, pictures.length > 0]).toEqual([url, true]);
    for (const [username, picture] of pictures) expect([url, picture]).toEqual([url, drawnFor(username)]);
  }
});

test('returns a Steam picture unchanged', async () => {
  const player = await fixture.addRoomPlayer();
  const avatar = 'https://avatars.example/a.jpg';
  await fixture.db.sql`update players set avatar = ${avatar} where id = ${player.id}`;
  const roomId = await fixture.makeRoom(player);
  const room = await fixture.room(roomId);
  expect([room.ownerPlayer.profileImg, room.players[0]!.avatar]).toEqual([avatar, avatar]);
  await fixture.leave(roomId, player);
});

const eventNames = (Object.keys(fromServer) as FromServerName[]).filter((name) =>
  hasAvatars(jsonSchemaOf(fromServer[name].payload, 'output')),
);

test('sends pictures in events of rooms, chats, roulette and drops', () => {
  expect(eventNames).toEqual([
    'LIVE_DROP',
    'CHAT_MESSAGES',
    'NEW_MESSAGE',
    'ROULETTE_ROUND',
    'ROULETTE_BET',
    'ROOM_DATA',
    'ROOMS_CHANGED',
    'GAME_ROOM_CHAT_MESSAGES',
    'NEW_GAME_ROOM_MESSAGE',
  ]);
});

test.each(eventNames)('%s has picture URLs under the origin of each viewer', async (name) => {
  const player = await fixture.addRoomPlayer();
  const token = player.headers.authorization.slice('Bearer '.length);
  const hosts = ['localhost:80', '192.168.1.5:3000'];
  const tabs = hosts.map((host) => openTab(port, { token, headers: { host } }));
  await Promise.all(tabs.map((tab) => tab.connected()));
  const payload = { rows: [{ username: 'kaan', avatar: '', profileImg: '' }] };
  const { live } = fixture.site;
  for (const broadcast of [live.toAll, live.toPlayer.bind(null, player.id) as typeof live.toAll]) {
    broadcast(name, payload as never);
    for (const [at, tab] of tabs.entries()) {
      const received = await tab.next(name, (event) => 'rows' in event);
      const expected = ['kaan', drawnFor('kaan', `http://${hosts[at]}`)];
      expect(findPictures(received)).toEqual([expected, expected]);
      expect(tab.receivedCount(name)).toBe(0);
    }
  }
  for (const tab of tabs) tab.close();
});
