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
  lockRollingRound,
  type Payment,
  refundRound,
  selectChain,
  selectLimitDeductions,
  settleRound,
  updateChainEnded,
  updateDrawn,
  updateToRolling,
} from './queries.ts';

export type RoundDeps = Pick<Deps, 'db' | 'live' | 'log' | 'seal' | 'env'>;

const REFUND_REASON = 'The seed of this round cannot be read, so its number cannot be drawn.';

/** Only wins on green get a notification: red and black win too often. */
function winNotifications(roundId: number, winners: readonly Payment[]): NewNotification[] {
  return winners
    .filter(({ color }) => color === 'green')
    .map(({ playerId, won }) => ({ playerId, key: 'roulette.won', parameters: { roundId, won } }));
}

/** The transitions of a round. Each is one transaction under the lease: after a crash the next leader repeats it. */
export function createTransitions(deps: RoundDeps, lease: Lease, chains: Chains) {
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

  async function settle({ id }: LastRound): Promise<void> {
    await write(async (tx) => {
      if ((await lockRollingRound(tx.sql, id))?.isDrawn !== true) return;
      const winners = await settleRound(tx.sql, id);
      await deductFromLimits(tx, await selectLimitDeductions(tx.sql, id));
      await notifyMany(tx, live, winNotifications(id, winners));
      await publishRoundEnd(tx, id);
    });
  }

  /** Also ends the chain, because the rounds after a link that cannot be revealed could not be verified. */
  async function refund({ id, chainId }: LastRound): Promise<void> {
    await write(async (tx) => {
      if ((await lockRollingRound(tx.sql, id))?.isDrawn !== false) return;
      await updateChainEnded(tx.sql, chainId);
      const refunded = await refundRound(tx.sql, id, REFUND_REASON);
      await deductFromLimits(tx, await selectLimitDeductions(tx.sql, id));
      const notifications = refunded.map(({ playerId, amount }): NewNotification => ({
        playerId,
        key: 'roulette.refunded',
        parameters: { roundId: id, amount },
      }));
      await notifyMany(tx, live, notifications);
      await notifyStaff(tx, live, { key: 'roulette.roundRefunded', parameters: { roundId: id } });
      await recordSiteEvent(tx, { playerId: null, event: 'roulette.refund', subject: `round:${id}` });
      await publishRoundEnd(tx, id);
    });
  }

  return { open, close, draw, settle };
}
