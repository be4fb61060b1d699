import { roundNumber } from '@karat/rules/fairness';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { moveDiamonds } from '#features/wallet/wallet.ts';
import { noopLive } from '#live/noop-live.ts';
import { readAlarms } from '#testing/alarms.ts';
import { createBooksFixture, type BooksFixture } from '#testing/books-fixture.ts';
import { acceptBreaches, audit, liftHalt } from './audits.ts';

let books: BooksFixture;
let sql: BooksFixture['db']['sql'];
beforeEach(async () => {
  books = await createBooksFixture();
  sql = books.db.sql;
});
afterEach(() => books.close());

async function brokenNames(kind: 'full' | 'recent' = 'full'): Promise<string[]> {
  const { findings } = await audit(books.deps, kind);
  return findings.filter(({ breaches }) => breaches.length > 0).map(({ name }) => name);
}

test('reports nothing for correct books in a full or recent audit', async () => {
  const report = await audit(books.deps, 'full');
  expect(report.findings.filter(({ breaches }) => breaches.length > 0)).toEqual([]);
  expect(report.findings.find(({ name }) => name === 'I12')).toMatchObject({ count: 3, rowKind: 'openings' });
  expect(report.accounts.reduce((sum, { total }) => sum + total, 0)).toBe(0);
  expect(await brokenNames('recent')).toEqual([]);
  expect(await sql`select kind, violations, details from ledger_audits order by id`).toEqual([
    { kind: 'full', violations: 0, details: [] },
    { kind: 'recent', violations: 0, details: [] },
  ]);
  expect(await sql`select from ledger_halts`).toEqual([]);
});

describe('a recent audit', () => {
  const age = () => sql`update ledger set created_at = created_at - interval '5 minutes'`;

  test('covers what came after the last clean audit and nothing older', async () => {
    await books.dropConstraints();
    await age();
    await audit(books.deps, 'full');
    await sql`update ledger set old_balance = 1, new_balance = 10001 where type = 'WELCOME'`;
    expect(await brokenNames('recent')).toEqual([]);
    await books.open();
    await sql`update ledger set old_balance = old_balance + 1 where id = (select max(id) from ledger)`;
    expect(await brokenNames('recent')).toEqual(['I1', 'I4']);
  });

  test('goes back to the last clean audit until the books are correct again', async () => {
    await books.dropConstraints();
    await age();
    await audit(books.deps, 'full');
    const [id] = await books.open();
    await sql`delete from inventory where id = ${id}`;
    await age();
    expect(await brokenNames('recent')).toEqual(['I12']);
    expect(await brokenNames('recent')).toEqual(['I12']);
  });

  test('checks a ledger row again that was younger than a minute, because others may commit late', async () => {
    await books.dropConstraints();
    await audit(books.deps, 'full');
    expect(await sql`select checked_to from ledger_audits`).toEqual([{ checked_to: 0 }]);
    await sql`update ledger set amount = amount + 1 where type = 'WELCOME'`;
    expect(await brokenNames('recent')).toContain('I1');
  });

  test('finds an old item that was sold wrongly just now', async () => {
    await books.dropConstraints();
    await age();
    await audit(books.deps, 'full');
    await books.sell(books.ownedId);
    expect(await brokenNames('recent')).toEqual([]);
    await sql`update inventory set state = 'OWNED' where id = ${books.ownedId}`;
    expect(await brokenNames('recent')).toEqual(['I14']);
  });

  describe('of rounds', () => {
    /** A seed that draws another number; one seed in fifteen draws the same. */
    async function anotherSeed(roundId: number): Promise<string> {
      const [round] = await sql<{ k: number; salt: string; beacon: string; number: number }>`
        select k, salt, beacon, winner_number as number
        from roulette_rounds as round join roulette_chains as chain on chain.id = chain_id where round.id = ${roundId}`;
      const { number, ...drawn } = round!;
      const isAnother = (seed: string) => roundNumber({ seed, ...drawn }) !== number;
      return Array.from({ length: 100 }, (_, index) => `another ${index}`).find(isAnother)!;
    }

    beforeEach(async () => {
      await books.dropConstraints();
      await age();
      await sql`update roulette_rounds set created_at = created_at - interval '10 minutes'`;
      await audit(books.deps, 'full');
    });

    test('covers rounds played since the last clean audit and none older', async () => {
      await sql`update roulette_rounds set win_amount = 0 where id = 1`;
      await sql`delete from game_results where reference = 1`;
      expect(await brokenNames('recent')).toEqual([]);
      await books.wheel.close();
      await books.wheel.draw();
      await books.wheel.settle();
      expect(await brokenNames('recent')).toEqual([]);
      await sql`update roulette_rounds set win_amount = win_amount + 1 where id = 4`;
      expect(await brokenNames('recent')).toEqual(['I19']);
      await sql`delete from game_results where reference = 4`;
      await sql`delete from ledger where reference = 'close:round:4'`;
      await sql`update roulette_rounds set seed = ${await anotherSeed(4)} where id = 4`;
      expect(await brokenNames('recent')).toEqual(['I10', 'I19', 'G1', 'F1', 'F2']);
    });

    test('finds a round that ended without a ledger row', async () => {
      await books.wheel.close();
      await sql`
        update roulette_rounds set state = 'REFUNDED', ended_at = now(), refund_reason = 'missing', bet_count = 1,
               amount = 20
        where id = 4`;
      expect(await brokenNames('recent')).toEqual(['I10', 'I11']);
    });

    test('goes back to an old round whose bet is paid now', async () => {
      await sql`update roulette_rounds set win_amount = 0 where id = 1`;
      await books.db.transaction((tx) =>
        moveDiamonds(tx, noopLive, {
          type: 'ROULETTE_WIN',
          reference: 'settle:bet:2',
          playerId: books.playerId,
          account: 'house:roulette',
          amount: 80,
        }),
      );
      expect(await brokenNames('recent')).toEqual(['I11', 'I19']);
    });
  });
});

describe('a breach', () => {
  const gain = (by: number) => sql`update wallets set balance = balance + ${by} where player_id = ${books.playerId}`;

  test('stops wagers, notifies staff and is recorded, and a second breach adds no second halt', async () => {
    await gain(1);
    await audit(books.deps, 'full');
    await audit(books.deps, 'full');
    const halts = await sql<{ reason: string }>`select reason from ledger_halts where ended_at is null`;
    expect(halts).toHaveLength(1);
    expect(halts[0]!.reason).toContain('I3 (every wallet holds the sum of its movements)');
    expect(await sql`select block_reason from wager_eligibility where player_id = ${books.playerId}`).toEqual([
      { block_reason: 'ledger_halted' },
    ]);
    expect(await sql`select player_id as id from notifications where icon = 'shield'`).toEqual([{ id: books.staffId }]);
    expect(await sql`select from staff_actions where action = 'ledger.halt'`).toHaveLength(1);
    const breach = { event: 'ledger.breach', details: { kind: 'full', violations: expect.any(Number) } };
    expect(await sql`select event, details from site_events`).toEqual([breach, breach]);
    expect(await readAlarms(sql, 'booksHalted')).toHaveLength(1);
    expect(await readAlarms(sql, 'breach')).toHaveLength(2);
    expect(books.logged.some((line) => line.includes('"level":"error"') && line.includes('Audit found breaches'))).toBe(
      true,
    );
  });

  test('keeps the halt after a clean audit, until staff lift it on record', async () => {
    await gain(1);
    const broken = await audit(books.deps, 'full');
    await expect(liftHalt(books.deps, broken)).rejects.toThrow('only be lifted after a clean full audit');
    await gain(-1);
    const clean = await audit(books.deps, 'full');
    expect(clean.violations).toBe(0);
    expect(await sql`select from ledger_halts where ended_at is null`).toHaveLength(1);
    expect(await liftHalt(books.deps, clean)).toContain('I3');
    expect(await sql`select from ledger_halts where ended_at is null`).toEqual([]);
    expect(await sql`select from staff_actions where action = 'ledger.lift'`).toHaveLength(1);
    expect(await liftHalt(books.deps, clean)).toBeUndefined();
    expect(await brokenNames()).toEqual([]);
  });
});

test('audits a consistent snapshot while players move diamonds', async () => {
  const pay = (at: number) =>
    books.db.transaction((tx) =>
      moveDiamonds(tx, noopLive, {
        type: 'ADMIN_ADJUST',
        reference: `rain:${at}`,
        playerId: books.playerId,
        account: 'external:adjust',
        amount: 1,
      }),
    );
  const [report] = await Promise.all([
    audit(books.deps, 'full'),
    ...Array.from({ length: 10 }, () => books.open()),
    ...Array.from({ length: 20 }, (_, index) => pay(index)),
  ]);
  const names = report.findings.filter(({ breaches }) => breaches.length > 0).map(({ name }) => name);
  // These payments have no rows in `adjustments`, so A1 reports them.
  expect(names.filter((name) => name !== 'A1')).toEqual([]);
});

describe('a breach in rows that cannot be changed', () => {
  test('is accepted with a reason, counted separately from then on, and hides no other breach', async () => {
    await books.dropConstraints();
    await sql`update ledger set old_balance = old_balance + 1, new_balance = new_balance + 1 where type = 'WELCOME'`;
    const broken = await audit(books.deps, 'full');
    expect(broken.violations).toBeGreaterThan(0);
    await acceptBreaches(books.deps, broken, 'written by hand, put right by adjustment 7');
    const clean = await audit(books.deps, 'full');
    const accepted = clean.findings.reduce((sum, finding) => sum + finding.accepted, 0);
    expect([clean.violations, accepted]).toEqual([0, broken.violations]);
    expect(await liftHalt(books.deps, clean)).toBeDefined();
    expect(await sql`select action, reason from staff_actions where action = 'ledger.accept'`).toEqual([
      { action: 'ledger.accept', reason: 'written by hand, put right by adjustment 7' },
    ]);
    const [id] = await books.open();
    await sql`delete from inventory where id = ${id}`;
    expect(await brokenNames()).toEqual(['I12']);
  });

  test('keeps the halt when it is found after the clean audit that would lift it', async () => {
    await books.dropConstraints();
    await sql`insert into ledger_halts (reason) values ('something else')`;
    const clean = await audit(books.deps, 'full');
    await sql`delete from inventory where id = (select max(id) from inventory)`;
    await audit(books.deps, 'full');
    expect(await liftHalt(books.deps, clean)).toBeUndefined();
    expect(await sql`select from ledger_halts where ended_at is null`).toHaveLength(1);
  });
});
