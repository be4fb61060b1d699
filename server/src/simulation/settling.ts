import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '#db/db.ts';
import { selectUnfinished, type Unfinished } from './queries.ts';

const POLL_MS = 1_000;
/** Polls without a new ledger row that count as settled. */
const STABLE_POLLS = 3;

type Wait = {
  readonly timeoutMs: number;
  readonly pollMs?: number;
  /** Called at each poll while trade offers are open. */
  answerOffers(): Promise<void>;
};

/** Waits until everything is finished and the ledger is stable. After the timeout, resolves to the unfinished rest. */
export async function untilSettled(
  { sql }: Db,
  { timeoutMs, pollMs = POLL_MS, answerOffers }: Wait,
): Promise<Unfinished | undefined> {
  const deadline = performance.now() + timeoutMs;
  let [stablePolls, lines] = [0, -1];
  for (;;) {
    const unfinished = await selectUnfinished(sql);
    const isOver = unfinished.rounds + unfinished.rooms + unfinished.offers === 0;
    stablePolls = isOver && unfinished.lines === lines ? stablePolls + 1 : 0;
    if (stablePolls === STABLE_POLLS) return undefined;
    if (performance.now() > deadline) return unfinished;
    lines = unfinished.lines;
    if (unfinished.offers > 0) await answerOffers();
    await sleep(pollMs);
  }
}
