import { Refusal } from '@karat/contract/refusal';
import { afterEach, describe, expect, test } from 'vitest';
import { createLog } from '#log.ts';
import { createBusHub } from '#testing/bus-hub.ts';
import { type Attempt, createThrottle } from './throttle.ts';

const kaan: Attempt = { account: 'kaan', address: '203.0.113.7', device: undefined };

/** A throttle with a clock that the test moves. */
function throttleWithManualClock() {
  let nowMs = 1_000_000;
  const throttle = createThrottle(() => nowMs);
  return {
    pass: (seconds: number) => (nowMs += seconds * 1_000),
    fail: (who: Attempt) => throttle.attempt(who, async () => undefined),
    succeed: (who: Attempt) => throttle.attempt(who, async () => 'in'),
    attempt: throttle.attempt,
  };
}

async function secondsToWait(attempt: Promise<unknown>): Promise<number> {
  const refusal = await attempt.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (refusal === undefined) return 0;
  expect(refusal).toBeInstanceOf(Refusal);
  expect(refusal).toMatchObject({ code: 'too_many' });
  return (refusal as Refusal).retryAfterSeconds ?? Number.NaN;
}

test('allows five failures from one network, then doubles the wait from one second to fifteen minutes', async () => {
  const { fail, pass } = throttleWithManualClock();
  for (let failure = 1; failure <= 5; failure++) expect(await secondsToWait(fail(kaan))).toBe(0);
  for (const wait of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]) {
    expect(await secondsToWait(fail(kaan))).toBe(wait);
    pass(wait);
    expect(await secondsToWait(fail(kaan))).toBe(0);
  }
});

test('refuses an attempt during the wait, even with the right password, without extending the wait', async () => {
  const { fail, succeed, pass } = throttleWithManualClock();
  for (let failure = 1; failure <= 6; failure++) await fail(kaan).catch(() => undefined);
  expect(await secondsToWait(succeed(kaan))).toBe(1);
  pass(1);
  expect(await succeed(kaan)).toBe('in');
});

test('a success restores the free failures of the account', async () => {
  const { fail, succeed } = throttleWithManualClock();
  for (let failure = 1; failure <= 4; failure++) await fail(kaan);
  await succeed(kaan);
  // Another address of the same network: the first one has used up four failures of its own.
  const elsewhere = { ...kaan, address: '203.0.113.8' };
  for (let failure = 1; failure <= 5; failure++) expect(await secondsToWait(fail(elsewhere))).toBe(0);
  expect(await secondsToWait(fail(elsewhere))).toBe(1);
});

test('failures from one network do not lock the owner out elsewhere', async () => {
  const { fail, succeed } = throttleWithManualClock();
  for (let failure = 1; failure <= 5; failure++) await fail(kaan);
  expect(await secondsToWait(succeed(kaan))).toBe(1);
  expect(await succeed({ ...kaan, address: '198.51.100.9' })).toBe('in');
});

test.each([
  ['IPv4 /24', (host: number) => `203.0.113.${host}`],
  ['IPv6 /64', (host: number) => `2001:db8:1:2::${host}`],
  ['IPv4 /24 written as IPv6', (host: number) => `::ffff:203.0.113.${host}`],
])('counts failures at one account from addresses of one %s together', async (_, addressOf) => {
  const { fail } = throttleWithManualClock();
  for (let failure = 1; failure <= 5; failure++) await fail({ ...kaan, address: addressOf(failure) });
  expect(await secondsToWait(fail({ ...kaan, address: addressOf(200) }))).toBe(1);
});

test('a hundred failures from many networks slow the account down by at most 30 seconds, reported once', async () => {
  const { fail, succeed, pass } = throttleWithManualClock();
  let slowed = 0;
  const from = (network: number): Attempt => ({
    ...kaan,
    address: `10.${network >> 8}.${network & 255}.1`,
    onSlowed: () => void slowed++,
  });
  for (let failure = 1; failure <= 99; failure++) expect(await secondsToWait(fail(from(failure)))).toBe(0);
  expect(slowed).toBe(0);
  await fail(from(100));
  for (const [index, wait] of [1, 2, 4, 8, 16, 30, 30].entries()) {
    expect(await secondsToWait(fail(from(200 + index)))).toBe(wait);
    pass(wait);
    expect(await secondsToWait(fail(from(200 + index)))).toBe(0);
  }
  expect(slowed).toBe(1);
  expect(await succeed({ ...kaan, device: '7:abc' })).toBe('in');
});

test('failures from one address count for all accounts, and a success there resets nothing', async () => {
  const { fail, succeed } = throttleWithManualClock();
  for (let failure = 1; failure <= 4; failure++) await fail({ ...kaan, account: `player${failure}` });
  await succeed({ ...kaan, account: 'own' });
  await fail({ ...kaan, account: 'player5' });
  expect(await secondsToWait(fail({ ...kaan, account: 'player6' }))).toBe(1);
});

test('a known device has its own counter', async () => {
  const { fail, succeed } = throttleWithManualClock();
  for (let failure = 1; failure <= 8; failure++) await fail(kaan).catch(() => undefined);
  const owner = { ...kaan, device: '7:abc' };
  expect(await succeed(owner)).toBe('in');
  for (let failure = 1; failure <= 5; failure++) expect(await secondsToWait(fail(owner))).toBe(0);
  expect(await secondsToWait(fail(owner))).toBe(1);
});

test('loopback allows twenty times the failures per address, but not per account', async () => {
  const { fail } = throttleWithManualClock();
  for (let failure = 0; failure < 100; failure++) {
    expect(await secondsToWait(fail({ ...kaan, account: `player${failure}`, address: '127.0.0.1' }))).toBe(0);
  }
  expect(await secondsToWait(fail({ ...kaan, account: 'player100', address: '127.0.0.1' }))).toBe(1);

  const { fail: failAgain } = throttleWithManualClock();
  for (let failure = 1; failure <= 5; failure++) await failAgain({ ...kaan, address: '::1' });
  expect(await secondsToWait(failAgain({ ...kaan, address: '::1' }))).toBe(1);
});

test('resets the failures after an hour without one', async () => {
  const { fail, pass } = throttleWithManualClock();
  for (let failure = 1; failure <= 10; failure++) await fail(kaan).catch(() => undefined);
  pass(3_601);
  for (let failure = 1; failure <= 5; failure++) expect(await secondsToWait(fail(kaan))).toBe(0);
});

test('checks five of a hundred concurrent guesses', async () => {
  const { attempt } = throttleWithManualClock();
  let checked = 0;
  const guesses = Array.from({ length: 100 }, () =>
    attempt(kaan, async () => {
      checked++;
      await new Promise((resolve) => setImmediate(resolve));
      return undefined;
    }),
  );
  await Promise.allSettled(guesses);
  expect(checked).toBe(5);
});

test('accepts many concurrent attempts with the right password', async () => {
  const { attempt } = throttleWithManualClock();
  const right = Array.from({ length: 40 }, () =>
    attempt(kaan, async () => {
      await new Promise((resolve) => setImmediate(resolve));
      return 'in';
    }),
  );
  expect(new Set(await Promise.all(right))).toEqual(new Set(['in']));
});

test('an attempt that throws counts as neither success nor failure and does not block later attempts', async () => {
  const { attempt, succeed } = throttleWithManualClock();
  for (let time = 1; time <= 10; time++) {
    await expect(attempt(kaan, () => Promise.reject(new Error('database unavailable')))).rejects.toThrow(
      'database unavailable',
    );
  }
  expect(await succeed(kaan)).toBe('in');
});

describe('with several processes', () => {
  const hub = createBusHub(createLog('silent'));
  afterEach(() => hub.open());
  const delivered = () => new Promise((resolve) => setImmediate(resolve));

  function startTwo() {
    const lockOuts: string[] = [];
    const start = (name: string) => {
      const throttle = createThrottle(() => 1_000_000, hub.join());
      const onLocked = () => void lockOuts.push(name);
      return {
        fail: (who: Attempt) => throttle.attempt({ ...who, onLocked }, async () => undefined),
        succeed: (who: Attempt) => throttle.attempt(who, async () => 'in'),
      };
    };
    return { first: start('here'), second: start('there'), lockOuts };
  }

  test('counts a failure in all processes and reports the lock-out once', async () => {
    const { first, second, lockOuts } = startTwo();
    for (const each of [first, second, first, second, first]) {
      await each.fail(kaan);
      await delivered();
    }
    for (const each of [first, second]) expect(await secondsToWait(each.succeed(kaan))).toBe(1);
    expect(lockOuts).toEqual(['here']);
  });

  test('reports concurrent failures in both processes at the next one at the latest', async () => {
    const { first, second, lockOuts } = startTwo();
    const ofMany: Attempt = { account: 'many', address: '127.0.0.1', device: undefined };
    for (let time = 0; time < 3; time++) {
      await Promise.all([first.fail(ofMany), second.fail(ofMany)]);
      await delivered();
    }
    expect(lockOuts.length).toBeGreaterThan(0);
    expect(await secondsToWait(first.succeed(ofMany))).toBeGreaterThan(0);
  });

  test('a success in one process restores the free failures in the others', async () => {
    const { first, second } = startTwo();
    for (let failure = 1; failure <= 4; failure++) await first.fail(kaan);
    await delivered();
    await second.succeed(kaan);
    await delivered();
    await first.fail({ ...kaan, address: '203.0.113.8' });
    expect(await secondsToWait(first.succeed({ ...kaan, address: '203.0.113.8' }))).toBe(0);
  });

  test('counts separately without a connection to the others', async () => {
    const { first, second } = startTwo();
    hub.shut();
    for (let failure = 1; failure <= 5; failure++) await first.fail(kaan);
    await delivered();
    expect(await secondsToWait(first.succeed(kaan))).toBe(1);
    expect(await secondsToWait(second.succeed(kaan))).toBe(0);
  });
});
