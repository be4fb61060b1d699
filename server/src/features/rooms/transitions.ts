import { roomFlip } from '@karat/rules/fairness';
import { GAME_EVENTS } from '@karat/rules/missions';
import { eloChange, eloK } from '@karat/rules/rating';
import { COUNTDOWN_MS, stateAfter, type Team } from '@karat/rules/rooms';
import assert from 'node:assert/strict';
import type { Tx } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { countTowardsMissions, type PlayerAction } from '#features/missions/missions.ts';
import { type NewNotification, notifyMany, pushToPlayers } from '#features/notifications/notifications.ts';
import { payPot, roomEscrow } from './money.ts';
import { publishMatchChange, publishRoomChange } from './live-updates.ts';
import {
  applyResults,
  insertEvents,
  type RoomRow,
  type SeatResult,
  type SeatRow,
  selectMeetings,
  updateToEnded,
  updateToOngoing,
  updateToStarting,
} from './queries.ts';

export type TransitionDeps = Pick<Deps, 'live' | 'env' | 'seal'>;

/** Dependencies of the background work. */
export type RoomLoopDeps = Pick<Deps, 'db' | 'live' | 'env' | 'seal' | 'log' | 'servers' | 'switches'>;

/** A locked room with its occupied seats. */
export type RoomWithSeats = { readonly room: RoomRow; readonly seats: readonly SeatRow[] };

/** Null if the room was created with another secret: its starting side cannot be drawn, but its stakes can be refunded. */
function seedOf({ seal }: TransitionDeps, { sealedSeed }: RoomRow): string | null {
  try {
    return seal.open(sealedSeed);
  } catch {
    return null;
  }
}

/** Starts the match when all players are ready. Draws the starting side from the seed and the browsers' entropy. */
export async function startMatch(tx: Tx, deps: TransitionDeps, { room, seats }: RoomWithSeats): Promise<void> {
  assert(stateAfter(room.state, 'start') !== undefined, `room ${room.id} cannot start`);
  const serverSeed = seedOf(deps, room);
  if (serverSeed === null) return voidRoom(tx, deps, { room, seats, reason: 'no_coin' });
  const entropies = seats.map(({ entropy }) => entropy);
  const flip = roomFlip({ serverSeed, roomId: String(room.id), entropies, n: 0 });
  const startingSide = flip === 0 ? 'ct' : 't';
  await updateToStarting(tx.sql, room.id, { entropies, startingSide, countdownMs: COUNTDOWN_MS });
  await insertEvents(tx.sql, room.id, [{ event: 'starting' }]);
}

/** Lets players join once the server has loaded the match. */
export async function openServer(tx: Tx, deps: TransitionDeps, { room, seats }: RoomWithSeats): Promise<void> {
  assert(stateAfter(room.state, 'go') !== undefined, `room ${room.id} cannot go on`);
  const seed = seedOf(deps, room);
  if (seed === null) return voidRoom(tx, deps, { room, seats, reason: 'no_coin' });
  await updateToOngoing(tx.sql, room.id, { seed, joinMs: deps.env.roomJoinMs });
  await insertEvents(tx.sql, room.id, [{ event: 'server_ready' }]);
  const playerIds = seats.map(({ playerId }) => playerId);
  const content = { key: 'room.serverReady', parameters: { roomId: room.id } } as const;
  await pushToPlayers(tx, { playerIds, tag: `room-${room.id}` }, content);
  await publishRoomChange(tx, room.id);
}

/** Ends a room and refunds every stake. Ratings do not change. */
export async function voidRoom(
  tx: Tx,
  deps: TransitionDeps,
  { room, seats, reason, reasonText }: RoomWithSeats & { readonly reason: string; readonly reasonText?: string },
): Promise<void> {
  const state = stateAfter(room.state, 'void');
  assert(state === 'MATCH_CANCELLED', `room ${room.id} is over`);
  await roomEscrow.refund(tx, deps, { holderId: room.id, stakes: seats });
  await updateToEnded(tx.sql, room.id, {
    state,
    winner: null,
    meetings: 0,
    reason: reasonText ?? reason,
    seed: seedOf(deps, room),
  });
  const returned = seats.filter(({ stake }) => stake > 0);
  await insertEvents(tx.sql, room.id, [
    { event: 'cancelled', details: { reason: reasonText ?? reason } },
    ...returned.map(({ playerId, stake }) => ({ event: 'stake_returned', playerId, details: { amount: stake } })),
  ]);
  // Players who closed the room themselves need no notification.
  if (reason !== 'replaced' && reason !== 'left') {
    const notifications = seats.map(({ playerId, stake }): NewNotification => ({
      playerId,
      key: 'room.cancelled',
      parameters: { roomId: room.id, reason, reasonText: reasonText ?? null, stake },
    }));
    await notifyMany(tx, deps.live, notifications);
  }
  if (room.rematchOf !== null) await publishMatchChange(tx, room.rematchOf);
  await publishRoomChange(tx, room.id);
}

/** The actions of a finished match that missions count. A forfeited match was won, but not played. */
function actionsOf({ playerId, isWon, stake }: SeatResult, isForfeited: boolean): PlayerAction[] {
  const actions: PlayerAction[] = isForfeited ? [] : [{ playerId, event: 'play_duels', amount: 1 }];
  if (isWon) actions.push({ playerId, event: GAME_EVENTS.duel, amount: 1, wagered: stake });
  else if (stake > 0) actions.push({ playerId, event: 'wager', amount: stake });
  return actions;
}

/** Ends a match with a winner: pot, ratings, history, missions, in one commit. */
export async function finishRoom(
  tx: Tx,
  deps: TransitionDeps,
  { room, seats, winner, reason }: RoomWithSeats & { readonly winner: Team; readonly reason: string | null },
): Promise<void> {
  const state = stateAfter(room.state, 'finish');
  assert(state === 'MATCH_FINISHED', `room ${room.id} cannot finish`);
  const payout = await payPot(tx, deps, { room, seats, winner });
  const eloOf = (isWinner: boolean) => seats.filter(({ team }) => (team === winner) === isWinner).map(({ elo }) => elo);
  const meetings = await selectMeetings(tx.sql, room.id);
  const change = eloChange(eloOf(true), eloOf(false), eloK(meetings));
  const results = seats.map(({ id, playerId, team, stake }) => {
    const isWon = team === winner;
    return { seatId: id, playerId, isWon, stake, payout: isWon ? payout : 0, eloChange: isWon ? change : -change };
  });
  await applyResults(tx.sql, room, results);
  await updateToEnded(tx.sql, room.id, { state, winner, meetings, reason, seed: seedOf(deps, room) });
  const actions = results.flatMap((result) => actionsOf(result, reason !== null));
  await countTowardsMissions(tx, deps.live, actions);
  await insertEvents(tx.sql, room.id, [
    {
      event: reason === null ? 'result' : 'forfeit',
      details: { winner, team1: room.score.team1, team2: room.score.team2 },
    },
    ...results.flatMap(({ playerId, isWon, eloChange: points }) => [
      ...(isWon && payout > 0 ? [{ event: 'paid', playerId, details: { amount: payout } }] : []),
      { event: 'rating', playerId, details: { change: points } },
    ]),
  ]);
  const notifications = results.map(({ playerId, isWon, eloChange: rating }): NewNotification =>
    isWon
      ? { playerId, key: 'room.won', parameters: { roomId: room.id, payout, rating } }
      : { playerId, key: 'room.lost', parameters: { roomId: room.id, rating } },
  );
  await notifyMany(tx, deps.live, notifications);
  await publishRoomChange(tx, room.id);
}
