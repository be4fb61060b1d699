import type { Tx } from '#db/db.ts';
import { publish } from '#db/publish.ts';
import type { Deps } from '#deps.ts';
import { selectPaidPlayers } from './current-queries.ts';
import { createCurrentRoundReader } from './current-round.ts';

const CHANNEL = 'roulette';
const ROUND = 'round';
const ENDED = /^ended (\d+)$/;

/** Tells every process, on commit, that the round changed its state. */
export function publishRoundChange(tx: Tx): Promise<void> {
  return publish(tx.sql, CHANNEL, ROUND);
}

/** Tells every process, on commit, that the round ended, which may have changed wallets. */
export function publishRoundEnd(tx: Tx, roundId: number): Promise<void> {
  return publish(tx.sql, CHANNEL, `ended ${roundId}`);
}

type UpdateDeps = Pick<Deps, 'db' | 'live' | 'log' | 'env'>;

/** Broadcasts each state of the round to the tabs of this process. Every process learns of it through the database. */
export function createRouletteUpdates(deps: UpdateDeps) {
  const { db, live, log, env } = deps;
  const read = createCurrentRoundReader(db.sql, env.roulette);
  // Sequential, so that events leave in the order of their reads.
  let queue: Promise<unknown> = Promise.resolve();
  let lastState = '';

  function enqueue(work: () => Promise<void>): void {
    queue = queue.then(work).catch((error: unknown) => log.warn({ err: error }, 'Round broadcast failed'));
  }

  /** Two changes in quick succession may both read the second state, which is sent once. */
  async function broadcastRound(): Promise<void> {
    const round = await read();
    const state = `${round?.id} ${round?.state} ${round?.seed}`;
    if (round === undefined || state === lastState) return;
    lastState = state;
    live.local.toAll('ROULETTE_ROUND', { round });
  }

  async function refreshPaidPlayers(roundId: number): Promise<void> {
    const paidIds = await selectPaidPlayers(db.sql, roundId, live.localPlayerIds());
    live.local.scheduleRefresh(paidIds, 'BALANCE_UPDATE');
  }

  function onPublished(payload: string): void {
    enqueue(broadcastRound);
    const [, endedId] = ENDED.exec(payload) ?? [];
    if (endedId !== undefined) enqueue(() => refreshPaidPlayers(Number(endedId)));
  }

  /** Catches up after a lost listen connection: rounds may have been paid in the meantime. */
  async function broadcastMissed(): Promise<void> {
    lastState = '';
    await broadcastRound();
    live.local.scheduleRefresh(live.localPlayerIds(), 'BALANCE_UPDATE');
  }

  const subscription = db.listen(CHANNEL, onPublished, () => enqueue(broadcastMissed));

  return {
    async close(): Promise<void> {
      await (
        await subscription
      )();
      await queue;
    },
  };
}
