import { Refusal } from '@karat/contract/refusal';
import type { Bus } from '#adapters/bus/bus.ts';
import { createBoundedMap } from '#bounded-map.ts';
import { subnetOf, networkOf } from '#http/network.ts';
import { isLoopbackAddress } from '#http/origin.ts';

const FREE_FAILURES = 5;
const WAIT_MAX_MS = 15 * 60_000;

/**
 * All networks together may fail this often at one account. The waits after that are short: they slow down guesses from many
 * networks, while the owner on a new device still gets through.
 */
const ACCOUNT_FREE_FAILURES = 100;
const ACCOUNT_WAIT_MAX_MS = 30_000;

/** A proxy or a test on the same machine acts for many people. */
export const LOOPBACK_FACTOR = 20;

/** Failures are reset after this long without another one. */
const RESET_MS = 60 * 60_000;

/** Beyond this many counters, the ones unused for longest are removed, which only ever lifts a restriction. */
const COUNTERS_MAX = 50_000;

/** The maximum number of attempts under one counter that wait for the outcome of earlier attempts. */
const WAITING_MAX = 50;

/** A sign-in attempt. `device` names a device that has signed in to the account before. */
export type Attempt = {
  readonly account: string;
  readonly address: string;
  readonly device: string | undefined;
  /** Called once when one network or device has failed too often; again only after a success or a long time without failures. */
  readonly onLocked?: () => void;
  /** The same for the failures from all networks together. */
  readonly onSlowed?: () => void;
};

export type Throttle = {
  /** Runs an attempt whose work returns undefined on failure. Refuses it without running it during a waiting time. */
  attempt<Success>(who: Attempt, work: () => Promise<Success | undefined>): Promise<Success | undefined>;
};

type Counter = {
  failures: number;
  /** Whether the excess of failures was reported. */
  isLocked: boolean;
  blockedUntil: number;
  touchedAt: number;
  inFlight: number;
  waiting: (() => void)[];
};
type Limit = {
  readonly key: string;
  readonly freeFailures: number;
  readonly waitMaxMs: number;
  /** Counts attempts at all accounts, so a success at one of them resets nothing. */
  readonly isSharedByAccounts?: boolean;
  /** Called once when the free failures are used up. */
  readonly onLimitReached?: (() => void) | undefined;
};

/**
 * A known device has its own counter, so the failures of others never lock it out. Other attempts count by account and network
 * together, more loosely by account alone, and by network alone.
 */
function limitsOf({ account, address, device, onLocked, onSlowed }: Attempt): Limit[] {
  const strictLimit = { freeFailures: FREE_FAILURES, waitMaxMs: WAIT_MAX_MS };
  if (device !== undefined) return [{ ...strictLimit, key: `device:${device}`, onLimitReached: onLocked }];
  const freeFailures = FREE_FAILURES * (isLoopbackAddress(address) ? LOOPBACK_FACTOR : 1);
  return [
    {
      key: `account:${account}`,
      freeFailures: ACCOUNT_FREE_FAILURES,
      waitMaxMs: ACCOUNT_WAIT_MAX_MS,
      onLimitReached: onSlowed,
    },
    { ...strictLimit, key: `pair:${subnetOf(address)} ${account}`, onLimitReached: onLocked },
    { ...strictLimit, key: `address:${networkOf(address)}`, freeFailures, isSharedByAccounts: true },
  ];
}

type WaitLimits = Pick<Limit, 'freeFailures' | 'waitMaxMs'>;

function waitMs(failures: number, { freeFailures, waitMaxMs }: WaitLimits): number {
  if (failures < freeFailures) return 0;
  return Math.min(1_000 * 2 ** (failures - freeFailures), waitMaxMs);
}

function tooManyAttempts(waitMs: number): Refusal {
  return new Refusal('too_many', 'Too many failed attempts.', {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)),
  });
}

/** The counters of failures, up to a maximum number of keys. */
function createCounters(now: () => number) {
  const counters = createBoundedMap<string, Counter>(COUNTERS_MAX);

  function of(key: string): Counter {
    const at = now();
    const existing = counters.get(key);
    if (existing !== undefined && (existing.inFlight > 0 || at - existing.touchedAt <= RESET_MS)) return existing;
    const counter = { failures: 0, isLocked: false, blockedUntil: 0, touchedAt: at, inFlight: 0, waiting: [] };
    counters.set(key, counter);
    return counter;
  }

  return {
    of,
    fail(counter: Counter, waits: WaitLimits): void {
      counter.failures++;
      counter.touchedAt = now();
      counter.blockedUntil = counter.touchedAt + waitMs(counter.failures, waits);
    },
    clear(counter: Counter): void {
      counter.failures = 0;
      counter.isLocked = false;
    },
  };
}

const TOPIC = 'sign-ins';

/** The outcome of an attempt in another process. 'locked' is a failure that used up the free ones and was reported there. */
type Outcome = readonly [key: string, freeFailures: number, outcome: 'in' | 'failed' | 'locked', waitMaxMs?: number];

/**
 * Counts failures in memory, by a monotonic clock. No lock-out is permanent. With a bus, the processes of the site share their
 * counts: a failure in one counts in all of them a moment later.
 */
export function createThrottle(now: () => number = () => performance.now(), bus?: Bus): Throttle {
  const counters = createCounters(now);
  const publish = (outcome: Outcome) => bus?.publish(TOPIC, outcome);

  bus?.subscribe(TOPIC, (message) => {
    // A process of version 1.0.0 sends no maximum wait; it may still run during an update of the site.
    const [key, freeFailures, outcome, waitMaxMs = WAIT_MAX_MS] = message as Outcome;
    const counter = counters.of(key);
    if (outcome === 'in') return counters.clear(counter);
    counters.fail(counter, { freeFailures, waitMaxMs });
    counter.isLocked ||= outcome === 'locked';
  });

  /** Limits concurrent attempts to the free failures that are left; otherwise failures would be counted too late. */
  async function acquire(limit: Limit): Promise<Counter> {
    const counter = counters.of(limit.key);
    for (;;) {
      const remainingMs = counter.blockedUntil - now();
      if (remainingMs > 0) throw tooManyAttempts(remainingMs);
      if (counter.inFlight === 0 || counter.failures + counter.inFlight < limit.freeFailures) break;
      if (counter.waiting.length >= WAITING_MAX) throw tooManyAttempts(1_000);
      await new Promise<void>((resolve) => counter.waiting.push(resolve));
    }
    counter.inFlight++;
    return counter;
  }

  function release(counter: Counter): void {
    counter.inFlight--;
    for (const wake of counter.waiting.splice(0)) wake();
  }

  function count(counter: Counter, limit: Limit, isFailure: boolean): void {
    const { key, freeFailures, waitMaxMs, isSharedByAccounts = false, onLimitReached } = limit;
    // Signing in to one's own account must not give a network more guesses at other accounts.
    if (!isFailure && isSharedByAccounts) return;
    if (!isFailure) {
      // If there were no failures, other processes have nothing to reset.
      if (counter.failures > 0) publish([key, freeFailures, 'in']);
      return counters.clear(counter);
    }
    counters.fail(counter, limit);
    const isLocking = !isSharedByAccounts && !counter.isLocked && counter.failures >= freeFailures;
    if (isLocking) counter.isLocked = true;
    if (isLocking) onLimitReached?.();
    publish([key, freeFailures, isLocking ? 'locked' : 'failed', waitMaxMs]);
  }

  async function runLimited<Success>(
    limits: readonly Limit[],
    work: () => Promise<Success | undefined>,
  ): Promise<Success | undefined> {
    const [limit, ...others] = limits;
    if (limit === undefined) return work();
    const counter = await acquire(limit);
    try {
      const success = await runLimited(others, work);
      count(counter, limit, success === undefined);
      return success;
    } finally {
      release(counter);
    }
  }

  return { attempt: (who, work) => runLimited(limitsOf(who), work) };
}
