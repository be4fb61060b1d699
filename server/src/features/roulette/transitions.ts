import assert from 'node:assert/strict';
import { sha256Hex } from '@karat/rules/sha256';
import type { Tx } from '#db/db.ts';
import { assertLease, type Lease } from '#db/lease.ts';
import type { Deps } from '#deps.ts';
import { drawNumber } from '#features/fairness/fairness.ts';
import { recordSiteEvent } from '#features/logs/logs.ts';
import { type NewNotification, notifyMany, notifyStaff } from '#features/notifications/notifications.ts';
import { deductFromLimits } from '#features/play-limits/play-limits.ts';
import type { Chains } from './chains.ts';
import { publishRoundChange, publishRoundEnd } from './live-updates.ts';
import {
  insertRound,
  type LastRound,
  lockForClosing,
  selectChain,
  updateChainEnded,
  updateDrawn,
  updateToRolling,
} from './queries.ts';
import {
  type ClosedRound,
  endPaidRound,
  lockClosedRound,
  type Payment,
  payNextPlayers,
  selectLimitDeductions,
} from './settlement-queries.ts';

export type RoundDeps = Pick<Deps, 'db' | 'live' | 'log' | 'seal' | 'env'>;

const REFUND_REASON = 'The seed of this round cannot be read, so its number cannot be drawn.';

/** How many players and bets one commit pays: few enough that other wagers of these players hardly wait. */
const PART_SIZE = { playersMax: 1_000, betsMax: 5_000 };

/** Refunds get a notification, and wins on green; red and black win too often. */
function notificationsOf(roundId: number, round: ClosedRound, payments: readonly Payment[]): NewNotification[] {
  if (!round.isDrawn) {
    return payments.map(({ playerId, paid }) => ({
      playerId,
      key: 'roulette.refunded',
      parameters: { roundId, amount: paid },
    }));
  }
  if (round.winnerColor !== 'green') return [];
  return payments
    .filter(({ paid }) => paid > 0)
    .map(({ playerId, paid }) => ({ playerId, key: 'roulette.won', parameters: { roundId, won: paid } }));
}

/** The transitions of a round. Each is one transaction under the lease: after a crash the next leader repeats it. */
export function createTransitions(deps: RoundDeps, lease: Lease, chains: Chains, partSize = PART_SIZE) {
  const { db, live, env } = deps;

  /** A transaction that only the leader can commit. */
  function write(work: (tx: Tx) => Promise<void>): Promise<void> {
    return db.transaction(async (tx) => {
      await assertLease(tx, lease);
      await work(tx);
    });
  }

  async function open(): Promise<void> {
    const chain = await chains.current();
    await write(async (tx) => {
      await insertRound(tx.sql, chain.id, env.roulette.bettingMs);
      await publishRoundChange(tx);
    });
  }

  /** Waits for bets in progress. The commit must be durable before any process computes the number. */
  async function close({ id }: LastRound): Promise<void> {
    await write(async (tx) => {
      await lockForClosing(tx.sql);
      await updateToRolling(tx.sql, id);
      await publishRoundChange(tx);
    });
  }

  async function draw(round: LastRound): Promise<void> {
    const chain = chains.read(await selectChain(db.sql, round.chainId));
    const seed = chain?.seedOf(round.k);
    if (chain === undefined || seed === undefined || sha256Hex(seed) !== round.hash) return refund(round);
    const number = drawNumber({ seed, salt: chain.salt, beacon: '', k: round.k });
    await write(async (tx) => {
      await updateDrawn(tx.sql, { roundId: round.id, seed, number });
      await publishRoundChange(tx);
    });
  }

  /** Continues what has begun: the next players of a drawn or refunded round. Most rounds need one call. */
  function settle(round: LastRound): Promise<void> {
    return payPart(round, ({ isDrawn, state }) => isDrawn || state === 'SETTLING');
  }

  /** Also ends the chain, because the rounds after a link that cannot be revealed could not be verified. */
  function refund(round: LastRound): Promise<void> {
    return payPart(round, ({ isDrawn }) => !isDrawn);
  }

  /** Pays or refunds the next players of a closed round, and ends it after the last ones. */
  async function payPart({ id, chainId }: LastRound, isDue: (round: ClosedRound) => boolean): Promise<void> {
    await write(async (tx) => {
      const round = await lockClosedRound(tx.sql, id);
      if (round === undefined || !isDue(round)) return;
      const payments = await payNextPlayers(tx.sql, { roundId: id, paidTo: round.paidTo, ...partSize });
      const upTo = payments.at(-1)?.playerId ?? round.paidTo;
      await deductFromLimits(tx, await selectLimitDeductions(tx.sql, { roundId: id, after: round.paidTo, upTo }));
      await notifyMany(tx, live, notificationsOf(id, round, payments));
      if (!round.isDrawn) await updateChainEnded(tx.sql, chainId);
      if (!(await endPaidRound(tx.sql, id, REFUND_REASON))) {
        assert(payments.length > 0, `round ${id} has bets that its running totals miss`);
        return;
      }
      if (!round.isDrawn) await recordRefund(tx, id);
      await publishRoundEnd(tx, id);
    });
  }

  async function recordRefund(tx: Tx, roundId: number): Promise<void> {
    await notifyStaff(tx, live, { key: 'roulette.roundRefunded', parameters: { roundId } });
    await recordSiteEvent(tx, { playerId: null, event: 'roulette.refund', subject: `round:${roundId}` });
  }

  return { open, close, draw, settle };
}
