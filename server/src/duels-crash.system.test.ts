import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { TestPlayer } from '#testing/fixtures.ts';
import { runAuditCommand } from '#testing/betting-checks.ts';
import { expectDuelsAccounted } from '#testing/duel-checks.ts';
import { sendRoomCallUntilAnswered, startDuelClients } from '#testing/duel-clients.ts';
import {
  type DuelCluster,
  startDuelCluster,
  listUnfinishedRooms,
  type UnfinishedRoom,
  waitForFinishedMatches,
  waitForRoom,
} from '#testing/duel-cluster.ts';
import { type LockHolder, openLockHolder } from '#testing/lock-holder.ts';

const CUTS = 4;
const PLAYERS = 16;
const WELCOME = 1_000_000;

/** The wallet of a player in the room: payouts and refunds of the room wait for it. */
const SITTER_LOCK = `
  select from wallets where player_id = (
    select player_id from room_seats where room_id = $1 and left_at is null order by random() limit 1) for update`;
const WALLET_LOCK = 'select from wallets where player_id = $1 for update';
const ROOM_LOCK = 'select from rooms where id = $1 for update';

type Table = {
  readonly cluster: DuelCluster;
  readonly staff: TestPlayer;
  readonly newcomer: TestPlayer;
  readonly hold: LockHolder;
  /** Not awaited before the site is back. */
  readonly later: Promise<unknown>[];
  readonly isBefore: boolean;
  kill(): Promise<void>;
};
type Fits = (room: UnfinishedRoom) => boolean;

/** Releases what the site waits for, and kills the site just before or after. */
async function cutAround({ hold, kill, isBefore }: Table): Promise<void> {
  if (isBefore) await kill();
  await hold.release();
  await sleep(Math.random() * 8);
  await kill();
}

/** Kills the site while a room is in a state, at any moment. */
const cutWhile =
  (fits: Fits, spanMs: number) =>
  async ({ cluster, kill }: Table): Promise<boolean> => {
    const { id } = await waitForRoom(cluster.db, fits);
    await sleep(Math.random() * spanMs);
    await kill();
    return (await listUnfinishedRooms(cluster.db)).some((room) => room.id === id && fits(room));
  };

const isStarting: Fits = ({ state }) => state === 'MATCH_STARTING';
const isOn: Fits = ({ state }) => state === 'MATCH_ONGOING';
const isPaidFor: Fits = ({ ticketPrice }) => ticketPrice > 0;

/** During the payment for a seat. The payer retries until there is an answer, and leaves. */
async function cutSitting(table: Table): Promise<boolean> {
  const { cluster, hold, newcomer: player, later } = table;
  const body = { map: 'awp_lego', player_count: '2v2', server_location: 'miami', ticketPrice: 100 };
  await hold.acquire(WALLET_LOCK, [player.id]);
  const sat = sendRoomCallUntilAnswered(cluster.anyOrigin, {
    player,
    path: '/room/createGameRoom',
    body,
    key: 'first',
  });
  const leave = async (): Promise<void> => {
    const { roomId } = JSON.parse((await sat).text) as { roomId: number };
    const path = `/room/leaveGameRoom/${roomId}`;
    while ((await sendRoomCallUntilAnswered(cluster.anyOrigin, { player, path })).text.includes('room_started'))
      await sleep(100);
  };
  later.push(leave());
  await hold.untilBlocking();
  await cutAround(table);
  return true;
}

/** The server has the match or is about to get it, and the room does not know yet. */
async function cutLoading(table: Table): Promise<boolean> {
  const { cluster, hold } = table;
  const fits: Fits = (room) => isStarting(room) && room.hasServer && !room.isLoaded;
  const { id } = await waitForRoom(cluster.db, fits);
  await hold.acquire(ROOM_LOCK, [id]);
  if (!(await listUnfinishedRooms(cluster.db)).some((room) => room.id === id && fits(room))) {
    await hold.release();
    return false;
  }
  await hold.untilBlocking();
  await cutAround(table);
  return true;
}

/** The end of the room waits for the wallet of a player in it. */
async function cutEnding(table: Table, fits: Fits, end: (room: UnfinishedRoom) => Promise<unknown>): Promise<boolean> {
  const { cluster, hold } = table;
  const room = await waitForRoom(cluster.db, (each) => isPaidFor(each) && fits(each));
  const isHeld = (await hold.acquire(SITTER_LOCK, [room.id])) > 0;
  if (!isHeld || !(await listUnfinishedRooms(cluster.db)).some((each) => each.id === room.id && fits(each))) {
    await hold.release();
    return false;
  }
  await end(room);
  await hold.untilBlocking();
  await cutAround(table);
  return true;
}

const cutFinishing = (table: Table): Promise<boolean> =>
  cutEnding(
    table,
    (room) => isOn(room) && room.isLive,
    () => Promise.resolve(),
  );

/** Staff close rooms with two players, or whose match is silent. */
function cutRefunding(table: Table): Promise<boolean> {
  const { cluster, staff } = table;
  if (Math.random() < 0.4) {
    return cutEnding(table, isOn, ({ id }) => cluster.db.sql`update rooms set deadline = now() where id = ${id}`);
  }
  return cutEnding(
    table,
    ({ seats }) => seats >= 2,
    ({ id }) => {
      const press = { player: staff, path: `/admin/voidGameRoom/${id}`, body: { reason: 'A power cut.' } };
      void sendRoomCallUntilAnswered(cluster.anyOrigin, press);
      return Promise.resolve();
    },
  );
}

const CUTTERS: readonly ((table: Table) => Promise<boolean>)[] = [
  cutWhile(({ state }) => state === 'WAITING', 60),
  cutSitting,
  cutWhile((room) => isStarting(room) && !room.hasServer, 0),
  cutLoading,
  cutWhile((room) => isStarting(room) && room.isLoaded, 300),
  cutWhile((room) => isOn(room) && !room.isLive, 400),
  cutWhile((room) => isOn(room) && room.isLive, 400),
  cutFinishing,
  cutRefunding,
];

test('pays each stake out or back once after crashes in every state of a room', { timeout: 900_000 }, async () => {
  const cluster = await startDuelCluster();
  const { db, connection, settings, sites, anyOrigin, start } = cluster;
  const [staff, newcomers] = [await cluster.addStaff(), await cluster.addRoomPlayers(CUTS, WELCOME)];
  const players = await cluster.addRoomPlayers(PLAYERS, WELCOME);
  await start(0);
  const [hold, clients] = [await openLockHolder(connection), startDuelClients(anyOrigin, players)];
  const later: Promise<unknown>[] = [];

  for (let cut = 0; cut < CUTS; cut++) {
    for (const cutOff of CUTTERS) {
      const table = { cluster, staff, hold, later, newcomer: newcomers[cut]!, isBefore: cut % 2 === 0 };
      for (let isDone = false; !isDone;) {
        let isDown = false;
        async function kill(): Promise<void> {
          isDown = true;
          await sites[0]!.kill();
        }
        isDone = await cutOff({ ...table, kill });
        if (isDown) await start(0);
      }
    }
    await waitForFinishedMatches(db, 1);
  }
  await Promise.all([...later, clients.stop()]);
  const rooms = await expectDuelsAccounted({ db, anyOrigin, clients, startBalance: WELCOME });
  await cluster.untilServersAreFree();
  expect(rooms.filter(({ state }) => state === 'MATCH_FINISHED').length).toBeGreaterThanOrEqual(CUTS);
  expect(await runAuditCommand(settings)).toContain('The books are right');
});
