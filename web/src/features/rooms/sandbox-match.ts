import { addSandboxOpponent, createGameRoom, setReadyState } from '@karat/contract/rooms';
import { call, newIdempotencyKey } from '#core/api.ts';
import { HERO_MAP } from './hero-map.ts';
import { nearestLocation } from './nearest-location.ts';
import { showFailure } from './show-failure.ts';

/** Opens a free room, seats a sandbox opponent and gets ready. Returns the room, also if all opponents are busy. */
export async function startSandboxMatch(): Promise<number | undefined> {
  const body = { map: HERO_MAP.map, player_count: '1v1', server_location: nearestLocation(), ticketPrice: 0 } as const;
  let roomId: number | undefined;
  try {
    ({ roomId } = await call(createGameRoom, { body }, { idempotencyKey: newIdempotencyKey() }));
    const params = { roomId: String(roomId) };
    await call(addSandboxOpponent, { params });
    await call(setReadyState, { params, body: { ready: true, entropy: newIdempotencyKey() } });
  } catch (error) {
    showFailure(error);
  }
  return roomId;
}
