import { Refusal } from '@karat/contract/refusal';
import type { Sql, Tx } from '#db/db.ts';
import { lockWallet, readWallet } from '#features/wallet/wallet.ts';
import {
  addToPassed,
  endFrozenHolds,
  freezeHolds,
  type Held,
  type HeldPart,
  insertDepositHold,
  insertPassedParts,
  lockUnpassedParts,
  selectHeld,
  selectIsFlagged,
} from './queries.ts';

export type { Held, HeldPart };

/** Reads how many of a player's diamonds cannot leave as skins yet, and until when. */
export function selectHeldDiamonds(sql: Sql, playerId: number): Promise<Held> {
  return selectHeld(sql, playerId);
}

type Payment = {
  readonly playerId: number;
  readonly amount: number;
  /** The balance of the player's wallet before the payment. */
  readonly balance: number;
};

/**
 * Returns the parts of a payment to another player that free diamonds do not cover; they are held for the receiver too. The
 * payer's hold stays, but parts passed on once are not passed on again. The payer's wallet is locked.
 */
export async function passOnHeldParts(tx: Tx, { playerId, amount, balance }: Payment): Promise<HeldPart[]> {
  const unpassed = await lockUnpassedParts(tx.sql, playerId);
  const free = Math.max(0, balance - unpassed.reduce((sum, part) => sum + part.amount, 0));
  const parts = takeParts(unpassed, amount - free);
  if (parts.length > 0) await addToPassed(tx.sql, parts);
  return parts;
}

/**
 * Handles an item sold below its value. Returns the parts of the difference that the seller's wallet cannot cover. The item may
 * contain deposited diamonds, so they are held for the buyer too. The seller's wallet is locked, and `balance` is the one after
 * the sale.
 */
export async function passOnUnderpricedParts(tx: Tx, { playerId, amount, balance }: Payment): Promise<HeldPart[]> {
  if (amount <= 0) return [];
  const unpassed = await lockUnpassedParts(tx.sql, playerId);
  const short = unpassed.reduce((sum, part) => sum + part.amount, 0) - balance;
  const parts = takeParts(unpassed, Math.min(amount, short));
  if (parts.length > 0) await addToPassed(tx.sql, parts);
  return parts;
}

/** The first parts, up to this many diamonds. */
function takeParts(parts: readonly HeldPart[], most: number): HeldPart[] {
  const taken: HeldPart[] = [];
  let remaining = most;
  for (const part of parts) {
    if (remaining <= 0) break;
    taken.push({ ...part, amount: Math.min(part.amount, remaining) });
    remaining -= part.amount;
  }
  return taken;
}

/**
 * Holds for a receiver what was passed on to them, at most what they got. The rest reached no one and returns to its payer, who
 * can pass it on again. The receiver's wallet is locked, or changes in the same commit.
 */
export async function holdPartsFor(
  tx: Tx,
  receiverId: number,
  parts: readonly HeldPart[],
  most = Number.MAX_SAFE_INTEGER,
): Promise<void> {
  const heldParts = takeParts(parts, most);
  const beyond = parts.flatMap((part, index) => {
    const amount = part.amount - (heldParts[index]?.amount ?? 0);
    return amount > 0 ? [{ ...part, amount }] : [];
  });
  await returnParts(tx, beyond);
  if (heldParts.length > 0) await insertPassedParts(tx.sql, receiverId, heldParts);
}

/** Returns parts to the player who passed them on, because the payment was undone. */
export async function returnParts(tx: Tx, parts: readonly HeldPart[]): Promise<void> {
  if (parts.length === 0) return;
  await addToPassed(
    tx.sql,
    parts.map(({ holdId, amount }) => ({ holdId, amount: -amount })),
  );
}

/** Holds what a deposit brought. The wallet changes in the same commit. */
export function holdDeposit(tx: Tx, offerId: number): Promise<void> {
  return insertDepositHold(tx.sql, offerId);
}

/** Handles a reversed deposit: ends the depositor's hold and freezes what others got of it. */
export async function freezeDeposit(tx: Tx, offerId: number): Promise<void> {
  // Repeats, because parts passed on while this waited for a lock appear only in the next run.
  while ((await freezeHolds(tx.sql, offerId)) > 0);
}

/** Releases what others got of this player's reversed deposits, after staff have checked the case. */
export async function releaseFrozenHolds(tx: Tx, depositorId: number): Promise<void> {
  while ((await endFrozenHolds(tx.sql, depositorId)) > 0);
}

/** Refuses while a reversed deposit of the player waits for staff. Under the lock of the wallet, no reversal can intervene. */
export async function assertNotFlagged(sql: Sql, playerId: number): Promise<void> {
  if (await selectIsFlagged(sql, playerId)) {
    throw new Refusal(
      'account_flagged',
      'One of your deposits was reversed. Deposits, withdrawals and trades are blocked until our staff have reviewed it.',
    );
  }
}

/** Refuses to release a skin while the balance is lower than what can still be reversed. Locks the wallet. */
export async function assertHoldsCovered(tx: Tx, playerId: number): Promise<void> {
  await lockWallet(tx, playerId);
  const { balance } = await readWallet(tx.sql, playerId);
  const { held } = await selectHeldDiamonds(tx.sql, playerId);
  if (balance < held) {
    throw new Refusal('on_hold', 'You can withdraw skins once your balance covers the amount on hold.');
  }
}
