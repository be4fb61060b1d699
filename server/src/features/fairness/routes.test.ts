import type { PublicCaseRoll, Roll } from '@karat/contract/fairness';
import { caseCanon, type Drop, verifyCaseRoll } from '@karat/rules/fairness';
import { sha256Hex } from '@karat/rules/sha256';
import { oddsOfRolls } from '@karat/rules/statistics';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addCase, addItem, addPlayer, type TestPlayer, creditWelcomeDiamonds } from '#testing/fixtures.ts';
import { openCaseDirectly } from '#testing/rolled-openings.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';
import { createSeeds, type Seeds } from './fairness.ts';

let site: TestSite;
let seeds: Seeds;
let drops: Drop[];
let cases = 0;

beforeAll(async () => {
  site = await createTestSite();
  const { db } = site.deps;
  seeds = createSeeds(site.deps);
  const image = 'https://pictures.example/aurora.png';
  drops = [
    [await addItem(db), 7_500],
    [await addItem(db, { skinName: 'Nightfall', rarity: 'Restricted' }), 2_000],
    [await addItem(db, { skinName: 'Aurora', rarity: 'Covert', image }), 500],
  ];
});
afterAll(() => site.close());

async function newCase(name = `Fair case ${(cases += 1)}`): Promise<string> {
  await addCase(site.deps.db, { name, price: 10, drops });
  return name;
}

async function newPlayer(): Promise<TestPlayer> {
  const player = await addPlayer(site.deps.db);
  await creditWelcomeDiamonds(site.deps, player.id, 1_000_000);
  await seeds.ensure(player.id);
  return player;
}

/** Saves a new version with reversed rates under a new name. */
async function editCase(name: string, newName: string): Promise<void> {
  const turned = drops.map(([itemId], index): Drop => [itemId, drops.at(-1 - index)![1]]);
  const canon = caseCanon({ v: 2, name: newName, price: 20, drops: turned });
  await site.deps.db.sql`
    with version as (
      insert into case_versions (case_id, version, name, price, canon, hash)
      select id, 2, ${newName}, 20, ${canon}, ${sha256Hex(canon)} from cases where name = ${name}
      returning id, case_id
    )
    update cases set name = ${newName}, version_id = version.id from version where cases.id = case_id`;
}

type Open = Omit<Parameters<typeof openCaseDirectly>[2], 'playerId'>;
/** Old enough to be public, unless a test sets another age. */
const open = ({ id: playerId }: TestPlayer, opened: Open) =>
  openCaseDirectly(site.deps, seeds, { playerId, ageSeconds: 30, ...opened });

async function get(url: string, headers: Record<string, string> = {}) {
  const reply = await site.http.inject({ url, headers });
  return { status: reply.statusCode, body: reply.json() };
}

function rotate({ headers }: TestPlayer, payload: object) {
  return site.http.inject({ method: 'POST', url: '/fair/rotateSeed', headers, payload });
}

const path = (call: string, name: string) => `/fair/${call}/${encodeURIComponent(name)}`;

describe('getSeeds and rotateSeed', () => {
  test('refuse visitors', async () => {
    expect((await get('/fair/getSeeds')).body.code).toBe('unauthenticated');
    const reply = await site.http.inject({ method: 'POST', url: '/fair/rotateSeed', payload: { clientSeed: 'a' } });
    expect([reply.statusCode, reply.json().code]).toEqual([401, 'unauthenticated']);
  });

  test('show hashes, then the seed behind the hash', async () => {
    const player = await addPlayer(site.deps.db);
    const before = await get('/fair/getSeeds', player.headers);
    expect(before).toEqual({
      status: 200,
      body: {
        data: {
          active: {
            serverSeedHash: expect.stringMatching(/^[0-9a-f]{64}$/),
            clientSeed: expect.stringMatching(/^[0-9a-f]{32}$/),
            nonce: 0,
          },
          next: { serverSeedHash: expect.stringMatching(/^[0-9a-f]{64}$/) },
        },
      },
    });
    const { data } = (await rotate(player, { clientSeed: 'mine-1' })).json();
    expect(sha256Hex(data.revealed.serverSeed)).toBe(before.body.data.active.serverSeedHash);
    expect(data.active).toEqual({ ...before.body.data.next, clientSeed: 'mine-1', nonce: 0 });
    const { active, next } = data;
    expect((await get('/fair/getSeeds', player.headers)).body).toEqual({ data: { active, next } });
  });

  test.each([[{}], [{ clientSeed: '' }], [{ clientSeed: 'a b' }], [{ clientSeed: 'ş' }], [{ clientSeed: 'a:0' }]])(
    'refuse an invalid client seed: %j',
    async (payload) => {
      const player = await newPlayer();
      const before = await seeds.show(player.id);
      const reply = await rotate(player, payload);
      expect([reply.statusCode, reply.json().message]).toEqual([
        400,
        'Client seed must be 1 to 64 letters, digits, - or _.',
      ]);
      expect(await seeds.show(player.id)).toEqual(before);
    },
  );

  test('limit the rate of rotations', async () => {
    const player = await newPlayer();
    const codes = new Set<number>();
    for (let at = 0; at < 80; at += 1) codes.add((await rotate(player, { clientSeed: `r${at}` })).statusCode);
    expect([...codes]).toEqual([200, 429]);
  });
});

describe('getRolls', () => {
  test("lists the player's own rolls, newest first, in pages", async () => {
    const [player, other, caseName] = [await newPlayer(), await newPlayer(), await newCase()];
    const ids = await open(player, { caseName, count: 5 });
    await open(other, { caseName, count: 2 });
    const { body } = await get('/fair/getRolls?page=2&limit=2', player.headers);
    expect(body.data.map(({ id }: Roll) => id)).toEqual([ids[2], ids[1]]);
    expect(body.pagination).toEqual({ totalResults: 5, resultsPerPage: 2, currentPage: 2 });
    expect((await get('/fair/getRolls?page=4&limit=2', player.headers)).body.data).toEqual([]);
    expect((await get('/fair/getRolls')).status).toBe(401);
  });

  test('finds the rolls of one request by its key, for its player only', async () => {
    const [player, other, caseName] = [await newPlayer(), await newPlayer(), await newCase()];
    await open(player, { caseName, requestKey: 'before' });
    const ids = await open(player, { caseName, count: 3, requestKey: 'mine' });
    await open(player, { caseName, count: 2 });
    const { body } = await get('/fair/getRolls?requestKey=mine', player.headers);
    expect(body.data.map(({ id }: Roll) => id)).toEqual(ids.toReversed());
    expect(body.pagination.totalResults).toBe(3);
    const second = await get('/fair/getRolls?requestKey=mine&page=2&limit=2', player.headers);
    expect(second.body.data.map(({ id }: Roll) => id)).toEqual([ids[0]]);
    for (const [who, key] of [
      [player, 'unknown'],
      [other, 'mine'],
    ] as const) {
      expect((await get(`/fair/getRolls?requestKey=${key}`, who.headers)).body.data).toEqual([]);
    }
    expect((await get('/fair/getRolls?requestKey=a%20b', player.headers)).status).toBe(400);
  });
});

describe('getRoll', () => {
  test('shows everything but the seed to anyone with the handle, and verifies after the reveal', async () => {
    const [player, caseName] = [await newPlayer(), await newCase()];
    const [id] = await open(player, { caseName, entropy: '0123456789abcdef'.repeat(2) });
    const { handle }: Roll = (await get(`/fair/getRoll/${id}`, player.headers)).body.data;
    const before: Roll = (await get(`/fair/getRoll/${handle}`)).body.data;
    expect(before).toMatchObject({ id, caseName, price: 10, serverSeed: null, nonce: 0 });
    expect(before.from <= before.ticket && before.ticket <= before.to).toBe(true);
    expect(before.to - before.from + 1).toBe(drops.find(([itemId]) => itemId === before.itemId)![1]);
    expect(before.image).toMatch(/^https?:\/\//);

    const { serverSeed } = (await rotate(player, { clientSeed: 'next' })).json().data.revealed;
    const after: Roll = (await get(`/fair/getRoll/${handle}`)).body.data;
    expect(after).toEqual({ ...before, serverSeed });
    expect(verifyCaseRoll({ ...after, serverSeed })).toEqual({
      isSeedCommitted: true,
      isTableHashed: true,
      isTableWhole: true,
      isTicketRight: true,
      isItemRight: true,
    });
    expect(Object.keys(after).join()).not.toMatch(/player|user/i);
  });

  test('of an old version verifies against that version, under the current name', async () => {
    const [player, caseName] = [await newPlayer(), await newCase()];
    const [id] = await open(player, { caseName });
    await editCase(caseName, `${caseName} again`);
    await rotate(player, { clientSeed: 'next' });
    const roll: Roll = (await get(`/fair/getRoll/${id}`, player.headers)).body.data;
    expect([roll.caseName, roll.price]).toEqual([`${caseName} again`, 10]);
    expect(Object.values(verifyCaseRoll({ ...roll, serverSeed: roll.serverSeed! }))).not.toContain(false);
  });

  test('by id is for its player and staff', async () => {
    const [player, other, staff, caseName] = [await newPlayer(), await newPlayer(), await newPlayer(), await newCase()];
    await site.deps.db.sql`update players set role = 'admin' where id = ${staff.id}`;
    const [id] = await open(player, { caseName });
    const fetchStatus = async (headers?: Record<string, string>) => (await get(`/fair/getRoll/${id}`, headers)).status;
    expect([await fetchStatus(player.headers), await fetchStatus(staff.headers)]).toEqual([200, 200]);
    expect([await fetchStatus(), await fetchStatus(other.headers)]).toEqual([404, 404]);
  });

  test('is hidden from others, counts and lists until the reveal animation ends', async () => {
    const [player, other, caseName] = [await newPlayer(), await newPlayer(), await newCase()];
    const [id] = await open(player, { caseName, ageSeconds: 0 });
    const ownRoll = await get(`/fair/getRoll/${id}`, player.headers);
    expect(ownRoll.status).toBe(200);
    const { handle } = ownRoll.body.data as Roll;
    for (const headers of [{}, other.headers]) {
      expect((await get(`/fair/getRoll/${handle}`, headers)).body.code).toBe('not_found');
    }
    expect((await get(path('getCaseOdds', caseName))).body.data.versions[0].openings).toBe(0);
    expect((await get(path('getCaseRolls', caseName))).body.data).toEqual([]);
    const csv = await site.http.inject({ url: path('downloadCaseRolls', caseName) });
    expect(csv.body.trimEnd().split('\r\n')).toHaveLength(1);
  });

  test('answers 404 for an unknown roll', async () => {
    expect((await get('/fair/getRoll/9007199254740991')).body).toMatchObject({ code: 'not_found' });
    expect((await get('/fair/getRoll/abc')).status).toBe(400);
  });
});

describe('the public odds and rolls of a case', () => {
  test('are not found for an unknown case', async () => {
    for (const call of ['getCaseOdds', 'getCaseRolls', 'downloadCaseRolls']) {
      const { status, body } = await get(path(call, 'No such case'));
      expect([status, body.code, body.message]).toEqual([404, 'not_found', 'Case not found.']);
    }
    expect((await get(path('downloadCaseRolls', 'x'.repeat(65)))).status).toBe(404);
  });

  test('are empty for a case without openings', async () => {
    const caseName = await newCase();
    const { data } = (await get(path('getCaseOdds', caseName))).body;
    expect(data.versions).toHaveLength(1);
    expect(data.versions[0]).toMatchObject({ openings: 0, test: null, verdict: 'too_few', isCurrent: true });
    expect((await get(path('getCaseRolls', caseName))).body).toMatchObject({
      data: [],
      pagination: { totalResults: 0 },
    });
  });

  test('say how many of the openings are by programs', async () => {
    const [caseName, player] = [await newCase(), await newPlayer()];
    await open(player, { caseName, count: 3 });
    const count = async () => (await get(path('getCaseOdds', caseName))).body.data.versions[0].sandboxOpenings;
    expect(await count()).toBe(0);
    await site.deps.db.sql`update players set is_sandbox = true where id = ${player.id}`;
    expect(await count()).toBe(3);
  });

  test('are found with composed and decomposed letters', async () => {
    const caseName = await newCase('Şanslı Kutu'.normalize('NFC'));
    expect((await get(path('getCaseOdds', caseName.normalize('NFD')))).body.data.caseName).toBe(caseName);
  });

  test('show published and observed drops of each version, newest first, with the rolls behind them', async () => {
    const [player, caseName] = [await newPlayer(), await newCase()];
    await open(player, { caseName, count: 1_200, ticketOf: (nonce) => (nonce * 7_919) % 10_000 });
    const newName = `${caseName}, renamed`;
    await editCase(caseName, newName);
    await open(player, { caseName: newName, count: 7 });
    const { data } = (await get(path('getCaseOdds', newName))).body;
    const [current, first] = data.versions;
    expect([data.caseName, current.version, first.version]).toEqual([newName, 2, 1]);
    expect(current).toMatchObject({ openings: 7, test: null, verdict: 'too_few', isCurrent: true, price: 20 });
    expect(first).toMatchObject({ openings: 1_200, verdict: 'fits', isCurrent: false, price: 10 });
    expect(first.items.map(({ expected }: { expected: number }) => expected)).toEqual([900, 240, 60]);
    expect(first.test.p).toBeGreaterThan(1e-6);
    expect(first.items[2]).toMatchObject({
      itemId: drops[2]![0],
      market_hash_name: 'P250 | Aurora (Field-Tested)',
      image: 'https://pictures.example/aurora.png',
      skinRarity: 'Covert',
      tickets: 500,
    });
    expect((await get(path('getCaseOdds', caseName))).status).toBe(404);

    const rolls: PublicCaseRoll[] = [];
    for (let page = 1; rolls.length < 1_207; page += 1) {
      const { body } = await get(`${path('getCaseRolls', newName)}?limit=100&page=${page}`);
      expect(body.pagination.totalResults).toBe(1_207);
      rolls.push(...body.data);
    }
    expect(new Set(rolls.map(({ handle }) => handle)).size).toBe(1_207);
    for (const version of [current, first]) expect(version).toMatchObject(oddsOfRolls(version.canon, rolls));
    expect((await get(`${path('getCaseRolls', newName)}?page=1000000&limit=100`)).body.data).toEqual([]);
  });

  test('mark staff and demo players and name no player', async () => {
    const caseName = await newCase();
    const [player, staff, demo] = [await newPlayer(), await newPlayer(), await newPlayer()];
    const { sql } = site.deps.db;
    await sql`update players set role = 'admin' where id = ${staff.id}`;
    await sql`update players set username = 'demo2', username_key = 'demo2' where id = ${demo.id}`;
    for (const opener of [player, staff, demo]) await open(opener, { caseName });
    const { data } = (await get(path('getCaseRolls', caseName))).body;
    expect(data.map(({ opener }: PublicCaseRoll) => opener).toSorted()).toEqual(['demo', 'player', 'staff']);
    expect(Object.keys(data[0])).toEqual(['handle', 'day', 'caseHash', 'ticket', 'itemId', 'opener']);
  });

  test('contain nothing that links the rolls of a player with each other or with their pages', async () => {
    const [player, caseName] = [await newPlayer(), await newCase()];
    await open(player, { caseName, count: 3, entropy: '0123456789abcdef'.repeat(2) });
    const ownRolls: Roll[] = (await get('/fair/getRolls', player.headers)).body.data;
    const listed: PublicCaseRoll[] = (await get(path('getCaseRolls', caseName))).body.data;
    const { body: csv } = await site.http.inject({ url: path('downloadCaseRolls', caseName) });
    expect(new Set(listed.map(({ handle }) => handle)).size).toBe(3);
    const again: PublicCaseRoll[] = (await get(path('getCaseRolls', caseName))).body.data;
    expect(again).toEqual(listed);
    for (const { handle, serverSeedHash, clientSeed, entropy, createdAt } of ownRolls) {
      for (const secret of [handle, serverSeedHash, clientSeed, entropy, createdAt]) {
        expect(JSON.stringify(listed) + csv).not.toContain(secret);
      }
    }
    for (const { handle } of listed) expect((await get(`/fair/getRoll/${handle}`)).status).toBe(404);
  });
});

test('sealed seeds appear in no reply and no log', async () => {
  const [player, caseName] = [await newPlayer(), await newCase()];
  await rotate(player, { clientSeed: 'shown' });
  const [id] = await open(player, { caseName, count: 3, requestKey: 'leak' });
  const rows = await site.deps.db.sql<{ sealed: Buffer }>`
    select sealed from seeds where player_id = ${player.id} and state <> 'REVEALED'`;
  expect(rows).toHaveLength(2);
  const urls = [
    '/fair/getSeeds',
    '/fair/getRolls',
    '/fair/getRolls?requestKey=leak',
    `/fair/getRoll/${id}`,
    path('getCaseOdds', caseName),
    path('getCaseRolls', caseName),
    path('downloadCaseRolls', caseName),
  ];
  const replies = await Promise.all(urls.map((url) => site.http.inject({ url, headers: player.headers })));
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(urls.map(() => 200));
  const output = [...replies.map(({ body }) => body), ...site.lines].join('\n');
  for (const { sealed } of rows) {
    const secrets = [site.deps.seal.open(sealed), sealed.toString('hex'), sealed.toString('base64')];
    for (const secret of secrets) expect(output).not.toContain(secret);
  }
});
