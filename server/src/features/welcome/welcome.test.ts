import type { Welcome } from '@karat/contract/welcome';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSeeds } from '#features/fairness/fairness.ts';
import { addCase, addItem, addPlayer, creditWelcomeDiamonds, type TestPlayer } from '#testing/fixtures.ts';
import { openCaseDirectly } from '#testing/rolled-openings.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
  const itemId = await addItem(site.deps.db, { skinName: 'First' });
  await addCase(site.deps.db, { name: 'Flint', price: 250, drops: [[itemId, 10_000]] });
});
afterAll(() => site.close());

const sql: TestSite['deps']['db']['sql'] = (strings, ...values) => site.deps.db.sql(strings, ...values);

async function readWelcome(player?: TestPlayer): Promise<Welcome | null> {
  const reply = await site.http.inject({ url: '/user/getWelcome', headers: { ...player?.headers } });
  expect(reply.statusCode).toBe(200);
  return reply.json<{ data: Welcome | null }>().data;
}

const dismiss = (player?: TestPlayer) =>
  site.http.inject({ method: 'POST', url: '/user/dismissWelcome', headers: { ...player?.headers }, payload: {} });

async function openFirst(player: TestPlayer, ageSeconds: number): Promise<void> {
  const seeds = createSeeds(site.deps);
  await seeds.ensure(player.id);
  await openCaseDirectly(site.deps, seeds, { playerId: player.id, caseName: 'Flint', ageSeconds });
}

const addBet = ({ id }: TestPlayer) => sql`
  insert into roulette_bets (id, round_id, player_id, player_bet, amount, payout_factor)
  values (nextval('roulette_bet_ids'), 1, ${id}, 'red', 5, 2)`;

test('a new player has taken no step, and sees the amount of the bonus', async () => {
  const player = await addPlayer(site.deps.db);
  const nothing = { isDismissed: false, amount: null, firstItem: null, hasBet: false, hasPlayed: false };
  expect(await readWelcome(player)).toEqual(nothing);
  await creditWelcomeDiamonds(site.deps, player.id, 777);
  expect(await readWelcome(player)).toEqual({ ...nothing, amount: 777 });
});

test('each step is done by what the player does, a case only after its animation', async () => {
  const player = await addPlayer(site.deps.db);
  await creditWelcomeDiamonds(site.deps, player.id, 1_000);
  await openFirst(player, 0);
  expect(await readWelcome(player)).toMatchObject({ firstItem: null });
  await openFirst(player, 60);
  expect(await readWelcome(player)).toMatchObject({ firstItem: 'P250 | First (Field-Tested)', hasBet: false });
  await addBet(player);
  expect(await readWelcome(player)).toMatchObject({ hasBet: true, hasPlayed: false });
  await sql`update players set total_matches = 1 where id = ${player.id}`;
  expect(await readWelcome(player)).toMatchObject({ hasBet: true, hasPlayed: true, isDismissed: false });
});

test('a dismissed card stays dismissed, however often that is sent', async () => {
  const [player, other] = [await addPlayer(site.deps.db), await addPlayer(site.deps.db)];
  const replies = await Promise.all(Array.from({ length: 10 }, () => dismiss(player)));
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  const [first] = await sql<{
    at: string;
  }>`select welcome_dismissed_at::text as at from players where id = ${player.id}`;
  await dismiss(player);
  const [again] = await sql<{
    at: string;
  }>`select welcome_dismissed_at::text as at from players where id = ${player.id}`;
  expect(again).toEqual(first);
  expect(await readWelcome(player)).toMatchObject({ isDismissed: true });
  expect(await readWelcome(other)).toMatchObject({ isDismissed: false });
});

test('a visitor has no steps, and cannot dismiss', async () => {
  expect(await readWelcome()).toBeNull();
  expect((await dismiss()).statusCode).toBe(401);
});

test('the upgrade dismisses the card of players who have already played', async () => {
  const [idle, opener, bettor, duellist] = await Promise.all(Array.from({ length: 4 }, () => addPlayer(site.deps.db)));
  await creditWelcomeDiamonds(site.deps, opener!.id, 1_000);
  await openFirst(opener!, 60);
  await addBet(bettor!);
  await sql`update players set total_matches = 3 where id = ${duellist!.id}`;
  const migration = await readFile(new URL('../../db/migrations/0028_welcome.sql', import.meta.url), 'utf8');
  await site.deps.db.transaction(async (tx) => {
    await tx.sql`alter table players drop column welcome_dismissed_at`;
    for (const statement of migration.split(';').filter((each) => each.trim() !== ''))
      await tx.sql(Object.assign([statement], { raw: [statement] }));
  });
  const states = [];
  for (const player of [idle, opener, bettor, duellist]) states.push((await readWelcome(player))!.isDismissed);
  expect(states).toEqual([false, true, true, true]);
});
