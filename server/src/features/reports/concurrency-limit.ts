import { Refusal } from '@karat/contract/refusal';

/** Runs the work when a slot is free. */
export type RunLimited = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Limits concurrency, first come first served; refuses when the queue is full. */
export function createConcurrencyLimit({
  concurrentMax,
  waitingMax,
}: {
  concurrentMax: number;
  waitingMax: number;
}): RunLimited {
  const waiting: (() => void)[] = [];
  let working = 0;

  async function takeSlot(): Promise<void> {
    if (working < concurrentMax) {
      working += 1;
      return;
    }
    if (waiting.length >= waitingMax) {
      throw new Refusal('unavailable', 'Too many reports are being loaded. Please try again.', {
        retryAfterSeconds: 5,
      });
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  /** Passes the slot to the longest waiting. */
  function releaseSlot(): void {
    const next = waiting.shift();
    if (next === undefined) working -= 1;
    else next();
  }

  return async (work) => {
    await takeSlot();
    try {
      return await work();
    } finally {
      releaseSlot();
    }
  };
}
