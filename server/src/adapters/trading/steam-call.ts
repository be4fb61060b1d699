import { setTimeout as sleep } from 'node:timers/promises';
import { failureOf, toTradingFailure } from './steam-states.ts';

/** Longer than any chain of requests that a library makes for one call; some of its requests have no timeout. */
const CALL_MAX_MS = 60_000;
const NO_MATCH = 42;

type LibraryCall<T> = (done: (error: Error | null | undefined, result: T) => void) => void;

/** Whether Steam answered that the offer does not exist. */
export function isUnknownOffer(error: unknown): boolean {
  const { message, eresult } = error as { message?: string; eresult?: number | string };
  return message === 'No matching offer found' || Number(eresult) === NO_MATCH;
}

async function failAfter(maxMs: number, signal: AbortSignal): Promise<never> {
  await sleep(maxMs, undefined, { signal, ref: false });
  throw failureOf('unavailable', 'no answer in time');
}

/**
 * Turns one library call into a promise with translated errors. A call that never calls back fails as unavailable; otherwise it
 * would stay pending for ever.
 */
export async function callSteam<T>(call: LibraryCall<T>, maxMs = CALL_MAX_MS): Promise<T> {
  const answered = new AbortController();
  const answer = new Promise<T>((resolve, reject) => {
    try {
      call((error, result) => (error ? reject(error) : resolve(result)));
    } catch (error) {
      reject(error);
    }
  });
  const timeout = failAfter(maxMs, answered.signal);
  timeout.catch(() => undefined);
  try {
    return await Promise.race([answer, timeout]);
  } catch (error) {
    if (isUnknownOffer(error)) throw error;
    throw toTradingFailure(error);
  } finally {
    answered.abort();
  }
}
