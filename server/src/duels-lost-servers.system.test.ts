import { expect, test, vi } from 'vitest';
import { noopLive } from '#live/noop-live.ts';
import { addRoomPlayer, findBreaches } from '#testing/fixtures.ts';
import { fetchRoom, sendRoomCallUntilAnswered } from '#testing/duel-clients.ts';
import { startCluster } from '#testing/cluster.ts';

const POLLING = { timeout: 120_000, interval: 200 };

test('refunds a match whose game servers died together with the site', { timeout: 300_000 }, async () => {
  const { db, sites, anyOrigin, start } = await startCluster({ SANDBOX_MATCH_SPEED: '0.2' });
  const players = [
    await addRoomPlayer({ db, live: noopLive }, 1_000),
    await addRoomPlayer({ db, live: noopLive }, 1_000),
  ];
  await start(0);
  const press = async (at: number, path: string, body: object): Promise<string> => {
    const { status, text } = await sendRoomCallUntilAnswered(anyOrigin, { player: players[at]!, path, body });
    expect([path, status]).toEqual([path, 200]);
    return text;
  };
  const form = { map: 'awp_lego', player_count: '1v1', server_location: 'warsaw', ticketPrice: 300 };
  const { roomId } = JSON.parse(await press(0, '/room/createGameRoom', form)) as { roomId: number };
  await press(1, `/room/joinGameRoom/${roomId}`, {});
  for (const at of [0, 1]) await press(at, `/room/setReadyState/${roomId}`, { ready: true });
  const waitInRoom = (state: string): Promise<unknown> =>
    vi.waitUntil(async () => (await fetchRoom(anyOrigin, roomId))?.state === state, POLLING);

  await waitInRoom('MATCH_ONGOING');
  await sites[0]!.kill();
  await start(0);
  await waitInRoom('MATCH_CANCELLED');
  expect(await fetchRoom(anyOrigin, roomId)).toMatchObject({ endReason: 'abandoned', winner: null });
  const balances =
    await db.sql`select balance from wallets where player_id = any(${players.map(({ id }) => id)}::int8[])`;
  expect(balances).toEqual([{ balance: 1_000 }, { balance: 1_000 }]);
  expect(await findBreaches(db)).toEqual([]);
});
