import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { RevealedSeed, Roll, Seeds as ShownSeeds } from '@karat/contract/fairness';
import type { ProvenRound } from '@karat/contract/roulette';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Db, openDb } from '#db/db.ts';
import { readConnection } from '#db/embedded/running.ts';
import { connectToEmbedded } from '#db/command-database.ts';
import { createSeeds, drawTicket } from '#features/fairness/fairness.ts';
import { createLog } from '#log.ts';
import { createSeal } from '#seal.ts';
import { addPlayer, type TestPlayer, creditWelcomeDiamonds } from '#testing/fixtures.ts';
import { createTestDatabase } from '#testing/database.ts';
import { temporaryFolder } from '#testing/folders.ts';
import { noopLive } from '#live/noop-live.ts';
import { sharedDatabase, type SiteProcess, startSite } from '#testing/site-process.ts';

const log = createLog('silent');
/** One round that stays open as long as needed, and rounds that end immediately. */
const SLOW = { ROULETTE_BETTING_MS: '600000' };
const QUICK = { ROULETTE_BETTING_MS: '200', ROULETTE_SPIN_MS: '50', ROULETTE_PAUSE_MS: '50' };
const ANOTHER_SECRET = 'x'.repeat(32);
const POLLING = { timeout: 60_000, interval: 50 };

type Variables = Readonly<Record<string, string>>;

/** Runs a command as the operator would; returns its output and exit code. */
function command(
  name: string,
  args: readonly string[],
  variables: Variables,
): Promise<{ code: number; output: string }> {
  const { DATABASE_URL: _, SECRET: __, ...env } = process.env;
  const file = path.join(import.meta.dirname, `${name}.ts`);
  return promisify(execFile)(process.execPath, [file, ...args], { env: { ...env, ...variables } }).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, output: stdout + stderr }),
  );
}

async function start(dataDir: string, variables: Variables): Promise<SiteProcess> {
  const site = await startSite(dataDir, variables);
  onTestFinished(() => site.kill());
  return site;
}

async function addRichPlayer(dataDir: string): Promise<TestPlayer> {
  const db = openDb({ connection: (await readConnection(dataDir))!, log });
  try {
    const player = await addPlayer(db);
    await creditWelcomeDiamonds({ db, live: noopLive }, player.id, 1_000_000);
    return player;
  } finally {
    await db.close();
  }
}

/** Reads the database of a stopped site. */
async function readDatabase<Result>(dataDir: string, read: (db: Db) => Promise<Result>): Promise<Result> {
  const store = await connectToEmbedded(dataDir, log, () => undefined);
  const db = openDb({ connection: store.connection, log });
  try {
    return await read(db);
  } finally {
    await db.close();
    await store.stop();
  }
}

/** Actions of a player, each a real call. */
function visit({ origin }: SiteProcess, { headers }: TestPlayer) {
  async function call<Reply>(address: string, body?: object): Promise<Reply> {
    const requestHeaders = { ...headers, 'idempotency-key': randomUUID(), 'content-type': 'application/json' };
    const post = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const reply = await fetch(`${origin}${address}`, { headers: requestHeaders, ...post });
    const text = await reply.text();
    expect([reply.status, text]).toEqual([200, expect.anything()]);
    return JSON.parse(text) as Reply;
  }

  return {
    async openCaseDirectly(): Promise<number> {
      const { data } = await call<{ data: { name: string }[] }>('/case/getAllCases?sort=lowest&limit=1');
      const { reward } = await call<{ reward: { id: number } }>(`/case/openCase/${encodeURIComponent(data[0]!.name)}`);
      return reward.id;
    },
    fetchRoll: async (id: number) => (await call<{ data: Roll }>(`/fair/getRoll/${id}`)).data,
    seeds: async () => (await call<{ data: ShownSeeds }>('/fair/getSeeds')).data,
    rotate: async () =>
      (await call<{ data: { revealed: RevealedSeed } }>('/fair/rotateSeed', { clientSeed: 'mine' })).data.revealed,
    bet: (amount: number) => call<object>('/roulette/placeBet', { playerBet: 'red', amount }),
    hasRound: async () => (await call<{ data: object | null }>('/roulette/getCurrentRound')).data !== null,
    /** The first finished rounds. */
    async rounds(count: number): Promise<ProvenRound[]> {
      await vi.waitUntil(async () => {
        const { pagination } = await call<{ pagination: { totalResults: number } }>('/roulette/getRounds');
        return pagination.totalResults >= count;
      }, POLLING);
      const ids = Array.from({ length: count }, (_, index) => index + 1);
      return Promise.all(ids.map(async (id) => (await call<{ data: ProvenRound }>(`/roulette/getRound/${id}`)).data));
    },
  };
}

type Revealed = { readonly hashes: readonly string[]; readonly rounds: readonly ProvenRound[] };

/** Continues to play after the backup, and reveals seeds that are secret in the backup. */
async function continuePlaying(dataDir: string, player: TestPlayer): Promise<Revealed> {
  const site = await start(dataDir, QUICK);
  const { rotate, rounds } = visit(site, player);
  const revealed = [await rotate(), await rotate()];
  const drawn = await rounds(4);
  expect(await command('rotate-secrets', [], { DATA_DIR: dataDir })).toEqual({
    code: 1,
    output: `Database: embedded PostgreSQL in ${dataDir}\nA site is running on this database. Stop it first.\n`,
  });
  await site.stop();
  return { hashes: revealed.map(({ serverSeedHash }) => serverSeedHash), rounds: drawn };
}

/** A site with a roll and an open round with a bet, and a backup of that moment. */
async function makeBackup(): Promise<{ dataDir: string; backup: string; player: TestPlayer; openedId: number }> {
  const dataDir = await temporaryFolder();
  const site = await start(dataDir, SLOW);
  const player = await addRichPlayer(dataDir);
  const { openCaseDirectly, bet, hasRound } = visit(site, player);
  const openedId = await openCaseDirectly();
  await vi.waitUntil(hasRound, POLLING);
  await bet(100);
  const folder = await temporaryFolder();
  expect((await command('backup', [folder], { DATA_DIR: dataDir })).code).toBe(0);
  await site.stop();
  const [name = ''] = await readdir(folder);
  return { dataDir, backup: path.join(folder, name), player, openedId };
}

/** No revealed secret is used again, and all earlier rolls stay verifiable. */
async function expectRotated(site: SiteProcess, player: TestPlayer, openedId: number, known: Revealed): Promise<void> {
  const { rounds, seeds, openCaseDirectly, fetchRoll: rollOf, rotate } = visit(site, player);
  const [before, ...after] = await rounds(3);
  const [same, ...others] = known.rounds;
  // The round of the backup keeps its commitment to players who had bet.
  expect([before!.seed, before!.winnerNumber]).toEqual([same!.seed, same!.winnerNumber]);
  expect(after[0]).toMatchObject({ k: 1, hash: after[0]!.terminal });
  expect(after[0]!.chainId).toBeGreaterThan(before!.chainId);
  for (const { hash, seed } of after) {
    expect(others.flatMap((round) => [round.hash, round.seed])).not.toContain(hash);
    expect(others.map((round) => round.seed)).not.toContain(seed);
  }
  const shown = await seeds();
  expect(known.hashes).not.toContain(shown.active.serverSeedHash);
  expect(known.hashes).not.toContain(shown.next.serverSeedHash);
  const newId = await openCaseDirectly();
  await rotate();
  for (const id of [openedId, newId]) {
    const roll = await rollOf(id);
    expect(drawTicket({ ...roll, serverSeed: roll.serverSeed! })).toBe(roll.ticket);
  }
}

test('uses no secret that was revealed since the backup, and its books are right', { timeout: 180_000 }, async () => {
  const { dataDir, backup, player, openedId } = await makeBackup();
  const known = await continuePlaying(dataDir, player);

  const restored = await command('restore', [backup, '--force'], { DATA_DIR: dataDir });
  expect(restored).toEqual({
    code: 0,
    output: expect.stringMatching(/\nEnded 1 chain of rounds and revealed the seeds of 1 player\. .*\n/),
  });
  expect(await readDatabase(dataDir, ({ sql }) => sql`select id, state, seed from roulette_rounds`)).toEqual([
    { id: 1, state: 'ROLLING', seed: null },
  ]);
  const site = await start(dataDir, QUICK);
  await expectRotated(site, player, openedId, known);
  const audited = await command('audit', [], { DATA_DIR: dataDir });
  expect(audited).toEqual({ code: 0, output: expect.stringContaining('The books are right') });
});

test('does not start on a backup whose secrets could not be rotated', { timeout: 180_000 }, async () => {
  const { backup, player } = await makeBackup();
  const dataDir = path.join(await temporaryFolder(), 'restored');
  const restored = await command('restore', [backup], { DATA_DIR: dataDir, SECRET: ANOTHER_SECRET });
  expect(restored.code).toBe(1);
  expect(restored.output).toContain('Run npm run rotate-secrets before you start the site');
  expect(restored.output).toContain('The seeds of 1 player cannot be decrypted with this SECRET');
  await expect(startSite(dataDir, QUICK)).rejects.toThrow('were not rotated. Run npm run rotate-secrets');

  const rotated = await command('rotate-secrets', ['the right one'], { DATA_DIR: dataDir });
  expect(rotated).toEqual({ code: 0, output: expect.stringContaining('revealed the seeds of 1 player') });
  const { rounds } = visit(await start(dataDir, QUICK), player);
  expect((await rounds(2)).map(({ k }) => k)).toEqual([1, 1]);
});

test('rotates secrets in a database of any age, and explains wrong usage', { timeout: 60_000 }, async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const settings = sharedDatabase(database.connection);
  const db = openDb({ connection: database.connection, log });
  const { id } = await addPlayer(db);
  await createSeeds({ db, seal: createSeal(settings['SECRET']!) }).ensure(id);
  const rotated = await command('rotate-secrets', ['A key was lost.'], settings);
  expect(rotated).toEqual({ code: 0, output: expect.stringContaining('Ended 0 chains') });
  const actions = await db.sql`select action, reason from staff_actions order by id`;
  await db.close();
  expect(actions).toEqual(
    ['roulette.rotate', 'fairness.rotate'].map((action) => ({ action, reason: 'A key was lost.' })),
  );

  expect(await command('rotate-secrets', ['a', 'b'], settings)).toMatchObject({
    code: 1,
    output: expect.stringContaining('Usage'),
  });
  // Like a database from before rounds or seeds existed.
  const empty = await createTestDatabase();
  onTestFinished(() => empty.drop());
  const young = await command('rotate-secrets', [], sharedDatabase(empty.connection));
  expect(young).toMatchObject({ code: 0, output: expect.stringContaining('seeds of 0 players') });
});
