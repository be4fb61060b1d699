import { type Endpoint, type Reply, type CallInput, fillPath } from '@karat/contract/endpoint';
import type { Failure, Issue } from '@karat/contract/refusal';
import { readStored } from './storage.ts';

/** The storage key of the token that login and signup return. */
export const TOKEN_KEY = 'jwt_token';

/** The storage key of the chosen language, in which the server writes e-mails. */
export const LANGUAGE_KEY = 'language';

/** Options of every request: never cached, sent with the session cookie. */
const REQUEST_OPTIONS = { credentials: 'same-origin', cache: 'no-store' } as const satisfies RequestInit;

function callerHeaders(): Record<string, string> {
  const [token, language] = [readStored(TOKEN_KEY), readStored(LANGUAGE_KEY)];
  return {
    Accept: 'application/json',
    ...(token !== null && { Authorization: `Bearer ${token}` }),
    ...(language !== null && { 'X-Language': language }),
  };
}

/** A refusal by the server: `code` is for the program, `message` and `error` are for the player. */
export class ApiRefusal extends Error {
  readonly code: Failure['code'];
  /** The field `error` of the response: the same sentence as `message`. */
  readonly error: string;
  readonly status: number;
  readonly issues: readonly Issue[];
  /** From the `Retry-After` header, if the server sent one. */
  readonly retryAfterSeconds: number | undefined;
  readonly ban: Failure['ban'];
  readonly notice: Failure['notice'];
  /** With `second_factor_required`: continues the sign-in. */
  readonly challenge: Failure['challenge'];

  constructor(
    { code, message, error = message, issues, ban, notice, challenge }: RefusalBody,
    status: number,
    retryAfterSeconds?: number,
  ) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
    this.code = code;
    this.error = error;
    this.status = status;
    this.issues = issues ?? [];
    this.ban = ban;
    this.notice = notice;
    this.challenge = challenge;
  }
}

type RefusalBody = Pick<Failure, 'code' | 'message' | 'issues' | 'ban' | 'notice' | 'challenge'> & {
  readonly error?: string;
};

/** No complete response arrived. */
export class NetworkFailure extends Error {}

type CallOptions = {
  signal?: AbortSignal;
  /** For calls that move diamonds: a repeat with the same key has no further effect. */
  idempotencyKey?: string;
  /** The browser's own random part of a roll: 32 hex digits. */
  entropy?: string;
  /** Sends the JSON content type even without a body. */
  isJson?: true;
};

type CallArguments<E extends Endpoint> = keyof CallInput<E> extends never
  ? [input?: undefined, options?: CallOptions]
  : [input: CallInput<E>, options?: CallOptions];

type QueryValues = Readonly<Record<string, string | number | undefined>>;

/** A random idempotency key. `crypto.randomUUID` does not exist on pages served over plain http. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Calls the server. Returns its reply, or throws `ApiRefusal` or `NetworkFailure`. */
export async function call<E extends Endpoint>(endpoint: E, ...request: CallArguments<E>): Promise<Reply<E>> {
  try {
    return await callOnce(endpoint, ...request);
  } catch (error) {
    const isStale = error instanceof ApiRefusal && error.code === 'stale_second_factor';
    if (isStale && (await requestSecondFactor())) return callOnce(endpoint, ...request);
    throw error;
  }
}

let requestSecondFactor: () => Promise<boolean> = () => Promise.resolve(false);

/** Sets what asks the player for the second factor and returns whether it was given. The refused call is then repeated. */
export function onStaleSecondFactor(request: () => Promise<boolean>): void {
  requestSecondFactor = request;
}

async function callOnce<E extends Endpoint>(
  endpoint: E,
  ...[input, options = {}]: CallArguments<E>
): Promise<Reply<E>> {
  const { params, query, body } = (input ?? {}) as {
    params?: Record<string, string | number>;
    query?: QueryValues;
    body?: unknown;
  };
  const response = await fetchResponse(fillPath(endpoint.path, params) + queryString(query), {
    ...REQUEST_OPTIONS,
    method: endpoint.method,
    headers: requestHeaders(body, options),
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(options.signal && { signal: options.signal }),
  });
  syncClock(response.headers.get('date'));
  const reply: unknown = await response.json().catch(() => undefined);
  if (response.ok && reply !== undefined) {
    notifyOutcome({ path: endpoint.path });
    return reply as Reply<E>;
  }
  // The server may have processed the request although its response was lost.
  if (response.ok) throw new NetworkFailure('The response was cut off.');
  const refusal = toRefusal(reply, response);
  if (isUnauthenticated(refusal)) notifyUnauthenticated();
  notifyOutcome({ path: endpoint.path, refusal });
  throw refusal;
}

// The server's time minus this page's `performance.now()`, from the latest response, accurate to a second.
let clockOffsetMs = performance.timeOrigin;

function syncClock(date: string | null): void {
  const serverMs = Date.parse(date ?? '');
  if (!Number.isNaN(serverMs)) clockOffsetMs = serverMs - performance.now();
}

/** The time by the server's clock, even if the clock of this computer is wrong. */
export function serverNowMs(): number {
  return performance.now() + clockOffsetMs;
}

type Outcome = { readonly path: string; readonly refusal?: ApiRefusal };
// The listener loads after the first page, where a quick player may already have wagered.
let pendingOutcomes: Outcome[] = [];
let notifyOutcome = (outcome: Outcome): void => void pendingOutcomes.push(outcome);

/** Sets the listener for the outcome of every call. It also gets the outcomes from before it was set. */
export function onOutcome(listener: (outcome: Outcome) => void): void {
  notifyOutcome = listener;
  for (const outcome of pendingOutcomes) listener(outcome);
  pendingOutcomes = [];
}

/** Whether a call failed because the session has ended. The sign-in form opens by itself, so the caller shows no further message. */
export function isUnauthenticated(error: unknown): boolean {
  return error instanceof ApiRefusal && error.code === 'unauthenticated';
}

let notifyUnauthenticated: () => void = () => undefined;

/** Sets the listener for a session that ends during the visit. */
export function onUnauthenticated(listener: () => void): void {
  notifyUnauthenticated = listener;
}

const earlyResponses = new Map<string, Promise<Response>>();

/** Sends a GET before the page asks for it. The first `call` of the same URL gets this response. */
export function sendEarly(url: string): void {
  const response = fetch(url, { ...REQUEST_OPTIONS, headers: callerHeaders() });
  response.catch(() => undefined);
  earlyResponses.set(url, response);
}

/** Drops early responses that no call has taken. */
export function dropEarly(): void {
  earlyResponses.clear();
}

export function takeEarly(url: string): Promise<Response> | undefined {
  const response = earlyResponses.get(url);
  earlyResponses.delete(url);
  return response;
}

async function fetchResponse(url: string, request: RequestInit): Promise<Response> {
  try {
    return await ((request.method === 'GET' ? takeEarly(url) : undefined) ?? fetch(url, request));
  } catch (error) {
    if (request.signal?.aborted === true) throw error;
    throw new NetworkFailure('The server could not be reached.', { cause: error });
  }
}

function requestHeaders(
  body: unknown,
  { idempotencyKey, entropy, isJson = body === undefined ? undefined : true }: CallOptions,
): Record<string, string> {
  return {
    ...callerHeaders(),
    ...(isJson === true && { 'Content-Type': 'application/json' }),
    ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
    ...(entropy !== undefined && { 'X-Client-Entropy': entropy }),
  };
}

function queryString(query: QueryValues = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size === 0 ? '' : `?${search}`;
}

// A proxy may answer with an HTML page instead of our body: that becomes `internal` without a message.
function toRefusal(reply: unknown, { status, headers }: Response): ApiRefusal {
  const failure = (typeof reply === 'object' && reply !== null ? reply : {}) as Partial<Failure>;
  const { code = 'internal', message = '', error = message, issues = [], ban, notice, challenge } = failure;
  const seconds = Number(headers.get('retry-after') ?? NaN);
  return new ApiRefusal(
    { code, message, error, issues, ...(ban && { ban }), ...(notice && { notice }), ...(challenge && { challenge }) },
    status,
    seconds > 0 ? seconds : undefined,
  );
}
