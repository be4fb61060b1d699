import { Refusal } from '@karat/contract/refusal';
import { SignInFailure } from '#adapters/steam/steam.ts';
import type { Metric } from '#http/exposition.ts';

type Method = 'password' | 'steam' | 'code';

/** Reasons known in advance, so that their series begin at 0. */
const KNOWN: Readonly<Record<Method, readonly string[]>> = {
  password: ['wrong_credentials', 'too_many', 'banned'],
  steam: ['failed', 'cancelled', 'unavailable', 'banned', 'forbidden'],
  code: ['wrong_code', 'stale_sign_in', 'too_many'],
};

function reasonOf(error: unknown): string | undefined {
  if (error instanceof SignInFailure) return error.outcome;
  // The first step succeeded.
  if (error instanceof Refusal && error.code === 'second_factor_required') return undefined;
  return error instanceof Refusal ? error.code : undefined;
}

export type SignInFailures = {
  /** Counts a failed sign-in. Ignores unexpected errors. */
  count(method: Method, error: unknown): void;
  readonly metric: Metric;
};

/** Counts the failed sign-ins of this process. */
export function createSignInFailures(): SignInFailures {
  const counts: Record<Method, Map<string, number>> = {
    password: new Map(KNOWN.password.map((reason) => [reason, 0])),
    steam: new Map(KNOWN.steam.map((reason) => [reason, 0])),
    code: new Map(KNOWN.code.map((reason) => [reason, 0])),
  };

  return {
    count(method, error) {
      const reason = reasonOf(error);
      if (reason !== undefined) counts[method].set(reason, (counts[method].get(reason) ?? 0) + 1);
    },
    metric: {
      name: 'karat_failed_sign_ins_total',
      help: 'Sign-ins that failed in this process, by method and reason.',
      type: 'counter',
      read: () =>
        (['password', 'steam', 'code'] as const).flatMap((method) =>
          [...counts[method]].map(([reason, value]) => ({ value, labels: { method, reason } })),
        ),
    },
  };
}
