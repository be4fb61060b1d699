import { setImmediate, setTimeout as sleep } from 'node:timers/promises';

type RepeatedOptions = {
  /** Resolves to how long to wait before the next time. */
  readonly work: () => Promise<number>;
  readonly isNeeded: () => boolean;
  /** The pause after a failure. */
  readonly retryMs: number;
  /** Called for the first failure of several in a row. */
  readonly onFailure: (error: unknown) => void;
  /** Called when it is no longer needed. */
  readonly onEnd: () => Promise<void>;
};

/** Repeats work while it is needed, with the pauses that it asks for, or sooner when it is woken. */
export function createRepeated({ work, isNeeded, retryMs, onFailure, onEnd }: RepeatedOptions) {
  let running: Promise<void> | undefined;
  let wake = new AbortController();

  async function run(): Promise<void> {
    let isFailing = false;
    // What is registered now is handled together.
    await setImmediate();
    while (isNeeded()) {
      let pauseMs = retryMs;
      try {
        pauseMs = await work();
        isFailing = false;
      } catch (error) {
        if (!isFailing) onFailure(error);
        isFailing = true;
      }
      await sleep(pauseMs, undefined, { signal: wake.signal, ref: false }).catch(() => undefined);
      wake = new AbortController();
    }
    running = undefined;
    await onEnd();
  }

  return {
    /** Starts, or repeats at once. Returns whether it started. */
    start(): boolean {
      if (running !== undefined) {
        wake.abort();
        return false;
      }
      running = run();
      return true;
    },
    /** Repeats after this time at the latest. A pause that begins meanwhile is not shortened again. */
    wakeIn(ms: number): void {
      const current = wake;
      setTimeout(() => current.abort(), ms).unref();
    },
    /** Resolves when it has ended, because it is no longer needed. */
    async ended(): Promise<void> {
      wake.abort();
      await running;
    },
  };
}
