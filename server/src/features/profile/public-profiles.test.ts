import type { ProfilePrivacy, PublicProfile } from '@karat/contract/profile';
import { nameKey } from '@karat/rules/names';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSeeds, type Seeds } from '#features/fairness/fairness.ts';
import { pagePreview } from '#http/page-preview.ts';
import { addCase, addItem, type TestPlayer } from '#testing/fixtures.ts';
import { addMission } from '#testing/mission-fixture.ts';
import { playMatch } from '#testing/played-rooms.ts';
import { createRoomFixture, type RoomFixture } from '#testing/room-fixture.ts';
import { openCaseDirectly } from '#testing/rolled-openings.ts';
import { createBestDrops } from './best-drops.ts';
import { selectBestAfter, selectRatingCurve } from './public-queries.ts';

let rooms: RoomFixture;
let seeds: Seeds;
let player: TestPlayer;
let name: string;
let count = 0;

const CHEAP = 0;
const KNIFE = 9_999;

beforeAll(async () => {
  rooms = await createRoomFixture({ PUBLIC_URL: 'https://karat.example' });
  seeds = createSeeds(rooms.site.deps);
  const cheap = await addItem(rooms.db, { price: 50 });
  const knife = await addItem(rooms.db, { itemName: '★ Karambit', skinName: 'Fade', rarity: 'Covert', price: 5_000 });
  const drops = [[cheap, 9_000] as const, [knife, 1_000] as const];
  await addCase(rooms.db, { name: 'Flint', price: 10, drops });
});
afterAll(() => rooms.close());

beforeEach(async () => {
  player = await rooms.addRoomPlayer();
  name = `Şafak.${(count += 1)}`;
  await rename(player, name);
});

async function rename({ id }: TestPlayer, username: string): Promise<void> {
  await rooms.db.sql`
    update players set username = ${username}, username_key = ${nameKey(username)} where id = ${id}`;
}

async function ask(username = name) {
  const reply = await rooms.site.http.inject({ url: `/player/getPublicProfile/${encodeURIComponent(username)}` });
  return { status: reply.statusCode, body: reply.json<{ data: PublicProfile; code?: string; message?: string }>() };
}

const profileOf = async (username = name): Promise<PublicProfile> => {
  const { status, body } = await ask(username);
  expect(status).toBe(200);
  return body.data;
};

const SHOWN: ProfilePrivacy = {
  hidesEverything: false,
  hidesDrops: false,
  hidesMatches: false,
  hidesMissions: false,
  hidesRatingCurve: false,
  showsSteamProfile: false,
};

async function hide(choice: Partial<ProfilePrivacy>, who = player): Promise<void> {
  const reply = await rooms.site.http.inject({
    method: 'PUT',
    url: '/user/setProfilePrivacy',
    headers: who.headers,
    payload: { ...SHOWN, ...choice },
  });
  expect([reply.statusCode, reply.json()]).toEqual([200, { message: 'Saved.', data: { ...SHOWN, ...choice } }]);
}

/** Opens cases so that these tickets are drawn in order, some time ago. */
async function open(tickets: readonly number[], ageSeconds = 60): Promise<void> {
  await seeds.ensure(player.id);
  const drawn = [...tickets];
  await openCaseDirectly(rooms.site.deps, seeds, {
    playerId: player.id,
    caseName: 'Flint',
    count: tickets.length,
    ageSeconds,
    ticketOf: () => drawn.shift()!,
  });
}

const play = async (opponent: TestPlayer, score = { team1: 8, team2: 3 }) =>
  playMatch(rooms, [player, opponent], { ticketPrice: 100, score });

async function complete(missionId: number, days: number): Promise<void> {
  await rooms.db.sql`
    insert into mission_completions (mission_id, player_id, period_start, reward)
    select ${missionId}, ${player.id}, current_date - day, 5 from generate_series(1, ${days}::int4) as day`;
}

/** Everything that a profile can show. */
async function playEverything(): Promise<{ opponent: TestPlayer; roomId: number }> {
  const opponent = await rooms.addRoomPlayer();
  await rename(opponent, `Opponent.${count}`);
  const roomId = await play(opponent);
  await open([CHEAP, KNIFE]);
  await complete(await addMission(rooms.db, { title: `Open ten ${count}` }), 3);
  return { opponent, roomId };
}

test('shows rating, place, totals, curve, drops, matches and missions to everyone', async () => {
  const { roomId } = await playEverything();
  const profile = await profileOf();
  expect(profile).toEqual({
    username: name,
    avatar: expect.stringContaining('https://karat.example/img/avatar/'),
    isSandbox: false,
    isHidden: false,
    elo: 1_025,
    place: expect.any(Number),
    memberSince: expect.any(String),
    totals: { matches: 1, wins: 1, kills: 8, deaths: 3 },
    ratingCurve: [{ match: 1, elo: 1_025, change: 25, day: expect.stringMatching(/^20\d\d-\d\d-\d\d$/) }],
    bestDrops: [
      {
        market_hash_name: '★ Karambit | Fade (Field-Tested)',
        image: 'https://karat.example/img/skin/p250-256.webp',
        skinRarity: 'Covert',
        price: 4_500,
        caseName: 'Flint',
      },
      expect.objectContaining({ price: 45 }),
    ],
    lastMatches: [
      {
        roomId,
        map: 'awp_lego',
        player_count: '1v1',
        isWon: true,
        ownScore: 8,
        opponentScore: 3,
        eloChange: 25,
        opponents: [{ username: `Opponent.${count}`, isSandbox: false }],
        endedAt: expect.any(String),
      },
    ],
    missions: {
      completed: 3,
      latest: [
        {
          id: expect.any(Number),
          title: `Open ten ${count}`,
          image: 'https://karat.example/img/mission/case-256.webp',
          times: 3,
        },
      ],
    },
  });
});

test('never contains balance, stakes, e-mail, Steam id, presence, or a way to the proofs of rolls', async () => {
  await playEverything();
  await rooms.db.sql`update players set email = 'secret@karat.example', last_seen_at = now() where id = ${player.id}`;
  const [row] = await rooms.db.sql<{
    steamId: string;
  }>`select steam_id as "steamId" from players where id = ${player.id}`;
  const text = JSON.stringify(await profileOf());
  expect(text).not.toMatch(/balance|wager|stake|payout|email|secret@|steam|seen|online|handle|nonce/i);
  expect(text).not.toContain(row!.steamId);
});

test('an empty profile has empty parts and no place', async () => {
  expect(await profileOf()).toEqual({
    username: name,
    avatar: expect.any(String),
    isSandbox: false,
    isHidden: false,
    elo: 1_000,
    memberSince: expect.any(String),
    totals: { matches: 0, wins: 0, kills: 0, deaths: 0 },
    ratingCurve: [],
    bestDrops: [],
    lastMatches: [],
    missions: { completed: 0, latest: [] },
  });
});

describe('privacy', () => {
  const HIDDEN_PARTS: readonly [keyof ProfilePrivacy, readonly (keyof PublicProfile)[]][] = [
    ['hidesDrops', ['bestDrops']],
    ['hidesMatches', ['lastMatches', 'totals']],
    ['hidesMissions', ['missions']],
    ['hidesRatingCurve', ['ratingCurve']],
  ];

  test.each(HIDDEN_PARTS)('%s removes %j from the reply and nothing else', async (choice, parts) => {
    await playEverything();
    const before = await profileOf();
    await hide({ [choice]: true });
    const remaining = Object.keys(before).filter((key) => !parts.includes(key as keyof PublicProfile));
    expect(Object.keys(await profileOf()).toSorted()).toEqual(remaining.toSorted());
    await hide({});
    expect(Object.keys(await profileOf()).toSorted()).toEqual(Object.keys(before).toSorted());
  });

  test('hiding everything leaves the name and the picture', async () => {
    await playEverything();
    await hide({ hidesEverything: true, showsSteamProfile: true });
    expect(await profileOf()).toEqual({
      username: name,
      avatar: expect.any(String),
      isSandbox: false,
      isHidden: true,
    });
  });

  test('links to Steam only if the player wants it', async () => {
    expect(await profileOf()).not.toHaveProperty('steamProfile');
    await hide({ showsSteamProfile: true });
    expect((await profileOf()).steamProfile).toMatch(/\d{17}$/);
  });

  test('applies to the owner as to everyone, and each player changes only their own', async () => {
    const other = await rooms.addRoomPlayer();
    await hide({ hidesDrops: true }, other);
    expect(await profileOf()).toHaveProperty('bestDrops');
    const reply = await rooms.site.http.inject({ url: '/user/getProfilePrivacy', headers: other.headers });
    expect(reply.json()).toEqual({ data: { ...SHOWN, hidesDrops: true } });
  });

  test.each([{}, { ...SHOWN, hidesDrops: 'yes' }, { ...SHOWN, hidesDrops: undefined }])(
    'refuses %j and stores nothing',
    async (payload) => {
      const url = '/user/setProfilePrivacy';
      const reply = await rooms.site.http.inject({ method: 'PUT', url, headers: player.headers, payload });
      expect([reply.statusCode, reply.json().message]).toEqual([400, 'Choose yes or no.']);
      expect(await profileOf()).toHaveProperty('bestDrops');
    },
  );
});

describe('names', () => {
  test('are compared as at sign-in', async () => {
    await rooms.db.sql`update players set username = 'Işık.K', username_key = 'işik.k' where id = ${player.id}`;
    for (const typed of ['Işık.K', 'işik.k', 'IŞIK.K', 'İşİk.k'])
      expect((await profileOf(typed)).username).toBe('Işık.K');
  });

  test.each(['unknown', '../admin', `"><script>`, "' or 1=1 --", 'x'.repeat(300)])(
    'refuses %j like every unknown name',
    async (unknown) => {
      const { status, body } = await ask(unknown);
      expect([status, body.code, body.message]).toEqual([404, 'not_found', 'This player is not available.']);
    },
  );

  test.each(['banned', 'deleted'])('refuses a %s player like an unknown name', async (state) => {
    await rooms.db.sql`
      update players set state = ${state}, deleted_at = case when ${state} = 'deleted' then now() end, steam_id = null
      where id = ${player.id}`;
    const { status, body } = await ask();
    expect([status, body.code, body.message]).toEqual([404, 'not_found', 'This player is not available.']);
  });
});

test('a sandbox player has a page without a place', async () => {
  const opponent = await rooms.addRoomPlayer();
  await play(opponent);
  await rooms.db.sql`update players set is_sandbox = true where id = ${player.id}`;
  const profile = await profileOf();
  expect([profile.isSandbox, profile.elo]).toEqual([true, 1_025]);
  expect(profile).not.toHaveProperty('place');
});

describe('best drops', () => {
  test('appear only after their animation, and are never skipped', async () => {
    await open([CHEAP], 60);
    await open([KNIFE], 0);
    expect((await profileOf()).bestDrops).toMatchObject([{ price: 45 }]);
    await rooms.db.sql`alter table openings disable trigger openings_immutable`;
    await rooms.db.sql`
      update openings set created_at = created_at - interval '1 minute' where player_id = ${player.id}`;
    await rooms.db.sql`alter table openings enable trigger openings_immutable`;
    await expect.poll(async () => (await profileOf()).bestDrops).toMatchObject([{ price: 4_500 }, { price: 45 }]);
  });

  test('are the most valuable, each item once, also of several batches', async () => {
    await open([CHEAP, KNIFE, CHEAP, KNIFE, CHEAP, CHEAP]);
    expect((await profileOf()).bestDrops!.map(({ price }) => price)).toEqual([4_500, 45]);
    const range = { playerId: player.id, after: 0, limit: 2 };
    const first = await selectBestAfter(rooms.db.sql, range, { revealMs: 10_000, count: 5 });
    expect([first.best.map(({ price }) => price), first.isLast]).toEqual([[4_500, 45], false]);
    const last = await selectBestAfter(
      rooms.db.sql,
      { ...range, after: first.lastId, limit: 5 },
      { revealMs: 10_000, count: 5 },
    );
    expect([last.best.map(({ price }) => price), last.isLast]).toEqual([[4_500, 45], true]);
    const { best } = await selectBestAfter(rooms.db.sql, range, { revealMs: 10_000, count: 1 });
    expect(best.map(({ price }) => price)).toEqual([4_500]);
  });

  test('keep the first of equal ones when the item is won again', async () => {
    const findBestDrops = createBestDrops({ db: rooms.db });
    await open([CHEAP]);
    const [cheap] = await findBestDrops(player.id);
    await open([CHEAP, KNIFE]);
    expect(await findBestDrops(player.id)).toEqual([cheap! + 2, cheap]);
  });
});

test('a long rating curve has every recent match and a selection of the earlier ones', async () => {
  const opponent = await rooms.addRoomPlayer();
  const roomId = await play(opponent);
  await rooms.db.sql`
    insert into room_seats (room_id, player_id, team, position, stake, is_active, left_at, elo_before, elo_after)
    select ${roomId}, ${player.id}, 'team1', 1, 0, false, now(), 1000 + at, 1001 + at
    from generate_series(1, 99) as at`;
  const points = await selectRatingCurve(rooms.db.sql, player.id, { recent: 4, pointsMax: 10 });
  expect(points.map(({ match }) => match)).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90, 97, 98, 99, 100]);
  expect(points.at(-1)).toMatchObject({ match: 100, elo: 1_100, change: 1 });
});

describe('the preview of the page', () => {
  const previewOf = (username: string) =>
    rooms.site.http.karat.previews.get('player')!({ username }, 'https://karat.example');

  test('says what the profile says', async () => {
    await playEverything();
    expect(await previewOf(name.toLowerCase())).toEqual({
      title: name,
      description: expect.stringMatching(/^Rating 1\.025 · Rank \d+ · 1 of 1 matches won\.$/),
      image: 'https://karat.example/img/preview/site.jpg',
      imageSize: [1_200, 630],
      url: `https://karat.example/player/${encodeURIComponent(name)}`,
    });
    await hide({ hidesMatches: true });
    expect((await previewOf(name))!.description).not.toContain('matches won');
    await hide({ hidesEverything: true });
    expect((await previewOf(name))!.description).toBe('A player on Karat.');
  });

  test('is that of the site for unknown players', async () => {
    expect(await previewOf('unknown')).toBeUndefined();
    expect(await previewOf(`"><script>`)).toBeUndefined();
  });

  test('escapes a hostile name', async () => {
    await rooms.db.sql`
      update players set username = '"><script>x</script>', username_key = 'hostile' where id = ${player.id}`;
    const tags = pagePreview((await previewOf('hostile'))!);
    expect(tags).toContain('content="&quot;&gt;&lt;script&gt;x&lt;/script&gt;"');
    expect(tags).not.toContain('<script');
  });
});
