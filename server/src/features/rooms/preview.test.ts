import { afterAll, beforeAll, expect, test } from 'vitest';
import { pagePreview } from '#http/page-preview.ts';
import type { TestPlayer } from '#testing/fixtures.ts';
import { type RoomFixture, createRoomFixture } from '#testing/room-fixture.ts';

const ORIGIN = 'https://karat.example';

let fixture: RoomFixture;
beforeAll(async () => {
  fixture = await createRoomFixture();
});
afterAll(() => fixture.close());

const readPreview = (roomId: number | string) =>
  fixture.site.http.karat.previews.get('room')!({ roomId: String(roomId) }, ORIGIN);

const rename = ({ id }: TestPlayer, username: string) =>
  fixture.db.sql`update players set username = ${username} where id = ${id}`;

test('tells mode, map, owner, seats, fee and prize, with the picture of the map', async () => {
  const owner = await fixture.addRoomPlayer();
  await rename(owner, 'deniz');
  const roomId = await fixture.makeRoom(owner, { map: 'aim_redline', player_count: '2v2', ticketPrice: 1_500 });
  expect(await readPreview(roomId)).toEqual({
    title: '2v2 duel on aim_redline with deniz',
    description: '1 of 4 seats taken. Join now. Entry fee 1.500 diamonds, each winner gets 2.850 diamonds.',
    image: 'https://karat.example/img/preview/aim_redline.jpg',
    imageSize: [1_200, 630],
    url: `https://karat.example/room/${roomId}`,
  });
});

test('follows the room from its seats to the result', async () => {
  const [owner, guest] = [await fixture.addRoomPlayer(), await fixture.addRoomPlayer()];
  const roomId = await fixture.makeRoom(owner);
  const readText = async () => (await readPreview(roomId))!.description;
  expect(await readText()).toBe('1 of 2 seats taken. Join now. Free entry.');
  await fixture.join(roomId, guest);
  expect(await readText()).toBe('All seats are taken. Free entry.');
  for (const player of [owner, guest]) await fixture.ready(roomId, player);
  expect(await readText()).toBe('The match is starting. Free entry.');
  await fixture.startMatch(roomId, []);
  expect(await readText()).toBe('The match is being played. Watch it live. Free entry.');
  await fixture.report(roomId, { kind: 'result', score: { team1: 4, team2: 8 }, players: [] });
  expect(await readText()).toBe('Team 2 won. Free entry.');
  const closedId = await fixture.makeRoom(owner);
  await fixture.leave(closedId, owner);
  expect((await readPreview(closedId))!.description).toBe('This room is closed. Free entry.');
});

test('marks a sandbox player', async () => {
  const owner = await fixture.addRoomPlayer();
  await rename(owner, 'Nova');
  await fixture.db.sql`update players set is_sandbox = true where id = ${owner.id}`;
  expect((await readPreview(await fixture.makeRoom(owner)))!.title).toBe('1v1 duel on awp_lego with Nova (sandbox)');
});

test('contains neither the server’s address and password nor Steam ids', async () => {
  const [owner, guest] = [await fixture.addRoomPlayer(), await fixture.addRoomPlayer()];
  const roomId = await fixture.makeRoom(owner);
  await fixture.join(roomId, guest);
  await fixture.startMatch(roomId, [owner, guest]);
  await fixture.db.sql`
    update rooms set server_ip = '10.1.2.3:27015', server_password = 'sesame' where id = ${roomId}`;
  const tags = pagePreview((await readPreview(roomId))!);
  expect(tags).not.toMatch(/10\.1\.2\.3|sesame|7656\d+/);
});

test.each([
  `"><script>alert(1)</script>`,
  `' onload='x`,
  '</title><img src=x onerror=alert(1)>',
  '&quot;&lt;',
  '$& $1 $`',
  '\u202Eevil',
])('a name cannot break out of the tags: %s', async (name) => {
  const owner = await fixture.addRoomPlayer();
  await rename(owner, name);
  const tags = pagePreview((await readPreview(await fixture.makeRoom(owner)))!);
  expect(tags.replaceAll(/<meta (?:property|name)="[a-z:_]+" content="[^"<>]*">/g, '')).toBe('');
});

test.each(['0', '-1', '1.5', '99999999999999999999', '999999', 'getActiveRooms', "1'; drop table rooms", ''])(
  'has nothing for the room %j',
  async (roomId) => {
    expect(await readPreview(roomId)).toBeUndefined();
  },
);
