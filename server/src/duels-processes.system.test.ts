import { expect, test, vi } from 'vitest';
import type { Db } from '#db/db.ts';
import type { RoomPlayer } from '#testing/fixtures.ts';
import { runAuditCommand } from '#testing/betting-checks.ts';
import { expectDuelsAccounted } from '#testing/duel-checks.ts';
import {
  CLIENT_FEE_MAX,
  type DuelClients,
  sendRoomCallUntilAnswered,
  startDuelClients,
} from '#testing/duel-clients.ts';
import { type DuelCluster, startDuelCluster, waitForFinishedMatches, waitForRoom } from '#testing/duel-cluster.ts';
import type { SiteProcess } from '#testing/site-process.ts';
import { type LockHolder, openLockHolder } from '#testing/lock-holder.ts';
import { readEpoch, openTabOn, findLeader } from '#testing/cluster.ts';

const LOOP = 'rooms';
const PLAYERS = 8;
const WELCOME = 1_000_000;
/** The limit is ten seconds after the leader froze; the rest allows for a busy machine. */
const MOVED_MAX_MS = 40_000;
const FORM = { map: 'awp_lego', player_count: '1v1', server_location: 'bucharest', ticketPrice: CLIENT_FEE_MAX + 1 };

/** For a process that does not exit as it should. */
const OUTPUT_LINES_MAX = 40;

const POLLING = { timeout: 60_000, interval: 20 };

type Setup = DuelCluster & { readonly clients: DuelClients; readonly guests: readonly [RoomPlayer, RoomPlayer] };

/** Two processes, clients that use both, and two guests that the test controls. */
async function openTwo(): Promise<Setup> {
  const cluster = await startDuelCluster();
  const players = await cluster.addRoomPlayers(PLAYERS, WELCOME);
  const guests = (await cluster.addRoomPlayers(2, WELCOME)) as [RoomPlayer, RoomPlayer];
  await Promise.all([cluster.start(0), cluster.start(1)]);
  return { ...cluster, guests, clients: startDuelClients(cluster.anyOrigin, players) };
}

async function press({ origin }: Pick<SiteProcess, 'origin'>, player: RoomPlayer, path: string, body?: object) {
  const answer = await sendRoomCallUntilAnswered(() => origin, { player, path, ...(body !== undefined && { body }) });
  expect([path, answer.status, answer.text]).toEqual([path, 200, expect.anything()]);
  return JSON.parse(answer.text) as { roomId: number };
}

/** A match of the two guests, each connected to another process. */
async function beginMatch({ guests: [one, two] }: Setup, [first, second]: readonly SiteProcess[]): Promise<number> {
  const { roomId } = await press(first!, one, '/room/createGameRoom', FORM);
  await press(second!, two, `/room/joinGameRoom/${roomId}`, {});
  await press(first!, one, `/room/setReadyState/${roomId}`, { ready: true });
  await press(second!, two, `/room/setReadyState/${roomId}`, { ready: true });
  return roomId;
}

async function readState({ sql }: Db, roomId: number): Promise<string> {
  const [room] = await sql<{ state: string }>`select state from rooms where id = ${roomId}`;
  return room!.state;
}

const untilEnded = (db: Db, roomId: number): Promise<unknown> =>
  vi.waitUntil(async () => ['MATCH_FINISHED', 'MATCH_CANCELLED'].includes(await readState(db, roomId)), {
    ...POLLING,
    timeout: 120_000,
  });

/** Locks the wallet of a player in a live match; resolves once the payment waits for it. */
async function holdPayment({ db }: Setup, hold: LockHolder): Promise<number> {
  for (;;) {
    const { id } = await waitForRoom(db, ({ state, isLive }) => state === 'MATCH_ONGOING' && isLive);
    await hold.acquire(
      `select from wallets where player_id = (select player_id from room_seats where room_id = $1 and is_active limit 1)
       for update`,
      [id],
    );
    if ((await readState(db, id)) === 'MATCH_ONGOING') {
      await hold.untilBlocking();
      return id;
    }
    await hold.release();
  }
}

/** The audit after everyone has left and every stake is accounted for. */
async function closeBooks({ db, anyOrigin, clients, settings, untilServersAreFree }: Setup): Promise<string> {
  await clients.stop();
  const rooms = await expectDuelsAccounted({ db, anyOrigin, clients, startBalance: WELCOME });
  expect(rooms.some(({ state }) => state === 'MATCH_FINISHED')).toBe(true);
  await untilServersAreFree();
  return runAuditCommand(settings);
}

test('serves one room in two processes, and each sends events of the other', { timeout: 300_000 }, async () => {
  const setup = await openTwo();
  const { leader: owner, follower: other } = await findLeader(setup, LOOP);
  const [one, two] = setup.guests;
  // The process that does not lead gets the report and settles the match.
  setup.routeTo(other);
  const { roomId } = await press(owner, one, '/room/createGameRoom', FORM);
  const tabs = [await openTabOn(owner, one), await openTabOn(other, two)];
  for (const tab of tabs) {
    tab.emit('JOIN_GAME_ROOM', roomId);
    await tab.next('ROOM_DATA');
  }
  await press(other, two, `/room/joinGameRoom/${roomId}`, {});
  for (const [at, tab] of tabs.entries()) {
    await tab.next('ROOM_DATA', ({ players }) => players.length === 2);
    await tab.next('ROOMS_CHANGED', ({ data }) =>
      data.some(({ id, participantPlayer }) => id === roomId && participantPlayer !== null),
    );
    tab.emit('SEND_GAME_ROOM_MESSAGE', { roomId, message: `good luck from ${at}` });
  }
  for (const tab of tabs) {
    for (const at of [0, 1])
      await tab.next('NEW_GAME_ROOM_MESSAGE', ({ message }) => message === `good luck from ${at}`);
  }
  await press(owner, one, `/room/setReadyState/${roomId}`, { ready: true });
  await press(other, two, `/room/setReadyState/${roomId}`, { ready: true });
  for (const tab of tabs) {
    for (const reached of ['MATCH_STARTING', 'MATCH_ONGOING', 'MATCH_FINISHED'] as const) {
      await tab.next('ROOM_DATA', ({ state }) => state === reached);
    }
  }
  expect(await closeBooks(setup)).toContain('The books are right');
});

test.each([
  ['in the middle of matches', false],
  ['while it pays', true],
] as const)(
  'continues in another process when the leader freezes %s, and ignores its late writes',
  { timeout: 900_000 },
  async (_, isPaying) => {
    const setup = await openTwo();
    const { db, connection } = setup;
    const { leader: owner, follower: other, epoch } = await findLeader(setup, LOOP);
    const roomId = await beginMatch(setup, [owner, other]);
    const hold = await openLockHolder(connection);
    if (isPaying) {
      setup.routeTo(owner);
      await holdPayment(setup, hold);
    } else await waitForRoom(db, ({ state }) => state === 'MATCH_ONGOING');
    owner.freeze();
    if (isPaying) await hold.release();
    setup.routeTo(other);
    await vi.waitUntil(async () => (await readEpoch(db, LOOP)) > epoch, { timeout: MOVED_MAX_MS });
    expect((await findLeader(setup, LOOP)).leader).toBe(other);
    await untilEnded(db, roomId);
    await waitForFinishedMatches(db, 1);

    owner.thaw();
    setup.routeTo();
    await untilEnded(db, await beginMatch(setup, [owner, other]));
    expect(await closeBooks(setup)).toContain('The books are right');
  },
);

test(
  'delays a room only briefly when a process without a lease freezes during a payment',
  { timeout: 900_000 },
  async () => {
    const setup = await openTwo();
    const { db, connection } = setup;
    const { leader: owner, follower: other } = await findLeader(setup, LOOP);
    const hold = await openLockHolder(connection);
    setup.routeTo(other);
    const roomId = await holdPayment(setup, hold);
    other.freeze();
    await hold.release();
    setup.routeTo(owner);
    await untilEnded(db, roomId);
    await waitForFinishedMatches(db, 1);
    other.thaw();
    setup.routeTo();
    expect(await closeBooks(setup)).toContain('The books are right');
  },
);

test('loses no match when processes are killed or replaced one after another', { timeout: 900_000 }, async () => {
  const setup = await openTwo();
  const { db, sites, start } = setup;
  const { leader: owner, follower: other, epoch } = await findLeader(setup, LOOP);
  const roomId = await beginMatch(setup, [owner, other]);
  await waitForRoom(db, ({ id, state }) => id === roomId && state === 'MATCH_ONGOING');
  await owner.kill();
  await vi.waitUntil(async () => (await readEpoch(db, LOOP)) > epoch, { timeout: MOVED_MAX_MS });
  await untilEnded(db, roomId);
  await start(sites.indexOf(owner));
  for (const place of [0, 1]) {
    await waitForRoom(db, ({ state }) => state === 'MATCH_ONGOING');
    const site = sites[place]!;
    const code = await site.stop();
    expect([code, site.output.slice(-OUTPUT_LINES_MAX)]).toEqual([0, expect.anything()]);
    await start(place);
    await waitForFinishedMatches(db, 1);
  }
  expect(await closeBooks(setup)).toContain('The books are right');
});
