import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createBooksFixture, type BooksFixture } from '#testing/books-fixture.ts';
import { auditLoop, isFullAuditDue } from './loop.ts';

test.each<[last: string | undefined, now: string, isDue: boolean]>([
  [undefined, '2030-05-05T12:00:00Z', true],
  ['2030-05-05T02:59:00Z', '2030-05-05T03:00:00Z', true],
  ['2030-05-05T03:00:00Z', '2030-05-05T03:05:00Z', false],
  ['2030-05-05T04:00:00Z', '2030-05-06T02:59:00Z', false],
  ['2030-05-05T04:00:00Z', '2030-05-06T03:01:00Z', true],
  ['2030-05-05T02:00:00Z', '2030-05-05T02:30:00Z', false],
  ['2030-05-04T02:00:00Z', '2030-05-05T02:30:00Z', true],
  ['2030-12-31T23:00:00Z', '2031-01-01T03:00:00Z', true],
])('after a full audit at %s, the next one is due at %s: %s', (last, now, isDue) => {
  expect(isFullAuditDue(last === undefined ? undefined : new Date(last), new Date(now))).toBe(isDue);
});

describe('the audit loop', () => {
  let books: BooksFixture;
  beforeEach(async () => {
    books = await createBooksFixture();
  });
  afterEach(() => books.close());

  const kinds = async () =>
    (await books.db.sql<{ kind: string }>`select kind from ledger_audits order by id`).map(({ kind }) => kind);

  test('runs a full audit first, then recent ones, until it is stopped', async () => {
    const stopping = new AbortController();
    await books.db.sql`
      insert into ledger_audits (kind, checked_to, violations, took_ms) values ('full', 0, 0, 0)`;
    const watching = auditLoop(books.deps, stopping.signal, { firstAfterMs: 1, everyMs: 1 });
    await vi.waitUntil(async () => (await kinds()).length >= 4, { timeout: 10_000 });
    stopping.abort();
    await watching;
    expect((await kinds()).slice(1, 4)).toEqual(['full', 'recent', 'recent']);
  });

  test('logs a failed audit and continues', async () => {
    const stopping = new AbortController();
    let isAway = true;
    const reader = (): ReturnType<typeof books.db.reader> =>
      isAway ? Promise.reject(new Error('away')) : books.db.reader();
    const deps = { ...books.deps, db: { ...books.db, reader } };
    const watching = auditLoop(deps, stopping.signal, { firstAfterMs: 1, everyMs: 1 });
    await vi.waitUntil(() => books.logged.some((line) => line.includes('Audit failed')));
    isAway = false;
    await vi.waitUntil(async () => (await kinds()).length > 0, { timeout: 10_000 });
    stopping.abort();
    await watching;
    expect((await kinds())[0]).toBe('full');
  });

  test('deletes old request keys', async () => {
    const stopping = new AbortController();
    await books.db.sql`
      insert into request_keys (player_id, key, request_hash, reply, created_at)
      values (${books.playerId}, 'old', '', 'null', now() - interval '31 days')`;
    const watching = auditLoop(books.deps, stopping.signal, { firstAfterMs: 1, everyMs: 60_000 });
    await vi.waitUntil(async () => (await books.db.sql`select from request_keys`).length === 0, { timeout: 10_000 });
    stopping.abort();
    await watching;
    expect(await kinds()).toEqual(['full']);
  });
});
