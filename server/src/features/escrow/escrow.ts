import type { TransactionType } from '@karat/contract/wallet';
import type { Sql, Tx } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { assertMayPlay } from '#features/eligibility/eligibility.ts';
import { type HeldPart, holdPartsFor, passOnHeldParts, returnParts } from '#features/holds/holds.ts';
import { deductFromLimits } from '#features/play-limits/play-limits.ts';
import { stakeDiamonds } from '#features/stakes/stakes.ts';
import { type Account, creditMany, moveBetweenAccounts } from '#features/wallet/wallet.ts';

type EscrowDeps = Pick<Deps, 'env' | 'live'>;

/** Describes how a game holds stakes: `room:7` holds the stakes of room 7, each paid by a seat. */
export type EscrowGame = {
  /** The noun of what holds the stakes: the account is `<holder>:<id>`. */
  readonly holder: 'room';
  /** The noun of what pays a stake, one row per stake: references are `entry:<payer>:<id>` and `refund:<payer>:<id>`. */
  readonly payer: string;
  readonly entryType: TransactionType;
  readonly refundType: TransactionType;
  readonly payoutType: TransactionType;
  /** The house account that gets the rake. */
  readonly rakeAccount: Account;
  /** Stores with these stakes which parts of each come from a deposit that is still on hold. */
  readonly updateHeldParts: (sql: Sql, stakeIds: readonly number[], parts: readonly HeldPart[]) => Promise<void>;
};

/** A stake held in escrow, as the row of the game has it. */
export type EscrowedStake = {
  readonly id: number;
  readonly playerId: number;
  /** In diamonds; 0 if the game is free. */
  readonly stake: number;
  readonly takenAt: string;
  /** The parts of the stake that come from a deposit on hold. */
  readonly heldParts: readonly HeldPart[];
};

type Entry = {
  readonly holderId: number;
  readonly stakeId: number;
  readonly playerId: number;
  readonly country: string | undefined;
  readonly amount: number;
};

type Payout = {
  readonly holderId: number;
  readonly winners: readonly EscrowedStake[];
  readonly losers: readonly EscrowedStake[];
  /** The payout of each winner. All payouts and `rake` add up to all stakes. */
  readonly each: number;
  readonly rake: number;
};

const byPlayer = (a: EscrowedStake, b: EscrowedStake): number => a.playerId - b.playerId;

/** Splits parts into the first `first` diamonds and the rest. */
function splitParts(parts: readonly HeldPart[], first: number): [taken: HeldPart[], rest: HeldPart[]] {
  const [taken, rest]: [HeldPart[], HeldPart[]] = [[], []];
  let remaining = first;
  for (const part of parts) {
    const amount = Math.min(part.amount, remaining);
    remaining -= amount;
    if (amount > 0) taken.push({ ...part, amount });
    if (amount < part.amount) rest.push({ ...part, amount: part.amount - amount });
  }
  return [taken, rest];
}

const heldPartsOf = (stakes: readonly EscrowedStake[]): HeldPart[] => stakes.flatMap(({ heldParts }) => heldParts);

/**
 * Holds the stakes of a game until it ends: entry, refund and payout. The game locks its own row first. Wallets are locked in
 * order of player id.
 */
export function createEscrow(game: EscrowGame) {
  const { holder, payer, entryType, refundType, payoutType, rakeAccount, updateHeldParts } = game;
  const accountOf = (holderId: number) => `${holder}:${holderId}` as const;

  async function clearHeldParts(tx: Tx, stakes: readonly EscrowedStake[]): Promise<void> {
    const heldStakeIds = stakes.filter(({ heldParts }) => heldParts.length > 0).map(({ id }) => id);
    if (heldStakeIds.length > 0) await updateHeldParts(tx.sql, heldStakeIds, []);
  }

  /**
   * Puts on hold for the winners what the losers staked from deposits on hold, in equal shares and at most what each won. The
   * winners' own parts return to them. All wallets are locked.
   */
  async function passLostParts(tx: Tx, { winners, losers, each }: Payout): Promise<void> {
    await returnParts(tx, heldPartsOf(winners));
    let lost: readonly HeldPart[] = heldPartsOf(losers);
    for (const [index, { playerId, stake }] of winners.toSorted(byPlayer).entries()) {
      const total = lost.reduce((sum, { amount }) => sum + amount, 0);
      const [share, rest] = splitParts(lost, Math.ceil(total / (winners.length - index)));
      await holdPartsFor(tx, playerId, share, Math.max(0, each - stake));
      lost = rest;
    }
    await clearHeldParts(tx, [...winners, ...losers]);
  }

  return {
    /** Takes a stake into escrow, or refuses. Free entries have the same checks. */
    async payEntry(tx: Tx, deps: EscrowDeps, entry: Entry): Promise<void> {
      const { holderId, stakeId, playerId, country, amount } = entry;
      if (amount === 0) return assertMayPlay(tx.sql, deps, { playerId, country });
      const line = { type: entryType, reference: `entry:${payer}:${stakeId}`, account: accountOf(holderId) };
      const balanceAfter = await stakeDiamonds(tx, deps, {
        country,
        ledgerRow: { ...line, playerId, amount: -amount },
      });
      const parts = await passOnHeldParts(tx, { playerId, amount, balance: balanceAfter + amount });
      if (parts.length > 0) await updateHeldParts(tx.sql, [stakeId], parts);
    },

    /** Refunds stakes to the wallets and to the counters of limits. */
    async refund(
      tx: Tx,
      { live }: EscrowDeps,
      { holderId, stakes }: { readonly holderId: number; readonly stakes: readonly EscrowedStake[] },
    ): Promise<void> {
      const paid = stakes.filter(({ stake }) => stake > 0).toSorted(byPlayer);
      for (const { id, playerId, stake } of paid) {
        const credits = [{ reference: `refund:${payer}:${id}`, amount: stake }];
        await creditMany(tx, live, { type: refundType, playerId, account: accountOf(holderId), credits });
      }
      await deductFromLimits(
        tx,
        paid.map(({ playerId, stake, takenAt }) => ({ playerId, amount: stake, stakedAt: takenAt, isRefund: true })),
      );
      await returnParts(tx, heldPartsOf(paid));
      await clearHeldParts(tx, paid);
    },

    /** Pays the winners and the house. Afterwards the wallets of all players of the game are locked. */
    async payOut(tx: Tx, { live }: EscrowDeps, payout: Payout): Promise<void> {
      const { holderId, winners, losers, each, rake } = payout;
      const account = accountOf(holderId);
      const winning = new Set(winners);
      for (const stake of [...winners, ...losers].toSorted(byPlayer)) {
        const reference = `result:${holder}:${holderId}:${stake.id}`;
        const credits = [{ reference, amount: winning.has(stake) ? each : 0 }];
        await creditMany(tx, live, { type: payoutType, playerId: stake.playerId, account, credits });
      }
      const paid = each > 0 ? winners : [];
      await deductFromLimits(
        tx,
        paid.map(({ playerId, takenAt }) => ({ playerId, amount: each, stakedAt: takenAt, isRefund: false })),
      );
      await passLostParts(tx, payout);
      if (rake > 0) {
        const line = { type: payoutType, reference: `rake:${holder}:${holderId}`, account, toAccount: rakeAccount };
        await moveBetweenAccounts(tx, { ...line, amount: rake });
      }
    },
  };
}
