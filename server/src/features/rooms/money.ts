import { potShares, type Team } from '@karat/rules/rooms';
import type { Tx } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { createEscrow } from '#features/escrow/escrow.ts';
import { type RoomRow, type SeatRow, updateHeldParts } from './queries.ts';

/** `room:7` holds the entry fees of room 7 until it is over. */
export const roomEscrow = createEscrow({
  holder: 'room',
  payer: 'seat',
  entryType: 'ROOM_ENTRY',
  refundType: 'ROOM_REFUND',
  payoutType: 'ROOM_WIN',
  rakeAccount: 'house:rake',
  updateHeldParts,
});

/**
 * Shares the pot among the winners and moves the rest to the house; returns each winner's payout. Leaves the wallets of all
 * players in the room locked.
 */
export async function payPot(
  tx: Tx,
  deps: Pick<Deps, 'env' | 'live'>,
  { room, seats, winner }: { room: RoomRow; seats: readonly SeatRow[]; winner: Team },
): Promise<number> {
  const pot = seats.reduce((sum, { stake }) => sum + stake, 0);
  const [winners, losers] = [seats.filter(({ team }) => team === winner), seats.filter(({ team }) => team !== winner)];
  const { each, rake } = potShares(pot, winners.length);
  await roomEscrow.payOut(tx, deps, { holderId: room.id, winners, losers, each, rake });
  return each;
}
