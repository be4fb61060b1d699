import type { Room } from '@karat/contract/rooms';
import type { Tx } from '#db/db.ts';
import { lockRoom, selectSeats } from '#features/rooms/queries.ts';
import { applyReport, type MatchReport } from '#features/rooms/reports.ts';
import { openServer, type RoomWithSeats } from '#features/rooms/transitions.ts';
import { addRoomPlayer, type TestPlayer } from './fixtures.ts';
import { createTestSite } from './test-site.ts';

const FORM = { map: 'awp_lego', player_count: '1v1', server_location: 'istanbul' };

/** A site with rooms. Matches advance only when the test calls `startMatch` and `report`. */
export async function createRoomFixture(variables: Readonly<Record<string, string>> = {}) {
  // Without rate limits.
  const site = await createTestSite(variables, { take: () => 0 });
  const { db } = site.deps;

  async function call(method: 'GET' | 'POST', url: string, who?: TestPlayer, body?: object) {
    const reply = await site.http.inject({
      method,
      url,
      headers: { ...who?.headers },
      ...(body === undefined ? {} : { payload: body }),
    });
    const parsed = JSON.parse(reply.body) as { code?: string; message?: string; roomId?: number };
    return { status: reply.statusCode, body: parsed };
  }

  /** Works on a locked room, as the loop does. */
  async function withRoom(roomId: number, work: (tx: Tx, seated: RoomWithSeats) => Promise<void>): Promise<void> {
    await db.transaction(async (tx) => {
      const room = (await lockRoom(tx.sql, roomId))!;
      await work(tx, { room, seats: await selectSeats(tx.sql, roomId) });
    });
  }

  async function makeRoom(owner: TestPlayer, changed: object = {}): Promise<number> {
    const { body } = await call('POST', '/room/createGameRoom', owner, { ...FORM, ...changed });
    return body.roomId!;
  }

  return {
    site,
    db,
    call,
    withRoom,
    makeRoom,

    addRoomPlayer: (balance = 10_000): Promise<TestPlayer> => addRoomPlayer(site.deps, balance),
    async readBalance({ id }: TestPlayer): Promise<number> {
      const [wallet] = await db.sql<{ balance: number }>`select balance from wallets where player_id = ${id}`;
      return wallet!.balance;
    },
    async room(roomId: number, who?: TestPlayer): Promise<Room> {
      const reply = await site.http.inject({ url: `/room/getGameRoom/${roomId}`, headers: { ...who?.headers } });
      return JSON.parse(reply.body) as Room;
    },
    join: (roomId: number, who: TestPlayer, team?: string) =>
      call('POST', `/room/joinGameRoom/${roomId}`, who, team === undefined ? {} : { team }),
    leave: (roomId: number, who: TestPlayer) => call('POST', `/room/leaveGameRoom/${roomId}`, who),
    ready: (roomId: number, who: TestPlayer, ready = true) =>
      call('POST', `/room/setReadyState/${roomId}`, who, { ready }),

    /** Takes a full room to a running match. */
    async startMatch(roomId: number, players: readonly TestPlayer[]): Promise<void> {
      for (const player of players) await call('POST', `/room/setReadyState/${roomId}`, player, { ready: true });
      await withRoom(roomId, (tx, seated) => openServer(tx, site.deps, seated));
    },
    report: (roomId: number, report: MatchReport) =>
      withRoom(roomId, (tx, seated) => applyReport(tx, site.deps, seated, report)),
    close: () => site.close(),
  };
}
export type RoomFixture = Awaited<ReturnType<typeof createRoomFixture>>;
