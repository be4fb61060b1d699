import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '#db/db.ts';
import { selectUnderWay, type UnderWay } from './queries.ts';

const LOOK_EVERY_MS = 1_000;
/** Nothing has moved for so many looks. */
const STILL_LOOKS = 3;

type Wait = {
  readonly timeoutMs: number;
  /** Called again and again while offers wait for an answer. */
  answerOffers(): Promise<void>;
};

/** Until nothing is under way any more and nothing moves; answers what is left where that takes too long. */
export async function untilSettled({ sql }: Db, { timeoutMs, answerOffers }: Wait): Promise<UnderWay | undefined> {
  const deadline = performance.now() + timeoutMs;
  let [still, lines] = [0, -1];
  for (;;) {
    const left = await selectUnderWay(sql);
    const isOver = left.rounds + left.rooms + left.offers === 0;
    still = isOver && left.lines === lines ? still + 1 : 0;
    if (still === STILL_LOOKS) return undefined;
    if (performance.now() > deadline) return left;
    lines = left.lines;
    if (left.offers > 0) await answerOffers();
    await sleep(LOOK_EVERY_MS);
  }
}
