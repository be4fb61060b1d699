import { Refusal } from '@karat/contract/refusal';

/** Does the work once it is its turn. */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** So many at once, each in its order; whoever finds too many waiting is sent away. */
export function createTurns({ atOnceMax, waitingMax }: { atOnceMax: number; waitingMax: number }): InTurn {
  const waiting: (() => void)[] = [];
  let working = 0;

  async function begin(): Promise<void> {
    if (working < atOnceMax) {
      working += 1;
      return;
    }
    if (waiting.length >= waitingMax) {
      throw new Refusal('unavailable', 'Too many reports are being read. Please try again.', { retryAfterSeconds: 5 });
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  /** Whoever waits longest goes on in this place. */
  function end(): void {
    const next = waiting.shift();
    if (next === undefined) working -= 1;
    else next();
  }

  return async (work) => {
    await begin();
    try {
      return await work();
    } finally {
      end();
    }
  };
}
