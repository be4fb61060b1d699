import type { Activity, ActivityKind } from '@karat/contract/activity';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSeeds, type Seeds } from '#features/fairness/fairness.ts';
import { addCase, addItem, addPlayer, type TestPlayer } from '#testing/fixtures.ts';
import { openCaseDirectly } from '#testing/rolled-openings.ts';
import { createRouletteFixture } from '#testing/roulette-fixture.ts';

type Fixture = Awaited<ReturnType<typeof createRouletteFixture>>;
type Page = { readonly data: Activity[]; readonly next: string | null };

let fixture: Fixture;
let seeds: Seeds;
let support: TestPlayer;
let player: TestPlayer;

beforeAll(async () => {
  fixture = await createRouletteFixture();
  const { db, site } = fixture;
  seeds = createSeeds(site.deps);
  support = await addPlayer(db, 'support');
  const itemId = await addItem(db, { skinName: 'Seen', price: 100 });
  await addCase(db, { name: 'Seen', price: 100, drops: [[itemId, 10_000]] });
});
beforeEach(async () => {
  player = await fixture.addPlayer();
  await seeds.ensure(player.id);
});
afterAll(() => fixture.site.close());

const ask = (query = '', who = support) =>
  fixture.site.http.inject({ url: `/admin/getUserActivity/${player.id}?${query}`, headers: who.headers });

async function read(query = '', who = support): Promise<Page> {
  const reply = await ask(query, who);
  expect(reply.statusCode).toBe(200);
  return reply.json<Page>();
}

async function readAll(query: string, first = ''): Promise<Activity[]> {
  const rows: Activity[] = [];
  for (let next: string | null = first; next !== null;) {
    const page: Page = await read(`${query}${next === '' ? '' : `&cursor=${next}`}`);
    rows.push(...page.data);
    next = page.next;
  }
  return rows;
}

const open = (count = 1) =>
  openCaseDirectly(fixture.site.deps, seeds, { playerId: player.id, caseName: 'Seen', count });

const names = (rows: readonly Activity[]) => rows.map(({ source, id }) => `${source}:${id}`);

describe('the activity of a player', () => {
  test('has openings with their item and its value', async () => {
    const [id] = await open();
    expect((await read('kinds=openings')).data).toEqual([
      {
        source: 'opening',
        id,
        createdAt: expect.stringMatching(/Z$/) as string,
        caseName: 'Seen',
        price: 100,
        item: 'P250 | Seen (Field-Tested)',
        value: 90,
      },
    ]);
  });

  test('has bets, undecided and then with their winnings', async () => {
    await fixture.open();
    for (const color of ['red', 'black', 'green'] as const) await fixture.bet(player, color, 70);
    const undecided = (await read('kinds=bets')).data;
    expect(undecided).toMatchObject(
      ['green', 'black', 'red'].map((color) => ({ source: 'bet', color, amount: 70, winAmount: null })),
    );
    await fixture.finish();
    const decided = (await read('kinds=bets')).data.filter((row) => row.source === 'bet');
    expect(decided.filter(({ winAmount }) => winAmount! > 0)).toHaveLength(1);
    expect(decided.every(({ isRefunded }) => !isRefunded)).toBe(true);
  });

  test('has tickets, limits and actions of staff with their actor and reason', async () => {
    const call = (url: string, method: 'POST' | 'PUT', payload: object, who: TestPlayer) =>
      fixture.site.http.inject({ method, url, payload, headers: who.headers });
    await call('/auth/createTicket', 'POST', { title: 'Where is it?', message: 'I lost many diamonds.' }, player);
    await call('/user/limits', 'PUT', { limits: [{ kind: 'wager', period: 'day', allowed: 700 }] }, player);
    await call('/admin/muteUser', 'POST', { userId: player.id, minutes: 5, reason: 'Insults' }, support);
    const { data } = await read('kinds=tickets,limits,staff');
    expect(data).toMatchObject([
      { source: 'staff', action: 'chat.mute', reason: 'Insults', actor: { id: support.id }, amount: null },
      { source: 'limit', event: 'safer-play.limit', details: { kind: 'wager', period: 'day', allowed: 700 } },
      { source: 'ticket', title: 'Where is it?', isOpen: true },
    ]);
  });

  test('is not found if the player is unknown', async () => {
    const reply = await fixture.site.http.inject({
      url: '/admin/getUserActivity/4040404',
      headers: support.headers,
    });
    expect([reply.statusCode, reply.json().message]).toEqual([404, 'User not found.']);
  });
});

describe('device and address of a sign-in', () => {
  const signIns = async (who: TestPlayer) =>
    (await read('kinds=account', who)).data.filter((row) => row.source === 'signIn');

  beforeEach(async () => {
    const payload = {
      email: `a${player.id}@karat.example`,
      username: `signs_in_${player.id}`,
      password: 'long enough',
    };
    const headers = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/150.0.0.0 Safari/537.36' };
    await fixture.site.http.inject({ method: 'POST', url: '/auth/signup', payload, headers });
    const [row] = await fixture.db.sql<{ id: number }>`select id from players where username = ${payload.username}`;
    player = { ...player, id: row!.id };
  });

  test('are shown to admins', async () => {
    const admin = await addPlayer(fixture.db, 'admin');
    expect(await signIns(admin)).toMatchObject([{ device: 'Chrome on Windows', address: '127.0.0.1', bySteam: false }]);
  });

  test('are hidden from support', async () => {
    expect(await signIns(support)).toMatchObject([{ device: null, address: null }]);
  });
});

describe('pages', () => {
  test('show every row once, also when rows are added meanwhile', async () => {
    const opened = await open(7);
    await fixture.open();
    for (let index = 0; index < 4; index += 1) await fixture.bet(player, 'red', 10);
    const first = await read('kinds=openings,bets&limit=3');
    await open(2);
    const rest = await readAll('kinds=openings,bets&limit=3', first.next!);
    const rows = names([...first.data, ...rest]);
    expect(new Set(rows).size).toBe(rows.length);
    expect(rows.filter((name) => name.startsWith('bet:'))).toHaveLength(4);
    expect(rows.filter((name) => name.startsWith('opening:'))).toEqual(
      opened.toReversed().map((id) => `opening:${id}`),
    );
    await fixture.finish();
  });

  test('end with the last row', async () => {
    await open(3);
    expect((await read('kinds=openings&limit=3')).next).toBeNull();
    expect((await read('kinds=openings&limit=2')).next).not.toBeNull();
  });

  test.each(['cursor=eA', 'cursor=%20', 'kinds=all', 'kinds=', 'limit=101', 'from=2026-02-30'])(
    'refuse %s',
    async (query) => {
      const reply = await ask(query);
      expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid']);
    },
  );
});

describe('a range of days', () => {
  /** Adds openings and bets, three of each on every day of the last ten. */
  async function addDays(): Promise<void> {
    await fixture.db.transaction(async ({ sql }) => {
      await sql`set local session_replication_role = replica`;
      await sql`
        with row as (
          select nextval('inventory_ids') as id, at, now() - at / 3 * interval '1 day' as created_at
          from generate_series(29, 0, -1) as at
        ), item as (
          insert into inventory (id, player_id, item_id, quick_sell_price)
          select id, ${player.id}, (select min(id) from items), 5 from row
        )
        insert into openings (id, player_id, version_id, seed_id, nonce, entropy, ticket, item_id, created_at)
        select id, ${player.id}, (select min(id) from case_versions), ${player.id}, 100 + at, '', 0, (select min(id) from items), created_at
        from row order by id`;
    });
  }

  const today = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);

  test.each<[ActivityKind, number, number, number]>([
    ['openings', 4, 4, 3],
    ['openings', 5, 3, 9],
    ['openings', 20, 15, 0],
    ['openings', 20, 0, 30],
  ])('of %s from %d to %d days ago has %d rows', async (kind, from, to, count) => {
    await addDays();
    const rows = await readAll(`kinds=${kind}&from=${today(from)}&to=${today(to)}&limit=4`);
    expect(rows).toHaveLength(count);
    const days = rows.map(({ createdAt }) => createdAt.slice(0, 10));
    expect(days.every((each) => each >= today(from) && each <= today(to))).toBe(true);
  });
});
