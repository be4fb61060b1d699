import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createRollHandles, createSeeds, type Seeds } from '#features/fairness/fairness.ts';
import { createHttp } from '#http/http.ts';
import { pagePreview } from '#http/page-preview.ts';
import { createRateLimiter } from '#http/rate-limit.ts';
import { addCase, addItem, type TestPlayer } from '#testing/fixtures.ts';
import { playMatch } from '#testing/played-rooms.ts';
import { createRoomFixture, type RoomFixture } from '#testing/room-fixture.ts';
import { openCaseDirectly } from '#testing/rolled-openings.ts';
import { webApp } from '#testing/test-site.ts';
import { sharingRoutes } from './routes.ts';
import { createSharing } from './sharing.ts';

const ORIGIN = 'https://karat.example';
const NOT_FOUND = [404, 'not_found', 'Picture not found.'];

let rooms: RoomFixture;
let seeds: Seeds;
let player: TestPlayer;

beforeAll(async () => {
  rooms = await createRoomFixture({ PUBLIC_URL: ORIGIN });
  seeds = createSeeds(rooms.site.deps);
  const itemName = '★ Karambit';
  const itemId = await addItem(rooms.db, { itemName, skinName: 'Fade', rarity: 'Covert', price: 5_000 });
  await addCase(rooms.db, { name: 'Flint', price: 10, drops: [[itemId, 10_000]] });
});
afterAll(() => rooms.close());

beforeEach(async () => {
  player = await rooms.addRoomPlayer();
});

const handleOf = (id: number): string => createRollHandles(rooms.site.deps.seal).pageHandleOf(id);

async function openCase(ageSeconds = 60): Promise<string> {
  await seeds.ensure(player.id);
  const opening = { playerId: player.id, caseName: 'Flint', ageSeconds };
  const [id] = await openCaseDirectly(rooms.site.deps, seeds, opening);
  return handleOf(id!);
}

async function play(): Promise<number> {
  return playMatch(rooms, [player, await rooms.addRoomPlayer()], { ticketPrice: 0, score: { team1: 8, team2: 6 } });
}

async function rename(username: string): Promise<void> {
  await rooms.db.sql`update players set username = ${username} where id = ${player.id}`;
}

async function hide(column: 'hides_drops' | 'hides_matches' | 'hides_everything'): Promise<void> {
  await rooms.db.sql`
    insert into profile_privacy
    values (${player.id}, ${column === 'hides_everything'}, ${column === 'hides_drops'}, ${column === 'hides_matches'},
            false, false, false)`;
}

const get = (url: string) => rooms.site.http.inject({ url, headers: { accept: 'image/*' } });

const failureOf = async (url: string) => {
  const reply = await get(url);
  const { code, message } = reply.json<{ code: string; message: string }>();
  return [reply.statusCode, code, message];
};

/** Width and height in the header of a PNG file. */
function pngSize(file: Buffer): [number, number] {
  expect(file.subarray(0, 8)).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
  expect(file.subarray(12, 16).toString()).toBe('IHDR');
  expect(file.subarray(-8, -4).toString()).toBe('IEND');
  return [file.readUInt32BE(16), file.readUInt32BE(20)];
}

// Pictures are drawn at low priority, so on a busy machine they wait for everything else.
describe('the picture', { timeout: 120_000 }, () => {
  test('of a drop is a PNG of 1200 × 630 that is cached briefly', async () => {
    await rename('<script>"&');
    const url = `/share/drop/${await openCase()}.png`;
    const reply = await get(url);
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'image/png']);
    expect(reply.headers['cache-control']).toBe('public, max-age=300');
    expect(pngSize(reply.rawPayload)).toEqual([1200, 630]);
    expect(reply.rawPayload.length).toBeLessThan(600_000);
    expect((await get(url)).rawPayload).toEqual(reply.rawPayload);
  });

  test('of a match is a PNG of 1200 × 630', async () => {
    const reply = await get(`/share/match/${await play()}.png`);
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'image/png']);
    expect(pngSize(reply.rawPayload)).toEqual([1200, 630]);
  });

  test('does not exist before the animation of a drop has ended', async () => {
    expect(await failureOf(`/share/drop/${await openCase(0)}.png`)).toEqual(NOT_FOUND);
  });

  test('does not exist for a match that is not finished', async () => {
    expect(await failureOf(`/share/match/${await rooms.makeRoom(player)}.png`)).toEqual(NOT_FOUND);
  });

  test.each([
    '/share/drop/1.png',
    `/share/drop/${'A'.repeat(22)}.png`,
    '/share/drop/..%2f..%2fx.png',
    '/share/match/0.png',
    '/share/match/99999999.png',
    '/share/match/1e3.png',
    `/share/match/${'9'.repeat(40)}.png`,
  ])('%s does not exist', async (url) => {
    expect(await failureOf(url)).toEqual(NOT_FOUND);
  });
});

describe('names', () => {
  const sharing = () => createSharing(rooms.site.deps);

  test('are on the picture of a drop unless its player hides drops', async () => {
    const handle = await openCase();
    await rename('Lena');
    expect((await sharing().drop(handle, ORIGIN))!.card).toEqual({
      marketName: '★ Karambit | Fade (Field-Tested)',
      rarity: 'Covert',
      paid: '10',
      worth: '4.500',
      player: { name: 'Lena', isSandbox: false },
      address: `karat.example/fair/roll/${handle}`,
    });
    await hide('hides_drops');
    const hidden = (await sharing().drop(handle, ORIGIN))!;
    expect(hidden.card.player.name).toBeNull();
    expect(JSON.stringify(hidden)).not.toContain('Lena');
  });

  test.each(['hides_matches', 'hides_everything'] as const)('are not on the picture of a match: %s', async (column) => {
    const roomId = String(await play());
    await rename('Lena');
    const before = (await sharing().match(roomId, ORIGIN))!;
    expect(before.card).toMatchObject({ map: 'awp_lego', mode: '1v1', address: `karat.example/room/${roomId}` });
    expect(before.card.teams).toMatchObject([
      { score: 8, isWinner: true, players: [{ name: 'Lena' }] },
      { score: 6, isWinner: false },
    ]);
    await hide(column);
    expect(JSON.stringify(await sharing().match(roomId, ORIGIN))).not.toContain('Lena');
  });

  test.each(['banned', 'deleted'])('of %s players are hidden', async (state) => {
    const [handle, roomId] = [await openCase(), String(await play())];
    await rename('Lena');
    await rooms.db.sql`
      update players set state = ${state}, steam_id = null, deleted_at = case when ${state} = 'deleted' then now() end
      where id = ${player.id}`;
    const shared = [await sharing().drop(handle, ORIGIN), await sharing().match(roomId, ORIGIN)];
    expect(JSON.stringify(shared)).not.toContain('Lena');
  });

  test('of sandbox players are marked', async () => {
    const handle = await openCase();
    await rooms.db.sql`update players set is_sandbox = true where id = ${player.id}`;
    await rename('Lena');
    const { card, preview } = (await sharing().drop(handle, ORIGIN))!;
    expect(card.player.isSandbox).toBe(true);
    expect(preview.description).toMatch(/^Lena \(sandbox\): /);
  });
});

describe('the page', () => {
  const previewOf = (page: 'sharedDrop' | 'sharedMatch', params: Record<string, string>) =>
    rooms.site.http.karat.previews.get(page)!(params, ORIGIN);

  test('of a drop has a preview, with a hostile name escaped', async () => {
    const handle = await openCase();
    await rename('"><script>x');
    const preview = (await previewOf('sharedDrop', { handle }))!;
    expect(preview).toEqual({
      title: '★ Karambit | Fade (Field-Tested)',
      description: '"><script>x: Flint for 10 diamonds, worth 4.500. Verify the roll yourself.',
      image: `${ORIGIN}/share/drop/${handle}.png`,
      imageSize: [1_200, 630],
      url: `${ORIGIN}/share/drop/${handle}`,
    });
    expect(pagePreview(preview)).not.toContain('<script');
  });

  test('of a match has a preview', async () => {
    const roomId = String(await play());
    await rename('Lena');
    expect(await previewOf('sharedMatch', { roomId })).toMatchObject({
      title: expect.stringMatching(/^Lena 8:6 \w+$/),
      image: `${ORIGIN}/share/match/${roomId}.png`,
      url: `${ORIGIN}/share/match/${roomId}`,
    });
  });

  test('has no preview before there is something to share', async () => {
    expect(await previewOf('sharedDrop', { handle: await openCase(0) })).toBeUndefined();
    expect(await previewOf('sharedDrop', { handle: 'x' })).toBeUndefined();
    expect(await previewOf('sharedMatch', { roomId: String(await rooms.makeRoom(player)) })).toBeUndefined();
    expect(await previewOf('sharedMatch', { roomId: 'x' })).toBeUndefined();
  });
});

test('draws a card once, tries again after a full queue, and limits new drawings by network', async () => {
  const { env, log } = rooms.site.deps;
  // A clock that stands still, so that no token comes back.
  const limits = createRateLimiter(() => 0);
  const app = createHttp({ env, log, limits: createRateLimiter() }, webApp);
  const drawn: string[] = [];
  let isQueueFull = true;
  sharingRoutes(
    app,
    { ...rooms.site.deps, limits },
    {
      drawCard: async (card) => {
        drawn.push(JSON.stringify(card));
        return isQueueFull ? undefined : Buffer.from('png');
      },
    },
  );
  const statusOf = async (handle: string) => (await app.inject(`/share/drop/${handle}.png`)).statusCode;
  const handle = await openCase();
  expect(await statusOf(handle)).toBe(503);
  isQueueFull = false;
  expect([await statusOf(handle), await statusOf(handle), drawn.length]).toEqual([200, 200, 2]);
  while (drawn.length < 20) expect(await statusOf(await openCase())).toBe(200);
  expect([await statusOf(await openCase()), await statusOf(handle)]).toEqual([429, 200]);
});
