import { type Endpoint, type Reply, type Sent, addressOf } from '@karat/contract/endpoint';
import type { Failure, Issue } from '@karat/contract/refusal';
import { kept } from './storage.ts';

/** The storage key of the token that login and signup return. */
export const TOKEN_KEY = 'jwt_token';

/** Options of every request: never cached, sent with the session cookie. */
const REQUEST = { credentials: 'same-origin', cache: 'no-store' } as const satisfies RequestInit;

function callerHeaders(): Record<string, string> {
  const token = kept(TOKEN_KEY);
  return { Accept: 'application/json', ...(token !== null && { Authorization: `Bearer ${token}` }) };
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

  constructor(
    { code, message, error = message, issues, ban }: RefusalBody,
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
  }
}

type RefusalBody = Pick<Failure, 'code' | 'message' | 'issues' | 'ban'> & { readonly error?: string };

/** No complete response arrived. */
export class NetworkFailure extends Error {}

type Options = {
  signal?: AbortSignal;
  /** For calls that move diamonds: a repeat with the same key has no further effect. */
  idempotencyKey?: string;
  /** The browser's own random part of a roll: 32 hex digits. */
  entropy?: string;
  /** Sends the JSON content type even without a body. */
  isJson?: true;
};

type Arguments<E extends Endpoint> = keyof Sent<E> extends never
  ? [sent?: undefined, options?: Options]
  : [sent: Sent<E>, options?: Options];

type Values = Readonly<Record<string, string | number | undefined>>;

/** A random idempotency key. `crypto.randomUUID` does not exist on pages served over plain http. */
export function newRequestKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Calls the server. Returns its reply, or throws `ApiRefusal` or `NetworkFailure`. */
export async function call<E extends Endpoint>(endpoint: E, ...[sent, options = {}]: Arguments<E>): Promise<Reply<E>> {
  const { params, query, body } = (sent ?? {}) as {
    params?: Record<string, string | number>;
    query?: Values;
    body?: unknown;
  };
  const response = await send(addressOf(endpoint.path, params) + searchOf(query), {
    ...REQUEST,
    method: endpoint.method,
    headers: headersOf(body, options),
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(options.signal && { signal: options.signal }),
  });
  hearClock(response.headers.get('date'));
  const reply: unknown = await response.json().catch(() => undefined);
  if (response.ok && reply !== undefined) {
    heedOutcome({ path: endpoint.path });
    return reply as Reply<E>;
  }
  // The server may have done it: only the response was cut off.
  if (response.ok) throw new NetworkFailure('The response was cut off.');
  const refusal = refusalOf(reply, response);
  if (isUnauthenticated(refusal)) heedUnauthenticated();
  heedOutcome({ path: endpoint.path, refusal });
  throw refusal;
}

// The server's time minus this page's `performance.now()`, from the latest response, accurate to a second.
let aheadMs = performance.timeOrigin;

function hearClock(date: string | null): void {
  const saidMs = Date.parse(date ?? '');
  if (!Number.isNaN(saidMs)) aheadMs = saidMs - performance.now();
}

/** The time by the server's clock, even if the clock of this computer is wrong. */
export function serverNowMs(): number {
  return performance.now() + aheadMs;
}

type Outcome = { readonly path: string; readonly refusal?: ApiRefusal };
// The listener loads after the first page, where a quick player may already have wagered.
let unheard: Outcome[] = [];
let heedOutcome = (outcome: Outcome): void => void unheard.push(outcome);

/** Sets the listener for the outcome of every call. It also gets the outcomes from before it was set. */
export function onOutcome(listener: (outcome: Outcome) => void): void {
  heedOutcome = listener;
  for (const outcome of unheard) listener(outcome);
  unheard = [];
}

/** The session has ended. The sign-in form opens by itself, so the caller shows no further message. */
export function isUnauthenticated(error: unknown): boolean {
  return error instanceof ApiRefusal && error.code === 'unauthenticated';
}

let heedUnauthenticated: () => void = () => undefined;

/** Sets the listener for a session that ends during the visit. */
export function onUnauthenticated(listener: () => void): void {
  heedUnauthenticated = listener;
}

const early = new Map<string, Promise<Response>>();

/** Sends a GET before the page asks for it. The first `call` of the same address gets this response. */
export function sendEarly(address: string): void {
  const response = fetch(address, { ...REQUEST, headers: callerHeaders() });
  response.catch(() => undefined);
  early.set(address, response);
}

/** Drops early responses that no call has taken. */
export function dropEarly(): void {
  early.clear();
}

export function takeEarly(address: string): Promise<Response> | undefined {
  const response = early.get(address);
  early.delete(address);
  return response;
}

async function send(address: string, request: RequestInit): Promise<Response> {
  try {
    return await ((request.method === 'GET' ? takeEarly(address) : undefined) ?? fetch(address, request));
  } catch (error) {
    if (request.signal?.aborted === true) throw error;
    throw new NetworkFailure('The server could not be reached.', { cause: error });
  }
}

function headersOf(
  body: unknown,
  { idempotencyKey, entropy, isJson = body === undefined ? undefined : true }: Options,
): Record<string, string> {
  return {
    ...callerHeaders(),
    ...(isJson === true && { 'Content-Type': 'application/json' }),
    ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
    ...(entropy !== undefined && { 'X-Client-Entropy': entropy }),
  };
}

function searchOf(query: Values = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size === 0 ? '' : `?${search}`;
}

// A proxy may answer with an HTML page instead of our body: that becomes `internal` without a message.
function refusalOf(reply: unknown, { status, headers }: Response): ApiRefusal {
  const failure = (typeof reply === 'object' && reply !== null ? reply : {}) as Partial<Failure>;
  const { code = 'internal', message = '', error = message, issues = [], ban } = failure;
  const seconds = Number(headers.get('retry-after') ?? NaN);
  return new ApiRefusal(
    { code, message, error, issues, ...(ban && { ban }) },
    status,
    seconds > 0 ? seconds : undefined,
  );
}
