import { linkAfter } from '@karat/rules/fairness';
import { sha256Hex } from '@karat/rules/sha256';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LeaseLost } from '#db/lease.ts';
import { createSeal } from '#seal.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';
import { createChains, makeLinks } from './chains.ts';

let site: TestSite;
const lease = { name: 'roulette', epoch: 1 };

beforeEach(async () => {
  site = await createTestSite();
  await site.deps.db.sql`insert into leases (name, epoch) values ('roulette', 1)`;
});
afterEach(() => site.close());

type StoredChain = {
  id: number;
  terminal: string;
  salt: string;
  length: number;
  isEnded: boolean;
  wasSaltedLater: boolean;
};
const storedChains = () => site.deps.db.sql<StoredChain>`
  select id, terminal, salt, length, ended_at is not null as "isEnded", salted_at > created_at as "wasSaltedLater"
  from roulette_chains order by id`;

test.each([1, 2, 1_023, 1_024, 1_025, 3_000])(
  'a chain of %s links ends where hashing its secret ends',
  async (length) => {
    const { terminal, stored } = await makeLinks('secret', length);
    expect(terminal).toBe(linkAfter('secret', length));
    expect(stored).toEqual(
      Array.from({ length: Math.ceil(length / 1_024) }, (_, index) => linkAfter('secret', index * 1_024)),
    );
  },
);

test("each round's seed hashes to that of the round before, starting at the published end", async () => {
  const chain = await createChains(site.deps, lease, 2_050).current();
  const [{ terminal }] = (await storedChains()) as [StoredChain];
  let hash = terminal;
  for (let k = 1; k <= 2_050; k++) {
    const seed = chain.seedOf(k);
    expect(sha256Hex(seed)).toBe(hash);
    hash = seed;
  }
  expect(() => chain.seedOf(2_051)).toThrow('not in a chain');
  expect(() => chain.seedOf(0)).toThrow('not in a chain');
});

test('creates the salt once, after the end of the chain is published', async () => {
  const { salt } = await createChains(site.deps, lease, 10).current();
  expect(await storedChains()).toMatchObject([{ salt, wasSaltedLater: true, isEnded: false }]);
  expect((await createChains(site.deps, lease, 10).current()).salt).toBe(salt);
});

test('adds a missing salt after a crash', async () => {
  await createChains(site.deps, lease, 10).current();
  await site.deps.db.sql`update roulette_chains set salt = null, salted_at = null`;
  const { salt } = await createChains(site.deps, lease, 10).current();
  expect(await storedChains()).toMatchObject([{ salt }]);
});

test('ends a chain sealed with another secret and starts a new one', async () => {
  const before = await createChains(site.deps, lease, 10).current();
  const deps = { ...site.deps, seal: createSeal('another secret') };
  const after = await createChains(deps, lease, 10).current();
  expect(after.id).toBeGreaterThan(before.id);
  expect(await storedChains()).toMatchObject([{ isEnded: true }, { isEnded: false }]);
  expect(site.lines.join()).toContain('cannot be unsealed');
});

test('does not draw from a chain with tampered links', async () => {
  const { id } = await createChains(site.deps, lease, 10).current();
  const sealed = site.deps.seal.close(JSON.stringify([sha256Hex('mine')]));
  await site.deps.db.sql`update roulette_chains set sealed = ${sealed}`;
  expect((await createChains(site.deps, lease, 10).current()).id).not.toBe(id);
});

test('stored links are unreadable without the secret', async () => {
  const chain = await createChains(site.deps, lease, 10).current();
  const [{ text }] = (await site.deps.db.sql<{ text: string }>`
    select encode(sealed, 'escape') || encode(sealed, 'hex') as text from roulette_chains`) as [{ text: string }];
  for (let k = 1; k <= 10; k++) expect(text).not.toContain(chain.seedOf(k));
});

test('stores nothing of a chain whose creation is aborted', async () => {
  const stopping = new AbortController();
  const making = createChains(site.deps, lease, 1_000_000_000, stopping.signal).current();
  setImmediate(() => stopping.abort());
  await expect(making).rejects.toThrow('aborted');
  expect(await site.deps.db.sql`select from roulette_chains`).toEqual([]);
});

test('creates a chain only as the leader', async () => {
  const stale = { name: 'roulette', epoch: 0 };
  await expect(createChains(site.deps, stale, 10).current()).rejects.toThrow(LeaseLost);
  expect(await storedChains()).toEqual([]);
});
