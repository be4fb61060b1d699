import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { linkAfter, roundNumber } from '@karat/rules/fairness';
import { type Color, colorOf, PAYOUT_FACTORS } from '@karat/rules/roulette';
import type { Db } from '#db/db.ts';
import { insertBets, insertRound, updateDrawn, updateToRolling } from '#features/roulette/queries.ts';
import { endPaidRound, payNextPlayers } from '#features/roulette/settlement-queries.ts';

type StakedBet = { readonly playerId: number; readonly playerBet: Color; readonly amount: number };

/**
 * A short chain whose rounds the test plays step by step, with the site's own statements. Its sealed secret is invalid, so
 * no loop can continue it.
 */
export async function createWheel({ sql, transaction }: Db, { length = 64 } = {}) {
  const [secret, salt] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')];
  const terminal = linkAfter(secret, length);
  const [chain] = await sql<{ id: number }>`
    insert into roulette_chains (length, terminal, sealed, salt, salted_at)
    values (${length}, ${terminal}, ${Buffer.from('not to be opened')}, ${salt}, now()) returning id`;
  const chainId = chain!.id;
  let k = 0;
  let roundId = 0;

  const seedOf = (of: number): string => linkAfter(secret, length - of);
  const numberOf = (of: number): number => roundNumber({ seed: seedOf(of), salt, beacon: '', k: of });

  /** In one commit, as the site does with a round of this size. */
  function payAll(refundReason: string): Promise<void> {
    return transaction(async (tx) => {
      await payNextPlayers(tx.sql, { roundId, paidTo: 0, playersMax: 1_000, betsMax: 10_000 });
      assert(await endPaidRound(tx.sql, roundId, refundReason), 'the round has more players than one payment pays');
    });
  }

  const wheel = {
    chainId,
    terminal,
    salt,
    seedOf,
    numberOf,

    /** The colour that the round after the last one opened will draw. */
    nextColor: (): Color => colorOf(numberOf(k + 1)),

    async open(bettingMs = 20_000): Promise<number> {
      await insertRound(sql, chainId, bettingMs);
      const [round] = await sql<{ id: number }>`select max(id) as id from roulette_rounds`;
      k += 1;
      return (roundId = round!.id);
    },

    /** Places bets in the given order; returns their ids. */
    bet(...staked: readonly StakedBet[]): Promise<number[]> {
      return transaction(async (tx) => {
        const bets = [];
        for (const { playerId, playerBet, amount } of staked) {
          const [wallet] = await tx.sql<{ balance: number }>`
            update wallets set balance = balance - ${amount}, version = version + 1
            where player_id = ${playerId} returning balance`;
          assert(wallet !== undefined, 'the player has no wallet');
          bets.push({
            playerId,
            playerBet,
            amount,
            payoutFactor: PAYOUT_FACTORS[playerBet],
            requestKey: null,
            balance: wallet.balance,
          });
        }
        return (await insertBets(tx.sql, roundId, bets)).map(({ id }) => id);
      });
    },

    close: () => updateToRolling(sql, roundId),
    draw: () => updateDrawn(sql, { roundId, seed: seedOf(k), number: numberOf(k) }),
    settle: () => payAll('a round with a number is not refunded'),

    /** Refunds the round as if its link were lost, and ends the chain. */
    async refund(reason = 'the links are lost'): Promise<void> {
      await payAll(reason);
      await sql`update roulette_chains set ended_at = now() where id = ${chainId}`;
    },

    /** Plays a whole round; returns its id. `endedAt` replaces the time of its end. */
    async play(bets: readonly StakedBet[] = [], { endedAt }: { endedAt?: string } = {}): Promise<number> {
      const id = await wheel.open();
      if (bets.length > 0) await wheel.bet(...bets);
      await wheel.close();
      await wheel.draw();
      await wheel.settle();
      if (endedAt !== undefined) await sql`update roulette_rounds set ended_at = ${endedAt} where id = ${id}`;
      return id;
    },
  };
  return wheel;
}

export type Wheel = Awaited<ReturnType<typeof createWheel>>;
