import { Refusal } from '@karat/contract/refusal';
import type { Sql, Tx } from '#db/db.ts';
import { lockWallet, walletOf } from '#features/wallet/wallet.ts';
import {
  addToPassed,
  endFrozenHolds,
  freezeHolds,
  type Held,
  type HeldPart,
  insertDepositHold,
  insertPassedOn,
  lockUnpassed,
  selectHeld,
  selectIsFlagged,
} from './queries.ts';

export type { Held, HeldPart };

/** How many of a player's diamonds cannot leave as skins yet, and until when. */
export function heldOf(sql: Sql, playerId: number): Promise<Held> {
  return selectHeld(sql, playerId);
}

type Payment = {
  readonly playerId: number;
  readonly amount: number;
  /** Of the player's wallet, before the payment. */
  readonly balance: number;
};

/**
 * Of a payment to another player, the parts that free diamonds do not cover: to be held for whoever gets them too. The payer
 * stays held as before; what was passed on once is only not passed on again. The payer's wallet is locked.
 */
export async function passHold(tx: Tx, { playerId, amount, balance }: Payment): Promise<HeldPart[]> {
  const unpassed = await lockUnpassed(tx.sql, playerId);
  const free = Math.max(0, balance - unpassed.reduce((sum, part) => sum + part.amount, 0));
  const parts = cut(unpassed, amount - free);
  if (parts.length > 0) await addToPassed(tx.sql, parts);
  return parts;
}

/**
 * Of what a player lets another have below its worth, the parts that their wallet is short of: what was deposited may be in the
 * thing by now, and is held for whoever gets it. The player's wallet is locked, and `balance` is after the sale.
 */
export async function passBargain(tx: Tx, { playerId, amount, balance }: Payment): Promise<HeldPart[]> {
  if (amount <= 0) return [];
  const unpassed = await lockUnpassed(tx.sql, playerId);
  const short = unpassed.reduce((sum, part) => sum + part.amount, 0) - balance;
  const parts = cut(unpassed, Math.min(amount, short));
  if (parts.length > 0) await addToPassed(tx.sql, parts);
  return parts;
}

/** The first parts, as far as so many diamonds go. */
function cut(parts: readonly HeldPart[], most: number): HeldPart[] {
  const taken: HeldPart[] = [];
  let left = most;
  for (const part of parts) {
    if (left <= 0) break;
    taken.push({ ...part, amount: Math.min(part.amount, left) });
    left -= part.amount;
  }
  return taken;
}

/**
 * Holds for a receiver what was passed on to them, and no more than they got. What goes beyond that has reached nobody, and is
 * its payer's to pass on as before. The receiver's wallet is locked, or moves in the same commit.
 */
export async function holdFor(
  tx: Tx,
  receiverId: number,
  parts: readonly HeldPart[],
  most = Number.MAX_SAFE_INTEGER,
): Promise<void> {
  const got = cut(parts, most);
  const beyond = parts.flatMap((part, index) => {
    const amount = part.amount - (got[index]?.amount ?? 0);
    return amount > 0 ? [{ ...part, amount }] : [];
  });
  await returnParts(tx, beyond);
  if (got.length > 0) await insertPassedOn(tx.sql, receiverId, got);
}

/** Gives parts back to whoever would have passed them on: the payment was undone. */
export async function returnParts(tx: Tx, parts: readonly HeldPart[]): Promise<void> {
  if (parts.length === 0) return;
  await addToPassed(
    tx.sql,
    parts.map(({ holdId, amount }) => ({ holdId, amount: -amount })),
  );
}

/** Holds what a deposit has just brought. The wallet moves in the same commit. */
export function holdDeposit(tx: Tx, offerId: number): Promise<void> {
  return insertDepositHold(tx.sql, offerId);
}

/** A deposit was reversed: nothing of it is left to hold at its depositor, and what others got of it freezes. */
export async function freezeDeposit(tx: Tx, offerId: number): Promise<void> {
  // Over and over: what was handed on while this waited for it is seen by the next.
  while ((await freezeHolds(tx.sql, offerId)) > 0);
}

/** Staff have looked: what others got of this player's reversed deposits is let go. */
export async function letGoOf(tx: Tx, depositorId: number): Promise<void> {
  while ((await endFrozenHolds(tx.sql, depositorId)) > 0);
}

/** Refuses while a reversed deposit of the player waits for staff. Under the lock of the wallet no reversal comes in between. */
export async function assertUnflagged(sql: Sql, playerId: number): Promise<void> {
  if (await selectIsFlagged(sql, playerId)) {
    throw new Refusal(
      'account_flagged',
      'A deposit of yours was reversed. Nothing goes in or out until our staff have looked at it.',
    );
  }
}

/** Refuses to let a skin go while the wallet holds less than what can still be reversed. Locks the wallet. */
export async function assertCovered(tx: Tx, playerId: number): Promise<void> {
  await lockWallet(tx, playerId);
  const { balance } = await walletOf(tx.sql, playerId);
  const { held } = await heldOf(tx.sql, playerId);
  if (balance < held) {
    throw new Refusal('on_hold', 'Skins can leave again once your balance covers what is on hold.');
  }
}
