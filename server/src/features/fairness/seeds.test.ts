import { CLIENT_SEED_PATTERN } from '@karat/rules/fairness';
import { sha256Hex } from '@karat/rules/sha256';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addCase, addItem, addPlayer, type TestPlayer, creditWelcomeDiamonds } from '#testing/fixtures.ts';
import { openCaseDirectly } from '#testing/rolled-openings.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';
import { createSeeds, drawTicket, type Seeds } from './fairness.ts';

const CASE = 'Seeded';

let site: TestSite;
let seeds: Seeds;

beforeAll(async () => {
  site = await createTestSite();
  const { db } = site.deps;
  seeds = createSeeds(site.deps);
  const [common, rare] = [await addItem(db), await addItem(db, { skinName: 'Aurora' })];
  await addCase(db, {
    name: CASE,
    price: 10,
    drops: [
      [common, 9_000],
      [rare, 1_000],
    ],
  });
});
afterAll(() => site.close());

type SeedRow = { id: number; state: string; serverSeed: string | null; serverSeedHash: string; sealed: Buffer };

function readRows({ id }: TestPlayer): Promise<SeedRow[]> {
  return site.deps.db.sql<SeedRow>`
    select id, state, server_seed as "serverSeed", server_seed_hash as "serverSeedHash", sealed
    from seeds where player_id = ${id} order by id`;
}

const times = <Result>(total: number, make: (at: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: total }, (_, index) => make(index)));

async function richPlayer(): Promise<TestPlayer> {
  const player = await addPlayer(site.deps.db);
  await creditWelcomeDiamonds(site.deps, player.id, 1_000_000);
  await seeds.ensure(player.id);
  return player;
}

describe('first seeds', () => {
  test('are one active and one next seed, also with concurrent requests', async () => {
    const player = await addPlayer(site.deps.db);
    await Promise.all([times(10, () => seeds.ensure(player.id)), times(10, () => seeds.show(player.id))]);
    const rows = await readRows(player);
    expect(rows.map(({ state }) => state).toSorted()).toEqual(['ACTIVE', 'NEXT']);
    const [wallet] = await site.deps.db.sql<{ seed_id: number; nonce: number; version: number }>`
      select seed_id, nonce, version from wallets where player_id = ${player.id}`;
    expect(wallet).toEqual({ seed_id: rows.find(({ state }) => state === 'ACTIVE')!.id, nonce: 0, version: 0 });
  });

  test('have 32 random bytes, are sealed in the database and committed to by their hash', async () => {
    const player = await richPlayer();
    const rows = await readRows(player);
    const texts = rows.map(({ sealed }) => site.deps.seal.open(sealed));
    for (const [at, { serverSeed, serverSeedHash, sealed }] of rows.entries()) {
      expect(texts[at]).toMatch(/^[0-9a-f]{64}$/);
      expect(serverSeed).toBeNull();
      expect(serverSeedHash).toBe(sha256Hex(texts[at]!));
      expect(sealed.includes(texts[at]!)).toBe(false);
    }
    expect(new Set(texts).size).toBe(2);
    expect((await seeds.show(player.id)).active.clientSeed).toMatch(CLIENT_SEED_PATTERN);
  });

  test('fail for a player without a wallet', async () => {
    await expect(seeds.ensure(999_999)).rejects.toThrow('has no wallet');
  });
});

describe('opening a seed', () => {
  test('returns the committed seed, reads the database once, and refuses a next seed', async () => {
    const player = await richPlayer();
    const [active, next] = (await readRows(player)) as [SeedRow, SeedRow];
    const restarted = createSeeds(site.deps);
    let queries = 0;
    const { sql } = site.deps.db;
    const counting: typeof sql = (strings, ...values) => {
      queries += 1;
      return sql(strings, ...values);
    };
    const opened = await restarted.open(counting, [active.id]);
    expect(sha256Hex(opened.get(active.id)!.serverSeed)).toBe(active.serverSeedHash);
    expect(await restarted.open(counting, [active.id, active.id])).toEqual(opened);
    expect(queries).toBe(1);
    await expect(restarted.open(counting, [active.id, next.id])).rejects.toThrow('is not in use');
  });

  test('fails if the seed does not match its published hash', async () => {
    const player = await richPlayer();
    const sealed = site.deps.seal.close('f'.repeat(64));
    await site.deps.db.sql`update seeds set sealed = ${sealed} where player_id = ${player.id}`;
    const [active] = (await readRows(player)) as [SeedRow];
    await expect(createSeeds(site.deps).open(site.deps.db.sql, [active.id])).rejects.toThrow('does not match');
    await expect(seeds.rotate({ playerId: player.id, clientSeed: 'mine' })).rejects.toThrow('does not match');
    expect((await readRows(player)).map(({ state }) => state)).toEqual(['ACTIVE', 'NEXT']);
  });
});

describe('rotation', () => {
  test('reveals the committed seed and continues with the next one', async () => {
    const player = await richPlayer();
    const before = await seeds.show(player.id);
    await openCaseDirectly(site.deps, seeds, { playerId: player.id, caseName: CASE, count: 3 });
    expect((await seeds.show(player.id)).active).toEqual({ ...before.active, nonce: 3 });

    const after = await seeds.rotate({ playerId: player.id, clientSeed: 'my-own_Seed' });
    expect(after.active).toEqual({
      serverSeedHash: before.next.serverSeedHash,
      clientSeed: 'my-own_Seed',
      nonce: 0,
    });
    expect(after.next.serverSeedHash).not.toBe(before.next.serverSeedHash);
    const { serverSeed, ...revealed } = after.revealed;
    expect(revealed).toEqual({
      serverSeedHash: before.active.serverSeedHash,
      clientSeed: before.active.clientSeed,
      rolls: 3,
    });
    expect(sha256Hex(serverSeed)).toBe(before.active.serverSeedHash);
    const { active, next } = after;
    expect(await seeds.show(player.id)).toEqual({ active, next });
  });

  test('creates the seeds first if there are none', async () => {
    const { id: playerId } = await addPlayer(site.deps.db);
    const { active, revealed } = await seeds.rotate({ playerId, clientSeed: 'first' });
    expect([active.clientSeed, active.nonce, revealed.rolls]).toEqual(['first', 0, 0]);
  });

  test('from several tabs concurrently reveals one seed after another, none twice', async () => {
    const player = await richPlayer();
    const replies = await times(8, (at) => seeds.rotate({ playerId: player.id, clientSeed: `tab${at}` }));
    expect(new Set(replies.map(({ revealed }) => revealed.serverSeed)).size).toBe(8);
    const states = (await readRows(player)).map(({ state }) => state);
    expect(states).toEqual([...Array.from({ length: 8 }, () => 'REVEALED'), 'ACTIVE', 'NEXT']);
  });

  test('concurrent with openings leaves no roll after the reveal and no gap in nonces', async () => {
    const player = await richPlayer();
    const open = () => openCaseDirectly(site.deps, seeds, { playerId: player.id, caseName: CASE, count: 2 });
    const rotate = (at: number) => seeds.rotate({ playerId: player.id, clientSeed: `race${at}` });
    const attempts = Array.from({ length: 40 }, (_, index) =>
      index % 5 === 2 ? { rotated: rotate(index) } : { opened: open() },
    );
    const opened = await Promise.all(attempts.flatMap((attempt) => attempt.opened ?? []));
    const rotated = await Promise.all(attempts.flatMap((attempt) => attempt.rotated ?? []));
    const last = await seeds.rotate({ playerId: player.id, clientSeed: 'end' });

    const rows = await site.deps.db.sql<{
      hash: string;
      serverSeed: string;
      clientSeed: string;
      caseHash: string;
      entropy: string;
      nonce: number;
      ticket: number;
      isInTime: boolean;
    }>`
      select server_seed_hash as hash, server_seed as "serverSeed", client_seed as "clientSeed", case_versions.hash as "caseHash",
             entropy, nonce, ticket, openings.created_at <= revealed_at as "isInTime"
      from openings join seeds on seeds.id = seed_id join case_versions on case_versions.id = version_id
      where openings.player_id = ${player.id} order by nonce`;
    expect(rows).toHaveLength(2 * opened.length);
    for (const row of rows) expect([drawTicket(row), row.isInTime]).toEqual([row.ticket, true]);
    for (const { revealed } of [...rotated, last]) {
      const { serverSeedHash, rolls } = revealed;
      const nonces = rows.filter(({ hash }) => hash === serverSeedHash).map(({ nonce }) => nonce);
      expect(nonces).toEqual(Array.from({ length: rolls }, (_, nonce) => nonce));
    }
  });

  test('leaves the seeds unchanged when it fails', async () => {
    const player = await richPlayer();
    const before = await seeds.show(player.id);
    await expect(seeds.rotate({ playerId: player.id, clientSeed: 'not allowed!' })).rejects.toThrow('client_seed');
    expect(await seeds.show(player.id)).toEqual(before);
  });
});

test('no seed appears in the log', async () => {
  const player = await richPlayer();
  await seeds.rotate({ playerId: player.id, clientSeed: 'quiet' });
  const rows = await site.deps.db.sql<{ sealed: Buffer }>`select sealed from seeds order by id desc limit 50`;
  const log = site.lines.join('');
  for (const { sealed } of rows) expect(log).not.toContain(site.deps.seal.open(sealed));
});
