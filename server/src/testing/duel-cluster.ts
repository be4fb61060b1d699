import { type AddressInfo, connect, createServer } from 'node:net';
import { onTestFinished, vi } from 'vitest';
import { createSourceServers } from '#adapters/game-server/source-servers.ts';
import type { Db } from '#db/db.ts';
import { noopLive } from '#live/noop-live.ts';
import { createLog } from '#log.ts';
import { startFleet } from '#sandbox/game-servers/fleet.ts';
import { addRoomPlayer, addPlayer, type RoomPlayer, type TestPlayer } from './fixtures.ts';
import { startCluster } from './cluster.ts';

const ROUNDS_PER_SECOND = 12;
const JOIN_AFTER_MS = 800;
/** In place of the ten seconds of production. */
const COUNTDOWN = '1200 ms';
/** In place of ten minutes. */
const REPORT_TIMEOUT = '20 s';
const SHORTEN_EVERY_MS = 100;

const oneOf = <Each>(list: readonly Each[]): Each => list[Math.floor(Math.random() * list.length)]!;

const WAIT_OPTIONS = { timeout: 60_000, interval: 10 };

/**
 * A TCP proxy in front of all processes. Each connection goes to one of the current origins at random, and is closed if
 * that process cannot be reached. It stops with the test.
 */
async function openProxy(origins: () => readonly string[]): Promise<string> {
  const server = createServer((client) => {
    const all = origins();
    const { port } = new URL(all[Math.floor(Math.random() * all.length)] ?? 'http://localhost:1');
    const site = connect(Number(port), '127.0.0.1');
    for (const [one, other] of [
      [client, site],
      [site, client],
    ] as const) {
      one.pipe(other);
      one.on('error', () => undefined).on('close', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Starts game servers outside the site's processes, so that they survive a crash. Their players join quickly. */
async function openServers() {
  const fleet = await startFleet({ log: createLog('silent'), roundsPerSecond: ROUNDS_PER_SECOND });
  const servers = createSourceServers({ servers: fleet.servers, siteOrigin: () => '' });
  onTestFinished(async () => {
    await servers.close();
    await fleet.close();
  });
  const links = servers.list().map(({ id }) => servers.link(id)!);
  for (const link of links) await link.command(`sandbox_join_after ${JOIN_AFTER_MS}`);
  return { settings: fleet.servers, links };
}

/** Shortens deadlines in the database: the countdown, and the wait for a server that has lost its match. */
function shortenDeadlines({ sql }: Db): void {
  const shorten = (): Promise<unknown> => sql`
    update rooms
    set deadline = case state when 'MATCH_STARTING' then started_at + ${COUNTDOWN}::interval else clock_timestamp() end
    where id in (
      select id from rooms
      where (state = 'MATCH_STARTING' and deadline > started_at + ${COUNTDOWN}::interval)
         or (state = 'MATCH_ONGOING' and deadline > clock_timestamp()
             and last_report_at < clock_timestamp() - ${REPORT_TIMEOUT}::interval)
      for update skip locked)`;
  const timer = setInterval(() => void shorten().catch(() => undefined), SHORTEN_EVERY_MS);
  onTestFinished(() => clearInterval(timer));
}

/** A cluster behind one proxy, with game servers. */
export async function startDuelCluster() {
  const { settings: servers, links } = await openServers();
  let reached: () => readonly string[] = () => [];
  const publicOrigin = await openProxy(() => reached());
  const cluster = await startCluster({ PUBLIC_URL: publicOrigin, GAME_SERVERS: JSON.stringify(servers) });
  const all = (): string[] => cluster.sites.map(({ origin }) => origin);
  reached = all;
  shortenDeadlines(cluster.db);

  return {
    ...cluster,
    /** The origin of a process that receives requests now. */
    anyOrigin: (): string => oneOf(reached()),
    /** Routes players and game servers to one process; without an argument, to all. */
    routeTo: (site?: { readonly origin: string }): void => {
      reached = site === undefined ? all : () => [site.origin];
    },
    /** Waits until no game server has a match. */
    async untilServersAreFree(): Promise<void> {
      for (const link of links) await vi.waitUntil(() => link.isFree(), { ...WAIT_OPTIONS, interval: 100 });
    },
    addStaff: (): Promise<TestPlayer> => addPlayer(cluster.db, 'admin'),
    async addRoomPlayers(count: number, balance: number): Promise<RoomPlayer[]> {
      const players: RoomPlayer[] = [];
      for (let at = 0; at < count; at++) {
        players.push(await addRoomPlayer({ db: cluster.db, live: noopLive }, balance));
      }
      return players;
    },
  };
}

export type DuelCluster = Awaited<ReturnType<typeof startDuelCluster>>;

export type UnfinishedRoom = {
  readonly id: number;
  readonly state: string;
  readonly hasServer: boolean;
  readonly isLoaded: boolean;
  readonly isLive: boolean;
  readonly ticketPrice: number;
  readonly seats: number;
};

export function listUnfinishedRooms({ sql }: Db): Promise<UnfinishedRoom[]> {
  return sql<UnfinishedRoom>`
    select id, state, server_id is not null as "hasServer", loaded_at is not null as "isLoaded",
           live_at is not null as "isLive", ticket_price as "ticketPrice",
           (select count(*)::int4 from room_seats where room_id = rooms.id and left_at is null) as seats
    from rooms where ended_at is null order by id`;
}

/** Waits for a room that meets the condition; returns one of them at random. */
export function waitForRoom(db: Db, fits: (room: UnfinishedRoom) => boolean): Promise<UnfinishedRoom> {
  return vi.waitUntil(async () => {
    const rooms = (await listUnfinishedRooms(db)).filter(fits);
    return rooms.length === 0 ? undefined : oneOf(rooms);
  }, WAIT_OPTIONS);
}

/** Waits until this many rooms that start from now on have finished: the cluster still works. */
export async function waitForFinishedMatches({ sql }: Db, count: number): Promise<void> {
  const [now] = await sql<{ at: string }>`select clock_timestamp()::text as at`;
  await vi.waitUntil(
    async () => {
      const ended = await sql`
        select from rooms where state = 'MATCH_FINISHED' and started_at > ${now!.at}::timestamptz limit ${count}`;
      return ended.length === count;
    },
    { timeout: 90_000, interval: 50 },
  );
}
