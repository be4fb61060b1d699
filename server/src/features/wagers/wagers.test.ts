import { Refusal } from '@karat/contract/refusal';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Sql } from '#db/db.ts';
import { takeStake } from '#features/stakes/stakes.ts';
import { readWallet } from '#features/wallet/wallet.ts';
import { addPlayer, creditWelcomeDiamonds } from '#testing/fixtures.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';
import {
  createWagers,
  Outdated,
  type PaidEntries,
  type PlayerKey,
  takeBatchStakes,
  wagerOf,
  type WagerRequest,
  type WagerRules,
} from './wagers.ts';

type ToyRequest = WagerRequest & { readonly amount: number };
type ToyReply = { readonly id: number; readonly amount: number };

let site: TestSite;
let playerId: number;

beforeAll(async () => {
  site = await createTestSite({ DENY_COUNTRIES: 'BE', COUNTRY_HEADER: 'x-country' });
  await site.deps.db.sql`
    create table toy_wagers (
      id int8 generated always as identity, player_id int8 not null, amount int8 not null, request_key text)`;
  await site.deps.db.sql`create unique index toy_wagers_request on toy_wagers (player_id, request_key)`;
});
beforeEach(async () => {
  playerId = await addRichPlayer();
});
afterAll(() => site.close());

async function addRichPlayer(): Promise<number> {
  const { id } = await addPlayer(site.deps.db);
  await creditWelcomeDiamonds(site.deps, id, 1_000);
  await site.deps.db.sql`insert into tallies (player_id, day, week) values (${id}, now(), now())`;
  return id;
}

const RULES: WagerRules<ToyRequest> = {
  event: 'bet_roulette',
  costOf: ({ amount }) => ({ amount, movements: 1, rolls: 0 }),
};

async function record(sql: Sql, paid: readonly PaidEntries<ToyRequest>[]): Promise<Map<ToyRequest, ToyReply>> {
  const replies = new Map<ToyRequest, ToyReply>();
  for (const entry of paid.flatMap(({ entries }) => entries)) {
    const [row] = await sql<{ id: number }>`
      insert into toy_wagers (player_id, amount, request_key)
      values (${entry.playerId}, ${entry.amount}, ${entry.requestKey ?? null}) returning id`;
    replies.set(entry, { id: row!.id, amount: entry.amount });
  }
  return replies;
}

/** A minimal game with one table; records how each request was served. */
function createToyGame({ isClosed = false, outdatedTimes = 0 } = {}) {
  const { deps } = site;
  const served = { together: 0, alone: 0 };
  let outdatedLeft = outdatedTimes;

  function assertCurrent(): void {
    if (outdatedLeft === 0) return;
    outdatedLeft--;
    throw new Outdated();
  }

  const wagers = createWagers<ToyRequest, ToyRequest, ToyReply>(deps, {
    keyIndex: 'toy_wagers_request',
    async placeTogether(tx, entries) {
      if (isClosed) return entries.map(() => new Refusal('betting_closed', 'Closed.'));
      assertCurrent();
      const replies = await record(tx.sql, await takeBatchStakes(tx, deps, entries, RULES));
      served.together += replies.size;
      return entries.map((entry) => replies.get(entry));
    },
    placeAlone: (request) =>
      deps.db.transaction(async (tx) => {
        assertCurrent();
        const stake = await takeStake(tx, deps, wagerOf([request], RULES.costOf));
        const replies = await record(tx.sql, [{ stake, entries: [request] }]);
        served.alone += 1;
        return replies.get(request)!;
      }),
    async findReply({ playerId: player, amount }, requestKey) {
      const [row] = await deps.db.sql<ToyReply>`
        select id, amount from toy_wagers where player_id = ${player} and request_key = ${requestKey}`;
      if (row !== undefined && row.amount !== amount) throw new Refusal('key_reused', 'Another request.');
      return row;
    },
    async findServed(keys) {
      return deps.db.sql<PlayerKey>`
        select player_id as "playerId", request_key as "requestKey" from toy_wagers
        where request_key = any(${keys.map(({ requestKey }) => requestKey)}::text[])`;
    },
  });
  return { ...wagers, served };
}

const request = (fields: Partial<ToyRequest> = {}): ToyRequest => ({
  playerId,
  amount: 100,
  requestKey: undefined,
  country: undefined,
  ...fields,
});

const balance = async (): Promise<number> => (await readWallet(site.deps.db.sql, playerId)).balance;

test('serves requests that arrive together in one batch, with one stake per player', async () => {
  const game = createToyGame();
  const other = await addRichPlayer();
  await Promise.all([request(), request({ amount: 50 }), request({ playerId: other })].map(game.place));
  expect(game.served).toEqual({ together: 3, alone: 0 });
  expect(game.figures()).toMatchObject({ batches: 1, elements: 3 });
  expect(await balance()).toBe(850);
});

test('serves a request alone if its batch could not, and refuses with the reason', async () => {
  const game = createToyGame();
  await site.deps.db.sql`insert into safer_play (player_id, has_limits) values (${playerId}, true)`;
  await game.place(request());
  expect(game.served).toEqual({ together: 0, alone: 1 });
  await expect(game.place(request({ amount: 901 }))).rejects.toMatchObject({ code: 'insufficient_balance' });
});

test("takes a player's stakes from the first country in the batch, and those from a second one alone", async () => {
  const game = createToyGame();
  const outcomes = await Promise.allSettled(
    ['DE', 'BE', 'FR', 'DE'].map((country) => game.place(request({ country }))),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  expect(game.served).toEqual({ together: 2, alone: 1 });
  expect(await balance()).toBe(700);
});

test('gives a repeated key its first reply and takes one stake', async () => {
  const game = createToyGame();
  const repeated = request({ requestKey: 'again' });
  const replies = await Promise.all([game.place(repeated), game.place(repeated), game.placeAlone(repeated)]);
  replies.push(await game.place(repeated), await createToyGame().placeAlone(repeated));
  expect(new Set(replies.map(({ id }) => id)).size).toBe(1);
  expect(await balance()).toBe(900);
  await expect(game.place({ ...repeated, amount: 1 })).rejects.toMatchObject({ code: 'key_reused' });
});

test('gives one reply when two processes serve the same key concurrently, in batches and alone', async () => {
  const games = Array.from({ length: 4 }, () => createToyGame());
  const repeated = request({ requestKey: 'raced' });
  const replies = await Promise.all(
    games.map((game, index) => (index % 2 === 0 ? game.place(repeated) : game.placeAlone(repeated))),
  );
  expect(new Set(replies.map(({ id }) => id)).size).toBe(1);
  expect(await balance()).toBe(900);
});

test('keeps the rest of a batch when another process serves one of its keys', async () => {
  const servedRequest = request({ requestKey: 'taken' });
  const first = await createToyGame().place(servedRequest);
  const game = createToyGame();
  const other = await addRichPlayer();
  const [repeated] = await Promise.all([game.place(servedRequest), game.place(request({ playerId: other }))]);
  expect(repeated).toEqual(first);
  expect(game.served).toEqual({ together: 1, alone: 0 });
});

test('serves the rest of a batch together when keys of it were served before', async () => {
  const keys = Array.from({ length: 20 }, (_, index) => request({ amount: 10, requestKey: `known-${index}` }));
  const first = await Promise.all(keys.map(createToyGame().place));
  const game = createToyGame();
  const others = await Promise.all(Array.from({ length: 20 }, addRichPlayer));
  const replies = await Promise.all([...keys, ...others.map((id) => request({ playerId: id }))].map(game.place));
  expect(replies.slice(0, 20)).toEqual(first);
  expect(game.served).toEqual({ together: 20, alone: 0 });
  expect(game.figures()).toMatchObject({ batches: 1 });
});

test('throws a refusal of the batch, unless the key was served before', async () => {
  const repeated = request({ requestKey: 'in-time' });
  const first = await createToyGame().place(repeated);
  const closed = createToyGame({ isClosed: true });
  await expect(closed.place(request())).rejects.toMatchObject({ code: 'betting_closed' });
  await expect(closed.place(request({ requestKey: 'late' }))).rejects.toMatchObject({ code: 'betting_closed' });
  expect(await closed.place(repeated)).toEqual(first);
  expect(closed.served).toEqual({ together: 0, alone: 0 });
});

test('retries an outdated request alone, and gives up when it stays outdated', async () => {
  const game = createToyGame({ outdatedTimes: 5 });
  await game.place(request());
  expect(game.served).toEqual({ together: 0, alone: 1 });
  await expect(createToyGame({ outdatedTimes: 6 }).place(request())).rejects.toThrow(Outdated);
  expect(await balance()).toBe(900);
});
