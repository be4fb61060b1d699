import assert from 'node:assert/strict';
import type { Reply } from '@karat/contract/endpoint';
import { fromServer, type FromServer, type FromServerName } from '@karat/contract/live';
import type { Room } from '@karat/contract/rooms';
import type { Ticket } from '@karat/contract/tickets';
import type { getAllTradeOffers } from '@karat/contract/trades';
import type { StaffTransaction } from '@karat/contract/wallet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSeeds } from '#features/fairness/fairness.ts';
import { createBetNews } from '#features/roulette/bet-news.ts';
import { createDropNews, createLatestDrops } from '#features/openings/drops.ts';
import { type JsonSchema, jsonSchemaOf } from '#http/json-schema.ts';
import {
  addCase,
  addItem,
  addPlayer,
  addRoomPlayer,
  addToInventory,
  type RoomPlayer,
  type TestPlayer,
} from '#testing/fixtures.ts';
import { createWheel } from '#testing/played-rounds.ts';
import { openCaseDirectly } from '#testing/rolled-openings.ts';
import { openTab, type Tab } from '#testing/tab.ts';
import { createTradeFixture, type TradeFixture } from '#testing/trade-fixture.ts';

/** Calls that name players without the mark: their names are never those of sandbox players. */
const UNMARKED = [
  // The caller's own account.
  '/auth/confirmSignIn',
  '/auth/login',
  '/auth/me',
  '/auth/signInWithPasskey',
  '/auth/signup',
  // Sandbox players are not ranked.
  '/user/getLeaderboard',
  // Alerts are sentences about players, and the ban of a user names the staff member.
  '/admin/getAlerts',
  // Notes and actions are of staff.
  '/admin/addNote/:userId',
  '/admin/getNotes/:userId',
  '/admin/getUserActivity/:userId',
  // Only people are listed.
  '/admin/getOnlineUsers',
];

let fixture: TradeFixture;
let program: RoomPlayer;
let person: RoomPlayer;
let staff: TestPlayer;
let second: TestPlayer;
let name: string;
let itemId: number;
let tab: Tab;
let personTab: Tab;

const openTabOf = async (port: number, who: TestPlayer): Promise<Tab> => {
  const opened = openTab(port, { token: who.headers.authorization.slice('Bearer '.length) });
  await opened.connected();
  return opened;
};

beforeAll(async () => {
  fixture = await createTradeFixture({ DEPOSIT_HOLD_PLAY: 'off' });
  const { db, site } = fixture;
  const port = await site.listen();
  [program, person] = [await addRoomPlayer(site.deps, 10_000), await addRoomPlayer(site.deps, 10_000)];
  // Before the first call, because the site remembers callers for a moment.
  const [row] = await db.sql<{ username: string }>`
    update players set is_sandbox = true where id = ${program.id} returning username`;
  name = row!.username;
  [staff, second] = [await addPlayer(db, 'admin'), await addPlayer(db, 'admin')];
  itemId = await addItem(db, { skinName: 'Marked' });
  [tab, personTab] = [await openTabOf(port, program), await openTabOf(port, person)];
});
afterAll(async () => {
  tab.close();
  personTab.close();
  await fixture.close();
});

/** The marks beside each occurrence of the sandbox player's name in a reply or an event. Empty if the name does not occur. */
function marksIn(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  const marks = Object.values(value).flatMap(marksIn);
  if (Object.values(value).includes(name)) marks.push('isSandbox' in value ? value.isSandbox : undefined);
  return [...new Set(marks)];
}
const MARKED = [true];

type Method = 'GET' | 'POST' | 'PATCH';

async function ask<Body>(who: TestPlayer, method: Method, url: string, payload?: object): Promise<Body> {
  const sent = payload === undefined ? {} : { payload };
  const reply = await fixture.site.http.inject({ method, url, headers: who.headers, ...sent });
  assert.equal(reply.statusCode, 200, `${url}: ${reply.body}`);
  return reply.json<Body>();
}

/** Whether a schema has an object that names a player but does not tell whether the player is of the sandbox. */
function hasUnmarkedName(schema: JsonSchema): boolean {
  if (schema.properties?.['username'] !== undefined && schema.properties['isSandbox'] === undefined) return true;
  return Object.values(schema).some(
    (each) => typeof each === 'object' && each !== null && hasUnmarkedName(each as JsonSchema),
  );
}

test('has the mark in every call and event that names a player', () => {
  const calls = fixture.site.http.karat.calls.filter(({ endpoint }) =>
    hasUnmarkedName(jsonSchemaOf(endpoint.reply, 'output')),
  );
  const paths = calls.map(({ endpoint }) => endpoint.path).toSorted();
  expect(paths).toEqual([...UNMARKED, '/admin/getUserInfoById/:userId'].toSorted());
  const events = (Object.keys(fromServer) as FromServerName[]).filter((event) =>
    hasUnmarkedName(jsonSchemaOf(fromServer[event].payload, 'output')),
  );
  expect(events).toEqual([]);
});

test('marks openings and drops', async () => {
  const { db, site } = fixture;
  await addCase(db, { name: 'Certain', price: 10, drops: [[itemId, 10_000]] });
  const seeds = createSeeds(site.deps);
  await seeds.ensure(program.id);
  const broadcastDrops = createDropNews(site.deps, { revealDelayMs: 0 });
  await broadcastDrops();
  await openCaseDirectly(site.deps, seeds, { playerId: program.id, caseName: 'Certain' });
  await broadcastDrops();
  expect(marksIn(await ask(staff, 'GET', '/admin/getOpenedCases'))).toEqual(MARKED);
  const [drop] = await createLatestDrops(site.deps, { revealDelayMs: 0 })();
  expect(marksIn(drop)).toEqual(MARKED);
  expect(marksIn(await personTab.next('LIVE_DROP'))).toEqual(MARKED);
});

test('marks bettors and bets', async () => {
  const wheel = await createWheel(fixture.db);
  const roundId = await wheel.open();
  const bet = { playerBet: 'red', amount: 7, roundId };
  expect(marksIn(await ask(program, 'POST', '/roulette/placeBet', bet))).toEqual(MARKED);
  await createBetNews(fixture.site.deps)();
  expect(marksIn(await personTab.next('ROULETTE_BET'))).toEqual(MARKED);
  expect(marksIn(await ask(person, 'GET', '/roulette/getCurrentRound'))).toEqual(MARKED);
  expect(marksIn(await ask(staff, 'GET', '/admin/getAllRouletteRounds'))).toEqual(MARKED);
  expect(marksIn(await ask(staff, 'GET', `/admin/getRouletteRoundById/${roundId}`))).toEqual(MARKED);
});

test('marks the reply to a repeated bet', async () => {
  const { site } = fixture;
  const headers = { ...program.headers, 'idempotency-key': 'a-repeated-bet' };
  const payload = { playerBet: 'black', amount: 5 };
  for (const time of ['first', 'second']) {
    const reply = await site.http.inject({ method: 'POST', url: '/roulette/placeBet', headers, payload });
    expect([time, ...marksIn(reply.json())]).toEqual([time, true]);
  }
});

test('marks senders of the global chat and hidden players', async () => {
  tab.emit('SEND_MESSAGE', { message: 'hello', key: 'one' });
  expect(marksIn(await personTab.next('NEW_MESSAGE'))).toEqual(MARKED);
  await tab.next('NEW_MESSAGE');
  // The server answers a repeat with the stored message.
  tab.emit('SEND_MESSAGE', { message: 'hello', key: 'one' });
  expect(marksIn(await tab.next('NEW_MESSAGE'))).toEqual(MARKED);
  personTab.emit('GET_CHAT_MESSAGES');
  expect(marksIn(await personTab.next('CHAT_MESSAGES'))).toEqual(MARKED);
  const hiding = { userId: program.id, isHidden: true };
  expect(marksIn(await ask(person, 'POST', '/user/hidePlayer', hiding))).toEqual(MARKED);
  expect(marksIn(await ask(person, 'GET', '/user/getHiddenPlayers'))).toEqual(MARKED);
});

test('marks owner, opponent, seats, timeline and chat of a room', async () => {
  const form = { map: 'awp_lego', player_count: '1v1', server_location: 'istanbul' };
  const { body } = await fixture.call('POST', '/room/createGameRoom', program, form);
  const roomId = Number(body['roomId']);
  const isOwnRoom = ({ data }: FromServer['ROOMS_CHANGED']) => data.some(({ id }) => id === roomId);
  expect(marksIn(await personTab.next('ROOMS_CHANGED', isOwnRoom))).toEqual(MARKED);
  expect(marksIn(await ask(person, 'GET', '/room/getActiveRooms'))).toEqual(MARKED);
  expect(marksIn(await ask(person, 'GET', `/room/getGameRoom/${roomId}`))).toEqual(MARKED);
  personTab.emit('JOIN_GAME_ROOM', roomId);
  expect(marksIn(await personTab.next('ROOM_DATA'))).toEqual(MARKED);
  tab.emit('JOIN_GAME_ROOM', roomId);
  tab.emit('SEND_GAME_ROOM_MESSAGE', { roomId, message: 'good luck', key: 'one' });
  expect(marksIn(await personTab.next('NEW_GAME_ROOM_MESSAGE'))).toEqual(MARKED);
  personTab.emit('GET_GAME_ROOM_CHAT_MESSAGES', roomId);
  expect(marksIn(await personTab.next('GAME_ROOM_CHAT_MESSAGES'))).toEqual(MARKED);
  await fixture.call('POST', `/room/leaveGameRoom/${roomId}`, program);
  const other = await fixture.call('POST', '/room/createGameRoom', person, form);
  const otherId = Number(other.body['roomId']);
  await fixture.call('POST', `/room/joinGameRoom/${otherId}`, program, {});
  const room = await ask<Room>(staff, 'GET', `/room/getGameRoom/${otherId}`);
  expect([marksIn(room), marksIn(room.participantPlayer)]).toEqual([MARKED, MARKED]);
  expect(room.timeline[0]).toMatchObject({ event: 'created', isSandbox: false });
});

async function addListing(seller: TestPlayer, price: number): Promise<number> {
  const inventoryId = await addToInventory(fixture.db, { playerId: seller.id, itemId });
  const item = { itemId: inventoryId, price };
  const { data } = await ask<{ data: { listingId: number } }>(seller, 'POST', '/user/listItemOnMarket', item);
  return data.listingId;
}

test('marks sellers and buyers of the market', async () => {
  await addListing(program, 1_000);
  expect(marksIn(await ask(person, 'GET', `/user/getItemListings/${itemId}`))).toEqual(MARKED);
  expect(marksIn(await ask(staff, 'GET', '/admin/getAllListings'))).toEqual(MARKED);
  const bought = await addListing(person, 900);
  await ask(program, 'POST', `/user/buyMarketItem/${bought}`, { price: 900 });
  expect(marksIn(await ask(staff, 'GET', '/admin/getAllListings?state=SOLD'))).toEqual(MARKED);
});

test('marks the owner of a ticket and its messages', async () => {
  const question = { title: 'A question', message: 'This is the text of the question.' };
  const { ticket } = await ask<{ ticket: Ticket }>(program, 'POST', '/auth/createTicket', question);
  expect(marksIn(ticket)).toEqual(MARKED);
  expect(marksIn(await tab.next('TICKET_UPDATED'))).toEqual(MARKED);
  expect(marksIn(await ask(program, 'GET', '/auth/getTickets'))).toEqual(MARKED);
  expect(marksIn(await ask(staff, 'GET', `/auth/getTicketById/${ticket.id}`))).toEqual(MARKED);
  expect(marksIn(await ask(staff, 'GET', '/admin/getAllTickets'))).toEqual(MARKED);
  const answer = { message: 'And one more.' };
  expect(marksIn(await ask(program, 'POST', `/auth/sendTicketMessage/${ticket.id}`, answer))).toEqual(MARKED);
  expect(marksIn(await ask(staff, 'PATCH', '/admin/closeTicket', { ticketId: ticket.id }))).toEqual(MARKED);
  expect(marksIn(await ask(program, 'POST', `/auth/closeTicket/${ticket.id}`))).toEqual(MARKED);
});

test('marks accounts, their bets and their transactions', async () => {
  for (const url of ['getAllUsers', 'getAllUsersByBalance', `getUserByUsername?username=${name}`])
    expect(marksIn(await ask(staff, 'GET', `/admin/${url}`))).toEqual(MARKED);
  expect(marksIn(await ask(staff, 'GET', `/admin/getUserInfoById/${program.id}`))).toEqual(MARKED);
  expect(marksIn(await ask(staff, 'GET', `/admin/getBetsByUserId/${program.id}`))).toEqual(MARKED);
  const url = `/admin/getAllTransactions?username=${name}`;
  const { data } = await ask<{ data: StaffTransaction[] }>(staff, 'GET', url);
  expect(marksIn(data)).toEqual(MARKED);
  expect(marksIn(await ask(staff, 'GET', '/admin/getAllTransactions'))).toEqual(MARKED);
  expect(marksIn(await ask(staff, 'GET', `/admin/getTransactionById/${data[0]!.id}`))).toEqual(MARKED);
});

test('marks the player of an adjustment', async () => {
  const adjustment = { userId: program.id, amount: 1_000_000_000, reason: 'Too large for one admin' };
  const { body } = await fixture.call('POST', '/admin/adjustBalance', staff, adjustment);
  const { adjustmentId } = body.data as unknown as { adjustmentId: number };
  expect(marksIn(await ask(staff, 'GET', `/admin/getAdjustmentTerms/${program.id}`))).toEqual(MARKED);
  expect(marksIn(await ask(staff, 'GET', '/admin/getAdjustments'))).toEqual(MARKED);
  const refusal = { approve: false, reason: 'Not needed' };
  expect(marksIn(await ask(second, 'POST', `/admin/decideAdjustment/${adjustmentId}`, refusal))).toEqual(MARKED);
});

test('marks players of trade offers and flagged accounts', async () => {
  const { db, trading } = fixture;
  await fixture.call('PUT', '/user/setTradeUrl', program, { tradeUrl: trading.suggestedTradeUrl(program.steamId) });
  await fixture.deposit(program, [500]);
  await db.sql`update players set flagged_at = now() where id = ${program.id}`;
  const reply = await ask<Reply<typeof getAllTradeOffers>>(staff, 'GET', '/admin/getAllTradeOffers');
  expect([marksIn(reply.data), marksIn(reply.flagged)]).toEqual([MARKED, MARKED]);
});

test('writes the word after the name in log lines', async () => {
  const date = new Date().toISOString().slice(0, 10);
  const reply = await fixture.site.http.inject({ url: `/admin/getLogs/${date}`, headers: staff.headers });
  const lines = reply.json<{ data: string[] }>().data.filter((line) => line.includes(name));
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines) expect(line).toContain(`${name}#${program.id} (sandbox)`);
});
