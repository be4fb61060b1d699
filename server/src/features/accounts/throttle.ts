import { Refusal } from '@karat/contract/refusal';
import type { Bus } from '#adapters/bus/bus.ts';
import { isLoopbackAddress } from '#http/origin.ts';

const FREE_FAILURES = 5;
const WAIT_MAX_MS = 15 * 60_000;

/** A proxy or a test on the same machine speaks for many people. */
export const LOOPBACK_FACTOR = 20;

/** After this long without a failure the earlier ones no longer tell anything. */
const FORGET_MS = 60 * 60_000;

/** Past it the longest unused are forgotten, which only ever forgives. */
const COUNTERS_MAX = 50_000;

/** How many tries at one account or from one address may wait for the outcome of the tries before them. */
const WAITING_MAX = 50;

/** Who tries to sign in as whom. A device that has signed in to the account before is told by its own name. */
export type Attempt = {
  readonly account: string;
  readonly address: string;
  readonly device: string | undefined;
  /** Called once, when the failures at the account have become too many; again only after a success or a long rest. */
  readonly onLocked?: () => void;
};

export type Throttle = {
  /** Runs a try that answers undefined for a failure. Refuses it unheard while the waiting time is on. */
  attempt<Success>(who: Attempt, work: () => Promise<Success | undefined>): Promise<Success | undefined>;
};

type Counter = {
  failures: number;
  /** Whether it was told that they have become too many. */
  isLocked: boolean;
  openAt: number;
  touchedAt: number;
  inFlight: number;
  waiting: (() => void)[];
};
type Limit = { readonly key: string; readonly freeFailures: number };

/** One household shares an IPv4 address; of IPv6 it has a whole /64. */
export function networkOf(address: string): string {
  if (address.startsWith('::ffff:')) return address.slice('::ffff:'.length);
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('%')[0]!.split('::');
  const groups = head === '' ? [] : head.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length);
  const whole = [...groups, ...Array.from({ length: Math.max(missing, 0) }, () => '0'), ...(tail ?? '').split(':')];
  return `${whole.slice(0, 4).join(':')}::/64`;
}

/** A stranger's failures must not keep the owner out: a known device has a counter of its own, beside nobody's. */
function limitsOf({ account, address, device }: Attempt): Limit[] {
  if (device !== undefined) return [{ key: `device:${device}`, freeFailures: FREE_FAILURES }];
  const factor = isLoopbackAddress(address) ? LOOPBACK_FACTOR : 1;
  return [
    { key: `account:${account}`, freeFailures: FREE_FAILURES },
    { key: `address:${networkOf(address)}`, freeFailures: FREE_FAILURES * factor },
  ];
}

function waitMs(failures: number, freeFailures: number): number {
  if (failures < freeFailures) return 0;
  return Math.min(1_000 * 2 ** (failures - freeFailures), WAIT_MAX_MS);
}

function tooMany(waitMs: number): Refusal {
  return new Refusal('too_many', 'Too many failed attempts. Please wait a little.', {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)),
  });
}

/** Who has failed how often, as far as it is remembered. */
function createCounters(now: () => number) {
  const counters = new Map<string, Counter>();

  function of(key: string): Counter {
    const at = now();
    let counter = counters.get(key);
    if (counter === undefined || (counter.inFlight === 0 && at - counter.touchedAt > FORGET_MS)) {
      counter = { failures: 0, isLocked: false, openAt: 0, touchedAt: at, inFlight: 0, waiting: [] };
    }
    // Deleted and set again, so that the map's order is the order of last use.
    counters.delete(key);
    if (counters.size >= COUNTERS_MAX) {
      const [oldest] = counters.keys();
      if (oldest !== undefined) counters.delete(oldest);
    }
    counters.set(key, counter);
    return counter;
  }

  return {
    of,
    fail(counter: Counter, freeFailures: number): void {
      counter.failures++;
      counter.touchedAt = now();
      counter.openAt = counter.touchedAt + waitMs(counter.failures, freeFailures);
    },
    clear(counter: Counter): void {
      counter.failures = 0;
      counter.isLocked = false;
    },
  };
}

const TOPIC = 'sign-ins';

/** What became of a try in another process: a success, or a failure, and whether it was noted there that they are too many. */
type Outcome = readonly [key: string, freeFailures: number, outcome: 'in' | 'failed' | 'locked'];

/**
 * Counts failures by account and by address, in memory, on a clock that never goes back. Nobody is locked for ever. With a bus the
 * processes of the site tell each other: what fails in one is counted in all a moment later.
 */
export function createThrottle(now: () => number = () => performance.now(), bus?: Bus): Throttle {
  const counters = createCounters(now);
  const tell = (outcome: Outcome) => bus?.publish(TOPIC, outcome);

  bus?.subscribe(TOPIC, (sent) => {
    const [key, freeFailures, outcome] = sent as Outcome;
    const counter = counters.of(key);
    if (outcome === 'in') return counters.clear(counter);
    counters.fail(counter, freeFailures);
    counter.isLocked ||= outcome === 'locked';
  });

  /** Of tries made at the same moment only as many run at once as may fail for free, else the count comes too late. */
  async function enter(limit: Limit): Promise<Counter> {
    const counter = counters.of(limit.key);
    for (;;) {
      const left = counter.openAt - now();
      if (left > 0) throw tooMany(left);
      if (counter.inFlight === 0 || counter.failures + counter.inFlight < limit.freeFailures) break;
      if (counter.waiting.length >= WAITING_MAX) throw tooMany(1_000);
      await new Promise<void>((resolve) => counter.waiting.push(resolve));
    }
    counter.inFlight++;
    return counter;
  }

  function leave(counter: Counter): void {
    counter.inFlight--;
    for (const wake of counter.waiting.splice(0)) wake();
  }

  function count(counter: Counter, { key, freeFailures }: Limit, { onLocked }: Attempt, isFailure: boolean): void {
    const isAddress = key.startsWith('address:');
    // One's own account must not buy an address more guesses at those of others.
    if (!isFailure && isAddress) return;
    if (!isFailure) {
      // Nothing was counted, so there is nothing that others have to take back.
      if (counter.failures > 0) tell([key, freeFailures, 'in']);
      return counters.clear(counter);
    }
    counters.fail(counter, freeFailures);
    const isLocking = !isAddress && !counter.isLocked && counter.failures >= freeFailures;
    if (isLocking) counter.isLocked = true;
    if (isLocking) onLocked?.();
    tell([key, freeFailures, isLocking ? 'locked' : 'failed']);
  }

  async function guarded<Success>(
    who: Attempt,
    limits: readonly Limit[],
    work: () => Promise<Success | undefined>,
  ): Promise<Success | undefined> {
    const [limit, ...others] = limits;
    if (limit === undefined) return work();
    const counter = await enter(limit);
    try {
      const success = await guarded(who, others, work);
      count(counter, limit, who, success === undefined);
      return success;
    } finally {
      leave(counter);
    }
  }

  return { attempt: (who, work) => guarded(who, limitsOf(who), work) };
}
