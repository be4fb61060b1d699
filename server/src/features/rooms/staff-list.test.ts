import type { Pagination } from '@karat/contract/pagination';
import type { StaffRoom } from '@karat/contract/rooms';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { csvRows } from '#testing/csv-rows.ts';
import { addPlayer, type TestPlayer } from '#testing/fixtures.ts';
import { createRoomFixture } from '#testing/room-fixture.ts';

type Listed = { readonly data: StaffRoom[]; readonly pagination: Pagination };

let fixture: Awaited<ReturnType<typeof createRoomFixture>>;
let finance: TestPlayer;
let names: string[];
let rooms: { waiting: number; cancelled: number; finished: number };

const ask = (call: string, who = finance) => fixture.site.http.inject({ url: `/admin/${call}`, headers: who.headers });
const list = async (query = '') => (await ask(`getAllRooms${query}`)).json<Listed>();
const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** A waiting room of the first player, a cancelled one of the second, and one of three days ago that the second won against the first. */
beforeAll(async () => {
  fixture = await createRoomFixture();
  const { db, addRoomPlayer, makeRoom, leave, join } = fixture;
  finance = await addPlayer(db, 'finance');
  const [first, second] = [await addRoomPlayer(), await addRoomPlayer()];
  const rows = await db.sql<{ username: string }>`
    select username from players where id = any(${[first.id, second.id]}::int8[]) order by id`;
  names = rows.map(({ username }) => username);
  const finished = await makeRoom(first, { ticketPrice: 100 });
  await join(finished, second);
  await db.sql`
    update rooms set state = 'MATCH_FINISHED', winner = 'team2', created_at = now() - interval '3 days', ended_at = now() - interval '3 days',
           deadline = null
    where id = ${finished}`;
  await db.sql`update room_seats set is_active = false, payout = 0 where room_id = ${finished}`;
  const cancelled = await makeRoom(second, { ticketPrice: 100 });
  await leave(cancelled, second);
  const waiting = await makeRoom(first, { ticketPrice: 100 });
  rooms = { waiting, cancelled, finished };
});
afterAll(() => fixture.site.close());

const ids = ({ data }: Listed) => data.map(({ id }) => id);

test('lists active and ended rooms, newest first', async () => {
  const listed = await list();
  expect(ids(listed)).toEqual([rooms.waiting, rooms.cancelled, rooms.finished]);
  expect(listed.data[2]).toMatchObject({
    state: 'MATCH_FINISHED',
    winner: 'team2',
    players: names.join(', '),
    owner: { username: names[0] },
  });
});

test('filters by state, by player and by day', async () => {
  expect(ids(await list('?phase=active'))).toEqual([rooms.waiting]);
  expect(ids(await list('?phase=finished'))).toEqual([rooms.finished]);
  expect(ids(await list('?phase=cancelled'))).toEqual([rooms.cancelled]);
  expect(ids(await list(`?username=${names[0]}`))).toEqual([rooms.waiting, rooms.finished]);
  expect(ids(await list(`?username=${names[1]}&phase=finished`))).toEqual([rooms.finished]);
  expect(ids(await list(`?from=${dayAgo(3)}&to=${dayAgo(3)}`))).toEqual([rooms.finished]);
  expect(ids(await list('?username=not_there'))).toEqual([]);
  expect((await ask('getAllRooms?phase=open')).json<{ code: string }>().code).toBe('invalid');
});

test('downloads the same rooms, oldest first', async () => {
  const [head, ...rows] = csvRows((await ask(`downloadRooms?username=${names[0]}`)).body);
  expect(head!.slice(0, 4)).toEqual(['id', 'createdAt', 'endedAt', 'state']);
  expect(rows.map(([id]) => Number(id))).toEqual([rooms.finished, rooms.waiting]);
});

test('lets support read the list, and not download it', async () => {
  const support = await addPlayer(fixture.db, 'support');
  expect((await ask('getAllRooms', support)).statusCode).toBe(200);
  expect((await ask('downloadRooms', support)).statusCode).toBe(403);
});
