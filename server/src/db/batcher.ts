import { Refusal } from '@karat/contract/refusal';
import { DatabaseError } from 'pg';
import { BATCH_CONNECTIONS_MAX } from './db.ts';

/** Thrown by the work of a batch before it commits, when its elements should rather be tried one by one. */
export class TrySingly extends Error {}

export type Batcher<In, Out> = {
  add(input: In): Promise<Out>;
  /** Resolves when nothing is waiting or in flight any more. */
  drain(): Promise<void>;
  figures(): { waiting: number; inFlight: number; batches: number; elements: number };
};

type Waiting<In, Out> = {
  readonly input: In;
  readonly resolve: (out: Out) => void;
  readonly reject: (error: unknown) => void;
};

/** Measured: beyond this a batch takes longer without doing more in a second. */
const SIZE_MAX = 64;
/** What arrives beyond this would wait longer than anybody does: it is told to come again. */
const WAITING_MAX = 5_000;

/** True where it is certain that nothing was committed: a lost connection may have been lost after the commit. */
function isUndone(error: unknown): boolean {
  return error instanceof DatabaseError || error instanceof TrySingly;
}

/**
 * Gathers what arrives within a tick and runs it together, as at most so many batches in flight. A player with an
 * element in flight waits for it: two batches never queue on one wallet, and a player's elements keep their order.
 * `run` gets elements in the order of their arrival and answers in it.
 */
export function createBatcher<In extends { readonly playerId: number }, Out>(
  run: (batch: readonly In[]) => Promise<readonly Out[]>,
  { sizeMax = SIZE_MAX, inFlightMax = BATCH_CONNECTIONS_MAX, waitingMax = WAITING_MAX } = {},
): Batcher<In, Out> {
  let waiting: Waiting<In, Out>[] = [];
  const busy = new Set<number>();
  let [inFlight, batches, elements] = [0, 0, 0];
  let isScheduled = false;
  let idle: (() => void)[] = [];

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(start);
  }

  /** Takes what may run now; the rest keeps its place in the queue. */
  function takeBatch(): Waiting<In, Out>[] {
    const [batch, rest]: [Waiting<In, Out>[], Waiting<In, Out>[]] = [[], []];
    for (const each of waiting) {
      const mayRun = batch.length < sizeMax && !busy.has(each.input.playerId);
      (mayRun ? batch : rest).push(each);
    }
    waiting = rest;
    for (const { input } of batch) busy.add(input.playerId);
    return batch;
  }

  function start(): void {
    isScheduled = false;
    while (inFlight < inFlightMax) {
      const batch = takeBatch();
      if (batch.length === 0) break;
      inFlight++;
      void settle(batch).finally(() => finish(batch));
    }
  }

  function finish(batch: readonly Waiting<In, Out>[]): void {
    for (const { input } of batch) busy.delete(input.playerId);
    inFlight--;
    if (waiting.length > 0) schedule();
    else if (inFlight === 0) for (const tell of idle.splice(0)) tell();
  }

  async function settle(batch: readonly Waiting<In, Out>[]): Promise<void> {
    batches++;
    elements += batch.length;
    try {
      const outs = await run(batch.map(({ input }) => input));
      batch.forEach((each, at) => each.resolve(outs[at] as Out));
    } catch (error) {
      if (batch.length > 1 && isUndone(error)) for (const each of batch) await settle([each]);
      else for (const each of batch) each.reject(error);
    }
  }

  return {
    add(input) {
      if (waiting.length >= waitingMax) {
        const sentence = 'Too many players are doing this right now. Please try again.';
        return Promise.reject(new Refusal('unavailable', sentence, { retryAfterSeconds: 1 }));
      }
      return new Promise((resolve, reject) => {
        waiting.push({ input, resolve, reject });
        schedule();
      });
    },
    drain: () =>
      waiting.length === 0 && inFlight === 0 ? Promise.resolve() : new Promise((resolve) => idle.push(resolve)),
    figures: () => ({ waiting: waiting.length, inFlight, batches, elements }),
  };
}
