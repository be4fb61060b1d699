import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Endpoint, CallInput } from '@karat/contract/endpoint';
import type { CallResult } from '#sandbox/player-actions/calls.ts';
import { checkResponse } from './responses.ts';
import { isOverloaded, type Outages } from './outages.ts';
import {
  type Caller,
  type ApiResponse,
  describeRequest,
  type Options,
  type ApiRequest,
  sendRequest,
  shortened,
} from '#sandbox/player-actions/api-request.ts';
import type { Results } from './results.ts';

/** After this timeout a request is sent again, as a person would press the button again. */
const ANSWER_TIMEOUT_MS = 10_000;
/** Delay after the first attempt. It grows with each attempt, up to ten times. */
const RETRY_MS = { min: 50, max: 250 };
const RETRY_FACTOR_MAX = 10;
/** Probability of a doubled request, and of a connection cut before the response. */
const CHANCE = { doubled: 0.03, cut: 0.02 };
const CUT_WITHIN_MS = 60;
/** A rate-limited player waits at most this long, then does something else. */
const RETRY_AFTER_MAX_SECONDS = 3;
/** Number of requests that are kept, to be repeated at the end. */
const SAMPLE_SIZE_MAX = 300;

type ClientDeps = {
  readonly origin: string;
  readonly results: Results;
  readonly outages: Outages;
  /** Once true, unanswered requests are not sent again. */
  readonly isOver: () => boolean;
  readonly answerTimeoutMs?: number;
};

/** A load balancer answers the first and the last for a process that died or hangs; the site itself answers 503. */
const UNAVAILABLE_STATUSES: ReadonlySet<number> = new Set([502, 503, 504]);

const isSame = (a: ApiResponse, b: ApiResponse): boolean => isDeepStrictEqual(JSON.parse(a.text), JSON.parse(b.text));

/** Single attempts; undefined if the outcome is unknown. */
function createAttempts({ origin, results, outages, answerTimeoutMs = ANSWER_TIMEOUT_MS }: ClientDeps) {
  async function attempt(request: ApiRequest, timeoutMs = answerTimeoutMs): Promise<ApiResponse | undefined> {
    const since = performance.now();
    try {
      const response = await sendRequest(origin, request, timeoutMs);
      if (response.status < 500) return response;
      if (UNAVAILABLE_STATUSES.has(response.status) && outages.mayOverlap(since)) return undefined;
      if (response.status === 503 && isOverloaded()) results.excused('unavailable on an overloaded machine');
      else results.breach(`${describeRequest(request)} was answered ${response.status}: ${shortened(response.text)}`);
    } catch (error) {
      const { name, cause } = error as Error;
      const isExcused = name === 'TimeoutError' || outages.mayOverlap(since);
      if (!isExcused) results.breach(`${describeRequest(request)} lost its connection: ${String(cause ?? error)}`);
    }
    return undefined;
  }

  /** Sends a request twice concurrently. It must take effect once, with equal responses. */
  async function attemptTwice(request: ApiRequest): Promise<ApiResponse | undefined> {
    const [one, other] = await Promise.all([attempt(request), attempt(request)]);
    if (one?.status === 200 && other?.status === 200 && !isSame(one, other)) {
      results.breach(
        `${describeRequest(request)} took effect twice: ${shortened(one.text)} / ${shortened(other.text)}`,
        'doubled',
      );
    }
    // Refusals are not stored under the key, so of the two, the success counts.
    return one?.status === 200 || other === undefined ? one : other;
  }

  return { attempt, attemptTwice };
}

/** A uniform sample of the successful requests with a key (reservoir sampling). */
function createSample() {
  const sample: { readonly request: ApiRequest; readonly response: ApiResponse }[] = [];
  let seen = 0;
  return {
    sample: sample as readonly (typeof sample)[number][],
    addToSample(request: ApiRequest, response: ApiResponse): void {
      const { random } = request.caller;
      if (request.options.key === undefined || request.options.mayChange === true || response.status !== 200) return;
      seen++;
      if (sample.length < SAMPLE_SIZE_MAX) sample.push({ request, response });
      else if (random.happens(SAMPLE_SIZE_MAX / seen))
        sample[random.integer(0, SAMPLE_SIZE_MAX - 1)] = { request, response };
    },
  };
}

/** Calls the site as the web app does, and checks every response against the contract. */
export function createClient(deps: ClientDeps) {
  const { origin, results, isOver } = deps;
  const { attempt, attemptTwice } = createAttempts(deps);
  const { addToSample, sample } = createSample();

  /** Sends until there is a response, always with the same key. */
  async function sendUntilAnswered(request: ApiRequest): Promise<ApiResponse | undefined> {
    const { caller, options } = request;
    const { random } = caller;
    const sinceMs = performance.now();
    let hasRested = false;
    const isKeyed = options.key !== undefined && options.mayChange !== true;
    let isUncertain = isKeyed && random.happens(CHANCE.cut);
    if (isUncertain) await attempt(request, random.integer(1, CUT_WITHIN_MS));
    for (let tries = 1; ; tries++) {
      const response = isKeyed && random.happens(CHANCE.doubled) ? await attemptTwice(request) : await attempt(request);
      const isRateLimited = response?.status === 429;
      const isWorthWaiting = isUncertain || (response?.retryAfterSeconds ?? 0) <= RETRY_AFTER_MAX_SECONDS;
      if (response !== undefined && !(isRateLimited && isWorthWaiting)) {
        if (!hasRested) results.waited(performance.now() - sinceMs);
        return response;
      }
      if (isOver()) return undefined;
      hasRested ||= isRateLimited;
      isUncertain ||= response === undefined;
      results.repeated();
      const retryMs = random.integer(RETRY_MS.min, RETRY_MS.max) * Math.min(tries, RETRY_FACTOR_MAX);
      await sleep(isRateLimited ? response.retryAfterSeconds * 1_000 : retryMs);
    }
  }

  return {
    origin,
    async call<E extends Endpoint>(
      caller: Caller,
      endpoint: E,
      input?: CallInput<E>,
      options: Options = {},
    ): Promise<CallResult<E>> {
      const request = { caller, endpoint, input, options };
      const response = await sendUntilAnswered(request);
      if (response === undefined) {
        results.breach(`${describeRequest(request)} was never answered`, 'lost');
        return { isDone: false, code: 'unavailable' };
      }
      addToSample(request, response);
      return checkResponse<E>(request, response, results);
    },
    /** Repeats kept requests: the response must be the same, and nothing else may happen. */
    async repeatSample(): Promise<number> {
      for (const { request, response } of sample) {
        const again = await attempt(request);
        if (again?.status === 200 && isSame(again, response)) continue;
        results.breach(
          `${describeRequest(request)}, repeated: ${shortened(again?.text)}, not ${shortened(response.text)}`,
        );
      }
      return sample.length;
    },
  };
}

export type Client = ReturnType<typeof createClient>;
