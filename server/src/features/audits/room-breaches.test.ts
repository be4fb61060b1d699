import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Sql } from '#db/db.ts';
import { findBrokenInvariants } from '#testing/broken-invariants.ts';
import { type RoomFixture, createRoomFixture } from '#testing/room-fixture.ts';
import { playMatch, playRooms } from '#testing/played-rooms.ts';
import { audit } from './audits.ts';
import type { AuditKind } from './queries.ts';
import { matchInvariants } from './match-invariants.ts';
import { roomInvariants } from './room-invariants.ts';

let fixture: RoomFixture;
let rooms: Awaited<ReturnType<typeof playRooms>>;
beforeAll(async () => {
  fixture = await createRoomFixture();
  rooms = await playRooms(fixture);
  const { sql } = fixture.db;
  // Disables the database constraints, which only the owner of the database can do.
  await sql`alter table ledger disable trigger all`;
  await sql`alter table game_results disable trigger all`;
  await sql`alter table room_seats disable trigger all`;
  await sql`alter table ledger drop constraint ledger_adds_up`;
});
afterAll(() => fixture.close());

type Break = [name: string, how: string, damage: (sql: Sql) => Promise<unknown>];

/** A payment of the room to one of its players, as if it were correct. */
const pay = (sql: Sql, line: { type: string; roomId: number; reference: string; amount: number }) => sql`
  insert into ledger (type, reference, player_id, account, amount, old_balance, new_balance)
  values (${line.type}, ${line.reference}, ${rooms.two.id}, ${`room:${line.roomId}`}, ${line.amount}, 0, ${line.amount})`;

/** Changes the reference of the stake in the open room. */
const rename = (sql: Sql, reference: string) => sql`
  update ledger set reference = ${reference} where amount = -300 and player_id = ${rooms.one.id}`;

/** Adds a game of a room. */
const addGame = (sql: Sql, roomId: number) => sql`
  insert into game_results (player_id, game, reference, map, is_won, amount, payout)
  values (${rooms.one.id}, 'duel', ${roomId}, 'awp_lego', true, 1000, 1900)`;

async function addSeat(sql: Sql, roomId: number, playerId: number): Promise<number> {
  const [seat] = await sql<{ id: number }>`
    select id from room_seats where room_id = ${roomId} and player_id = ${playerId}`;
  return seat!.id;
}

const breaks: Break[] = [
  ['I9', 'a finished room keeps the rake', (sql) => sql`delete from ledger where reference like 'rake:room:%'`],
  ['I9', 'an open room has lost a stake', (sql) => sql`delete from ledger where amount = -300`],
  ['I9', 'a refund came from elsewhere', (sql) => sql`update ledger set account = 'house:promo' where amount = 700`],
  ['I9', 'a room that is none holds something', (sql) => sql`update ledger set account = 'room:x' where amount = -300`],
  ['I9', 'a stake went back twice', (sql) => pay(sql, { ...drawn(), type: 'ROOM_REFUND', amount: 700 })],
  ['I20', 'a seat was never paid for', (sql) => sql`delete from ledger where type = 'ROOM_ENTRY' and amount = -1000`],
  [
    'I20',
    'a seat was paid by another player',
    (sql) => sql`update ledger set player_id = ${rooms.one.id} where type = 'ROOM_ENTRY' and amount = -1000`,
  ],
  ['I20', 'a seat cost another amount', (sql) => sql`update ledger set amount = -999 where amount = -1000`],
  ['I20', 'a seat cost another price than its room', (sql) => sql`update rooms set ticket_price = ticket_price + 1`],
  ['I20', 'a free seat was paid for', (sql) => sql`update room_seats set stake = 0 where stake = 1000`],
  ['I20', 'a winner was not paid', (sql) => sql`delete from ledger where type = 'ROOM_WIN' and player_id is not null`],
  ['I20', 'a winner was paid too much', (sql) => sql`update ledger set amount = amount + 1 where amount = 1900`],
  [
    'I20',
    'a loser was paid',
    async (sql) => {
      const reference = `result:room:${rooms.duelId}:${await addSeat(sql, rooms.duelId, rooms.two.id)}`;
      await pay(sql, { type: 'ROOM_WIN', roomId: rooms.duelId, reference, amount: 5 });
    },
  ],
  ['I20', 'a stake of a room that was cancelled stayed', (sql) => sql`delete from ledger where amount = 700`],
  ['I20', 'a stake of a seat that was left stayed', (sql) => sql`delete from ledger where amount = 300`],
  [
    'I20',
    'a stake of a finished match was refunded',
    async (sql) => {
      const reference = `refund:seat:${await addSeat(sql, rooms.duelId, rooms.two.id)}`;
      await pay(sql, { type: 'ROOM_REFUND', roomId: rooms.duelId, reference, amount: 1_000 });
    },
  ],
  ['I20', 'a seat of a cancelled room has a payout', (sql) => sql`update room_seats set payout = 1 where stake = 700`],
  ['I20', 'a stake has no seat', (sql) => rename(sql, 'entry:seat:404404')],
  ['I20', 'a line names nothing', (sql) => rename(sql, 'entry:x')],
  [
    'I20',
    'a result refers to another room',
    (sql) => sql`update ledger set reference = 'result:room:9:1' where amount = 1900`,
  ],
  [
    'I20',
    'the rake went to another account',
    (sql) => sql`update ledger set to_account = 'house:promo' where player_id is null`,
  ],
  ['I20', 'another kind of line fed a room', (sql) => sql`update ledger set account = 'room:1' where type = 'WELCOME'`],
  [
    'R8',
    'a seat is active in a room that has ended',
    (sql) => sql`update room_seats set is_active = true where room_id = ${rooms.duelId} and team = 'team2'`,
  ],
  ['R8', 'a seat is inactive in an open room', (sql) => sql`update room_seats set is_active = false where is_active`],
  ['R8', 'a match was short of a player', (sql) => sql`update room_seats set left_at = now() where id = 1`],
  ['I21', 'a pot was not shared equally', (sql) => sql`update room_seats set payout = payout + 1 where payout = 1902`],
  ['I21', 'the house took more', (sql) => sql`update ledger set amount = amount + 1 where player_id is null`],
  [
    'I21',
    'the winner of a room is changed',
    (sql) => sql`update rooms set winner = 'team2' where id = ${rooms.duelId}`,
  ],
  ['I21', 'a cancelled room has a winner', (sql) => sql`update rooms set winner = 'team1' where id = ${rooms.drawnId}`],
  ['E1', 'a rating moved by more', (sql) => sql`update room_seats set elo_after = elo_after + 1 where id = 1`],
  ['E1', 'a rating did not move', (sql) => sql`update room_seats set elo_after = elo_before, elo_before = null`],
  [
    'E1',
    'a void match changed a rating',
    (sql) => sql`update room_seats set elo_before = 1000, elo_after = 1025 where room_id = ${rooms.drawnId}`,
  ],
  ['E2', 'a player gains a win', (sql) => sql`update players set total_wins = total_wins + 1`],
  ['E2', 'a player gains kills', (sql) => sql`update players set total_kills = total_kills + 1`],
  ['E2', 'a player loses deaths', (sql) => sql`update players set total_deaths = 0`],
  [
    'E2',
    'a match is not counted',
    (sql) => sql`update players set total_matches = total_matches - 1 where id = ${rooms.one.id}`,
  ],
  ['E2', 'a rating is raised by hand', (sql) => sql`update players set elo = elo + 100 where not is_sandbox`],
  [
    'E2',
    'ratings do not follow from one another',
    (sql) => sql`update room_seats set elo_before = elo_before + 7, elo_after = elo_after + 7 where id = 1`,
  ],
  ['G2', 'a game result is missing', (sql) => sql`delete from game_results where reference = ${rooms.freeId}`],
  ['G2', 'a game tells another cost', (sql) => sql`update game_results set amount = amount + 1`],
  ['G2', 'a game tells another payout', (sql) => sql`update game_results set payout = payout + 1`],
  ['G2', 'a game that was won tells that it was lost', (sql) => sql`update game_results set is_won = not is_won`],
  ['G2', 'a game tells another map', (sql) => sql`update game_results set map = 'aim_redline'`],
  ['G2', 'a game is recorded twice', (sql) => addGame(sql, rooms.duelId)],
  ['G2', 'a void match is recorded as a game', (sql) => addGame(sql, rooms.drawnId)],
  ['F3', 'a seed was exchanged', (sql) => sql`update rooms set seed = 'mine' where id = ${rooms.duelId}`],
  [
    'F3',
    'a starting side was changed',
    (sql) => sql`update rooms set starting_side = case starting_side when 'ct' then 't' else 'ct' end`,
  ],
];

const drawn = () => ({ roomId: rooms.drawnId, reference: 'refund:seat:again' });

const brokenInvariants = (damage: (sql: Sql) => Promise<unknown>, kind?: AuditKind): Promise<string[]> =>
  findBrokenInvariants(fixture.db, damage, kind);

test('reports nothing for unbroken books in a full or recent audit', async () => {
  expect(await brokenInvariants(() => Promise.resolve())).toEqual([]);
  expect(await brokenInvariants(() => Promise.resolve(), 'recent')).toEqual([]);
});

test.each(breaks)('%s reports when %s', async (name, _, damage) => {
  expect(await brokenInvariants(damage)).toContain(name);
});

test('every room invariant has a test that breaks it', () => {
  const shown = new Set(breaks.map(([name]) => name));
  expect([...roomInvariants, ...matchInvariants].filter(({ name }) => !shown.has(name))).toEqual([]);
});

test('a recent audit covers rooms that changed since the last clean one and none older', async () => {
  const { sql } = fixture.db;
  await sql`update ledger set created_at = created_at - interval '5 minutes'`;
  await sql`update rooms set ended_at = ended_at - interval '10 minutes' where ended_at is not null`;
  expect((await audit(fixture.site.deps, 'full')).violations).toBe(0);
  const raise = (within: Sql, roomId: number) => within`
    update room_seats set elo_after = elo_after + 1 where room_id = ${roomId}`;
  expect(await brokenInvariants((within) => raise(within, rooms.duelId), 'recent')).toEqual([]);
  // It stayed open and is older than others that have ended.
  await fixture.leave(rooms.waitingId, rooms.one);
  expect(await brokenInvariants((within) => within`delete from ledger where amount = 300`, 'recent')).toContain('I20');
  const lastId = await playMatch(fixture, [rooms.one, rooms.two], { ticketPrice: 0, score: { team1: 8, team2: 0 } });
  expect(await brokenInvariants((within) => raise(within, lastId), 'recent')).toEqual(['E1']);
  expect(await brokenInvariants(() => Promise.resolve(), 'recent')).toEqual([]);
});
