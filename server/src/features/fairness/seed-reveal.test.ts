import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSeal } from '#seal.ts';
import {
  addCase,
  addItem,
  addPlayer,
  findBreaches,
  type TestPlayer,
  creditWelcomeDiamonds,
} from '#testing/fixtures.ts';
import { openCaseDirectly } from '#testing/rolled-openings.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';
import { createSeeds, drawTicket, type Seeds } from './fairness.ts';
import { revealAllSeeds } from './seed-reveal.ts';

const CASE = 'Rotated';

let site: TestSite;
let seeds: Seeds;

beforeAll(async () => {
  site = await createTestSite();
  seeds = createSeeds(site.deps);
  const { db } = site.deps;
  await addCase(db, { name: CASE, price: 10, drops: [[await addItem(db), 10_000]] });
});
afterAll(() => site.close());

async function richPlayer(): Promise<TestPlayer> {
  const player = await addPlayer(site.deps.db);
  await creditWelcomeDiamonds(site.deps, player.id, 1_000);
  await seeds.ensure(player.id);
  return player;
}

const open = ({ id }: TestPlayer, count: number) =>
  openCaseDirectly(site.deps, seeds, { playerId: id, caseName: CASE, count, entropy: 'chosen' });

async function readHashes({ id }: TestPlayer): Promise<string[]> {
  const { active, next } = await seeds.show(id);
  return [active.serverSeedHash, next.serverSeedHash];
}

type Rolled = {
  serverSeed: string;
  clientSeed: string;
  caseHash: string;
  entropy: string;
  nonce: number;
  ticket: number;
};
const readRolls = ({ id }: TestPlayer) => site.deps.db.sql<Rolled>`
  select server_seed as "serverSeed", client_seed as "clientSeed", hash as "caseHash", entropy, nonce, ticket
  from openings join seeds on seeds.id = seed_id join case_versions on case_versions.id = version_id
  where openings.player_id = ${id} order by openings.id`;

test('reveals all active and next seeds in batches, and no roll uses them again', async () => {
  const players = [];
  for (let count = 0; count < 5; count++) players.push(await richPlayer());
  const bystander = await addPlayer(site.deps.db);
  for (const [at, player] of players.entries()) if (at > 0) await open(player, at);
  const before = await Promise.all(players.map(readHashes));

  expect(await revealAllSeeds(site.deps, 'a leak', { playersAtOnce: 2 })).toEqual({ players: 5, unreadable: 0 });

  const { sql } = site.deps.db;
  const remaining = await sql`
    select seeds.id from seeds where state <> 'REVEALED'
    union all select player_id from wallets where seed_id is not null or nonce <> 0`;
  expect(remaining).toEqual([]);
  for (const [at, player] of players.entries()) {
    const rolls = await readRolls(player);
    expect(rolls).toHaveLength(at);
    for (const roll of rolls) expect(drawTicket(roll)).toBe(roll.ticket);
    for (const hash of await readHashes(player)) expect(before.flat()).not.toContain(hash);
    await open(player, 2);
    expect((await readRolls(player)).slice(-2).map(({ nonce }) => nonce)).toEqual([0, 1]);
  }
  expect((await seeds.show(bystander.id)).active.nonce).toBe(0);
  expect(await findBreaches(site.deps.db)).toEqual([]);
  expect(
    await sql`select actor_id, action, subject, reason, after from staff_actions order by id desc limit 1`,
  ).toEqual([
    {
      actor_id: null,
      action: 'fairness.rotate',
      subject: 'seeds',
      reason: 'a leak',
      after: { players: 5, unreadable: 0 },
    },
  ]);
});

test('counts seeds sealed with another secret, leaves them unchanged, and reveals them with their own', async () => {
  await revealAllSeeds(site.deps, 'before');
  const [intact, tampered] = [await richPlayer(), await richPlayer()];
  const otherSecret = { ...site.deps, seal: createSeal('another secret') };
  const before = await readHashes(intact);
  expect(await revealAllSeeds(otherSecret, 'by mistake')).toEqual({ players: 0, unreadable: 2 });
  expect(await readHashes(intact)).toEqual(before);

  const sealed = site.deps.seal.close('f'.repeat(64));
  await site.deps.db.sql`update seeds set sealed = ${sealed} where player_id = ${tampered.id} and state = 'NEXT'`;
  const shown = await readHashes(tampered);
  expect(await revealAllSeeds(site.deps, 'again')).toEqual({ players: 1, unreadable: 1 });
  expect(await readHashes(tampered)).toEqual(shown);
  expect(await readHashes(intact)).not.toEqual(before);
  expect(await findBreaches(site.deps.db)).toEqual([]);
});

test('does nothing without seeds', async () => {
  const empty = await createTestSite();
  expect(await revealAllSeeds(empty.deps, 'empty')).toEqual({ players: 0, unreadable: 0 });
  await empty.close();
});
