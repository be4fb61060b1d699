import { potShares, type Team } from '@karat/rules/rooms';
import type { Tx } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { creditTogether, giveBackToLimits, moveBetweenAccounts, stakeDiamonds } from '#features/wallet/wallet.ts';
import type { RoomRow, SeatRow } from './queries.ts';

export type MoneyDeps = Pick<Deps, 'env' | 'live'>;

const escrowOf = (roomId: number) => `room:${roomId}` as const;

type Entry = {
  readonly roomId: number;
  readonly seatId: number;
  readonly playerId: number;
  readonly fee: number;
  readonly country: string | undefined;
};

/** Moves the entry fee into the room, or refuses. */
export async function payEntry(
  tx: Tx,
  deps: MoneyDeps,
  { roomId, seatId, playerId, fee, country }: Entry,
): Promise<void> {
  if (fee === 0) return;
  const line = { type: 'ROOM_ENTRY', reference: `entry:seat:${seatId}`, account: escrowOf(roomId) } as const;
  await stakeDiamonds(tx, deps, { country, line: { ...line, playerId, amount: -fee } });
}

const byPlayer = (one: { playerId: number }, other: { playerId: number }): number => one.playerId - other.playerId;

/** Gives the stakes of these seats back. */
export async function refundSeats(
  tx: Tx,
  { live }: MoneyDeps,
  roomId: number,
  seats: readonly SeatRow[],
): Promise<void> {
  const paid = seats.filter(({ stake }) => stake > 0).toSorted(byPlayer);
  const isRefund = true;
  await giveBackToLimits(
    tx,
    paid.map(({ playerId, stake: amount, takenAt: stakedAt }) => ({ playerId, amount, stakedAt, isRefund })),
  );
  for (const { id, playerId, stake } of paid) {
    const credits = [{ reference: `refund:seat:${id}`, amount: stake }];
    await creditTogether(tx, live, { type: 'ROOM_REFUND', playerId, account: escrowOf(roomId), credits });
  }
}

/**
 * Shares the pot among the winners, the rest to the house; answers what each of them got. Every wallet of the room is locked by
 * then, in the order of their ids: what else counts for these players may follow.
 */
export async function payPot(
  tx: Tx,
  { live }: MoneyDeps,
  { room, seats, winner }: { room: RoomRow; seats: readonly SeatRow[]; winner: Team },
): Promise<number> {
  const pot = seats.reduce((sum, { stake }) => sum + stake, 0);
  const winners = seats.filter(({ team }) => team === winner);
  const { each, rake } = potShares(pot, winners.length);
  const paid = each > 0 ? winners : [];
  await giveBackToLimits(
    tx,
    paid.map(({ playerId, takenAt: stakedAt }) => ({ playerId, amount: each, stakedAt, isRefund: false })),
  );
  for (const { id, playerId, team } of seats.toSorted(byPlayer)) {
    const credits = [{ reference: `result:room:${room.id}:${id}`, amount: team === winner ? each : 0 }];
    await creditTogether(tx, live, { type: 'ROOM_WIN', playerId, account: escrowOf(room.id), credits });
  }
  if (rake > 0) {
    const account = escrowOf(room.id);
    const line = { type: 'ROOM_WIN', reference: `rake:room:${room.id}`, account, toAccount: 'house:rake' } as const;
    await moveBetweenAccounts(tx, { ...line, amount: rake });
  }
  return each;
}
