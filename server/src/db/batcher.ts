import { Refusal } from '@karat/contract/refusal';
import { BATCH_CONNECTIONS_MAX } from './db.ts';
import { wasRolledBack } from './session.ts';

export type Batcher<In, Out> = {
  add(input: In): Promise<Out>;
  /** Resolves when nothing is waiting or in flight any more. */
  drain(): Promise<void>;
  figures(): { waiting: number; inFlight: number; batches: number; elements: number };
};

type Waiting<In, Out> = {
  readonly input: In;
  readonly sinceMs: number;
  readonly resolve: (out: Out) => void;
  readonly reject: (error: unknown) => void;
};

/** Measured: larger batches take longer without more throughput. */
const SIZE_MAX = 64;
/**
 * While a batch is in flight, the next one gathers elements for at most this long, until it is full or as large as what is in flight.
 * So two batches of about one size overlap, one in the database and one in this process, and several processes commit about as
 * often as one. Without load nothing waits.
 */
const GATHER_MS = 5;
/** Requests beyond this would wait longer than players do, so they are refused and can be repeated. */
const WAITING_MAX = 5_000;

/** Each failure waits for a lock or a timeout: after this many the database is the problem, not an element. */
const UNAVAILABLE_MAX = 2;

function tooBusy(): Refusal {
  const sentence = 'Too many players are doing this right now. Please try again.';
  return new Refusal('unavailable', sentence, { retryAfterSeconds: 1 });
}

function isUnavailable(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'unavailable';
}

type Run<In, Out> = (batch: readonly In[]) => Promise<readonly Out[]>;

async function settle<In, Out>(batch: readonly Waiting<In, Out>[], run: Run<In, Out>): Promise<void> {
  try {
    const outs = await run(batch.map(({ input }) => input));
    batch.forEach((each, index) => each.resolve(outs[index] as Out));
  } catch (error) {
    if (batch.length > 1 && wasRolledBack(error)) await settleOneByOne(batch, run);
    else for (const each of batch) each.reject(error);
  }
}

async function settleOneByOne<In, Out>(batch: readonly Waiting<In, Out>[], run: Run<In, Out>): Promise<void> {
  let unavailable = 0;
  for (const each of batch) {
    if (unavailable >= UNAVAILABLE_MAX) {
      each.reject(tooBusy());
      continue;
    }
    try {
      const [out] = await run([each.input]);
      each.resolve(out as Out);
    } catch (error) {
      if (isUnavailable(error)) unavailable++;
      each.reject(error);
    }
  }
}

/**
 * Batches what arrives within a tick, with a limited number of batches in flight. A player with an element in flight waits for
 * it: two batches never queue on one wallet, and a player's elements keep their order. `run` gets elements in the order of
 * their arrival and answers in it. A batch that was rolled back is run again, each element alone, so that one bad element does
 * not fail the others; a batch that may have been committed is not.
 */
export function createBatcher<In extends { readonly playerId: number }, Out>(
  run: Run<In, Out>,
  { sizeMax = SIZE_MAX, inFlightMax = BATCH_CONNECTIONS_MAX, waitingMax = WAITING_MAX, gatherMs = GATHER_MS } = {},
): Batcher<In, Out> {
  let waiting: Waiting<In, Out>[] = [];
  const busy = new Set<number>();
  let [inFlight, elementsInFlight, batches, elements] = [0, 0, 0, 0];
  let isScheduled = false;
  let gathering: NodeJS.Timeout | undefined;
  let idle: (() => void)[] = [];

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(start);
  }

  /** Takes the entries that may run now. The others keep their place in the queue. */
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

  /** How long the elements that may run now should still wait for others. */
  function gatherTimeMs(): number {
    if (inFlight === 0) return 0;
    const ready = waiting.filter(({ input }) => !busy.has(input.playerId));
    if (ready.length === 0 || ready.length >= Math.min(sizeMax, elementsInFlight)) return 0;
    return Math.max(0, ready[0]!.sinceMs + gatherMs - performance.now());
  }

  function start(): void {
    isScheduled = false;
    clearTimeout(gathering);
    while (inFlight < inFlightMax) {
      const waitMs = gatherTimeMs();
      if (waitMs > 0) {
        gathering = setTimeout(start, waitMs);
        break;
      }
      const batch = takeBatch();
      if (batch.length === 0) break;
      inFlight++;
      elementsInFlight += batch.length;
      batches++;
      elements += batch.length;
      void settle(batch, run).finally(() => finish(batch));
    }
  }

  function finish(batch: readonly Waiting<In, Out>[]): void {
    for (const { input } of batch) busy.delete(input.playerId);
    inFlight--;
    elementsInFlight -= batch.length;
    if (waiting.length > 0) schedule();
    else if (inFlight === 0) for (const notify of idle.splice(0)) notify();
  }

  return {
    add(input) {
      if (waiting.length >= waitingMax) return Promise.reject(tooBusy());
      return new Promise((resolve, reject) => {
        waiting.push({ input, sinceMs: performance.now(), resolve, reject });
        schedule();
      });
    },
    drain: () =>
      waiting.length === 0 && inFlight === 0 ? Promise.resolve() : new Promise((resolve) => idle.push(resolve)),
    figures: () => ({ waiting: waiting.length, inFlight, batches, elements }),
  };
}
