import { potShares, type Team } from '@karat/rules/rooms';
import type { Tx } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { type HeldPart, holdFor, passHold, returnParts } from '#features/holds/holds.ts';
import { assertMayStake } from '#features/eligibility/eligibility.ts';
import { giveBackToLimits } from '#features/play-limits/play-limits.ts';
import { stakeDiamonds } from '#features/stakes/stakes.ts';
import { creditTogether, moveBetweenAccounts } from '#features/wallet/wallet.ts';
import { type RoomRow, type SeatRow, updateHeldParts } from './queries.ts';

export type MoneyDeps = Pick<Deps, 'env' | 'live'>;

const escrowOf = (roomId: number) => `room:${roomId}` as const;

type Sitter = { readonly playerId: number; readonly country: string | undefined };

/** Refuses whoever may not wager, where nothing is at stake: a break is one from duels, too. */
export async function assertMayPlay(tx: Tx, deps: MoneyDeps, sitter: Sitter): Promise<void> {
  await assertMayStake(tx.sql, deps, { ...sitter, amount: 0, movements: 0, rolls: 0 });
}

type Entry = Sitter & { readonly roomId: number; readonly seatId: number; readonly fee: number };

/** Moves the entry fee into the room, or refuses, also where it is free; what of it was on hold is noted with the seat. */
export async function payEntry(
  tx: Tx,
  deps: MoneyDeps,
  { roomId, seatId, playerId, fee, country }: Entry,
): Promise<void> {
  if (fee === 0) return assertMayPlay(tx, deps, { playerId, country });
  const line = { type: 'ROOM_ENTRY', reference: `entry:seat:${seatId}`, account: escrowOf(roomId) } as const;
  const left = await stakeDiamonds(tx, deps, { country, line: { ...line, playerId, amount: -fee } });
  const parts = await passHold(tx, { playerId, amount: fee, balance: left + fee });
  if (parts.length > 0) await updateHeldParts(tx.sql, [seatId], parts);
}

/** Nothing of these stakes waits in the room any longer. */
async function clearHeldParts(tx: Tx, seats: readonly SeatRow[]): Promise<void> {
  const held = seats.filter(({ heldParts }) => heldParts.length > 0).map(({ id }) => id);
  if (held.length > 0) await updateHeldParts(tx.sql, held, []);
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
  for (const { id, playerId, stake } of paid) {
    const credits = [{ reference: `refund:seat:${id}`, amount: stake }];
    await creditTogether(tx, live, { type: 'ROOM_REFUND', playerId, account: escrowOf(roomId), credits });
  }
  await giveBackToLimits(
    tx,
    paid.map(({ playerId, stake: amount, takenAt: stakedAt }) => ({ playerId, amount, stakedAt, isRefund })),
  );
  await returnParts(
    tx,
    paid.flatMap(({ heldParts }) => heldParts),
  );
  await clearHeldParts(tx, paid);
}

/** The first so many diamonds of these parts, and what is left of them. */
function splitParts(parts: readonly HeldPart[], first: number): [taken: HeldPart[], rest: HeldPart[]] {
  const [taken, rest]: [HeldPart[], HeldPart[]] = [[], []];
  let left = first;
  for (const part of parts) {
    const amount = Math.min(part.amount, left);
    left -= amount;
    if (amount > 0) taken.push({ ...part, amount });
    if (amount < part.amount) rest.push({ ...part, amount: part.amount - amount });
  }
  return [taken, rest];
}

/**
 * What the losers staked of a deposit on hold is held for the winners too, in even shares and no more than they won; the winners'
 * own stakes are theirs as before. Every wallet of the room is locked.
 */
async function passLostParts(
  tx: Tx,
  { seats, winner, each }: { seats: readonly SeatRow[]; winner: Team; each: number },
): Promise<void> {
  const [winners, losers] = [seats.filter(({ team }) => team === winner), seats.filter(({ team }) => team !== winner)];
  await returnParts(
    tx,
    winners.flatMap(({ heldParts }) => heldParts),
  );
  let lost: readonly HeldPart[] = losers.flatMap(({ heldParts }) => heldParts);
  for (const [index, { playerId, stake }] of winners.toSorted(byPlayer).entries()) {
    const total = lost.reduce((sum, { amount }) => sum + amount, 0);
    const [share, rest] = splitParts(lost, Math.ceil(total / (winners.length - index)));
    await holdFor(tx, playerId, share, Math.max(0, each - stake));
    lost = rest;
  }
  await clearHeldParts(tx, seats);
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
  for (const { id, playerId, team } of seats.toSorted(byPlayer)) {
    const credits = [{ reference: `result:room:${room.id}:${id}`, amount: team === winner ? each : 0 }];
    await creditTogether(tx, live, { type: 'ROOM_WIN', playerId, account: escrowOf(room.id), credits });
  }
  await giveBackToLimits(
    tx,
    paid.map(({ playerId, takenAt: stakedAt }) => ({ playerId, amount: each, stakedAt, isRefund: false })),
  );
  await passLostParts(tx, { seats, winner, each });
  if (rake > 0) {
    const account = escrowOf(room.id);
    const line = { type: 'ROOM_WIN', reference: `rake:room:${room.id}`, account, toAccount: 'house:rake' } as const;
    await moveBetweenAccounts(tx, { ...line, amount: rake });
  }
  return each;
}
