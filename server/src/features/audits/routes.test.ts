import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RoomFixture, createRoomFixture } from '#testing/room-fixture.ts';
import type { TestSite } from '#testing/test-site.ts';
import { audit } from './audits.ts';
import { createBooks } from './books.ts';

let fixture: RoomFixture;
let site: TestSite;
beforeAll(async () => {
  fixture = await createRoomFixture();
  site = fixture.site;
});
afterAll(() => fixture.close());

const getBooks = async () => (await site.http.inject({ url: '/fair/getBooks' })).json<{ data: object }>().data;
const metrics = async () => (await site.http.inject({ url: '/metrics' })).body;

test('getBooks is public and shows empty books that sum to zero on a new site', async () => {
  expect(await createBooks(site.deps.db)()).toMatchObject({
    movements: 0,
    totals: [{ kind: 'players', total: 0 }],
    accounts: [],
    sum: 0,
    isHalted: false,
    lastAudit: null,
    seals: [],
  });
  expect(await metrics()).toMatch(/karat_audit_last_success_timestamp_seconds\{kind="full"\} 0\n/);
});

test('getBooks shows the total of each kind of account and the last audit', async () => {
  const duellist = await fixture.addRoomPlayer(1_000);
  await fixture.makeRoom(duellist, { ticketPrice: 50 });
  await audit(site.deps, 'full');
  const shown = await getBooks();
  expect(shown).toMatchObject({
    movements: 2,
    accounts: [{ name: 'house:promo', total: -1_000 }],
    sum: 0,
    isHalted: false,
    lastAudit: { kind: 'full', violations: 0 },
  });
  expect((shown as { totals: object[] }).totals).toEqual(
    expect.arrayContaining([
      { kind: 'players', total: 950 },
      { kind: 'house', total: -1_000 },
      { kind: 'rooms', total: 50 },
    ]),
  );
});

test('metrics show breaches, the age of the last audit and the halt', async () => {
  const { db } = site.deps;
  const clean = await metrics();
  expect(clean).toMatch(/karat_audit_violations\{kind="full"\} 0\n/);
  // A full audit includes a recent one.
  expect(clean).toMatch(/karat_audit_last_success_timestamp_seconds\{kind="recent"\} 1\d{9}/);
  expect(clean).toMatch(/karat_ledger_halted 0\n/);
  await db.sql`update wallets set balance = balance + 1`;
  await audit(site.deps, 'full');
  const text = await metrics();
  expect(text).toMatch(/karat_audit_violations\{kind="full"\} [1-9]/);
  expect(text).toMatch(/karat_audit_last_success_timestamp_seconds\{kind="full"\} 1\d{9}/);
  expect(text).toMatch(/karat_audit_age_seconds\{kind="full"\} \d/);
  expect(text).toMatch(/karat_ledger_halted 1\n/);
});

test('getBooks reads the ledger once for concurrent requests and caches the result', async () => {
  let [nowMs, walks] = [0, 0];
  const { db } = site.deps;
  const reader = async (): ReturnType<typeof db.reader> => {
    walks += 1;
    return db.reader();
  };
  const books = createBooks({ ...db, reader }, () => nowMs);
  await Promise.all(Array.from({ length: 50 }, () => books()));
  nowMs = 9_000;
  await books();
  expect(walks).toBe(1);
  nowMs = 11_000;
  await books();
  expect(walks).toBe(2);
});

test('getBooks reads again after a failed read', async () => {
  const { db } = site.deps;
  let isAway = true;
  const reader = (): ReturnType<typeof db.reader> => (isAway ? Promise.reject(new Error('away')) : db.reader());
  const books = createBooks({ ...db, reader });
  await expect(books()).rejects.toThrow('away');
  isAway = false;
  expect(await books()).toMatchObject({ movements: 2 });
});
