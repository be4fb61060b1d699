import { fillPath, type Endpoint } from '@karat/contract/endpoint';
import type { Random } from './random.ts';

const TEXT_SHOWN_MAX = 400;

export type Caller = { readonly name: string; readonly token: string; readonly random: Random };

export type Options = {
  /** Idempotency key: repeats with it are the same request. */
  readonly key?: string;
  readonly entropy?: string;
  /** The answered object may change by itself, so a repeat may get another response. */
  readonly mayChange?: boolean;
  /** A 404 is expected. */
  readonly mayBeMissing?: boolean;
};

/** One logical request, however often it is sent. */
export type ApiRequest = {
  readonly caller: Caller;
  readonly endpoint: Endpoint;
  readonly input: unknown;
  readonly options: Options;
};

export type ApiResponse = { readonly status: number; readonly text: string; readonly retryAfterSeconds: number };

/** Describes a request in breach messages. */
export const describeRequest = ({ caller, endpoint, input }: ApiRequest): string =>
  `${endpoint.method} ${endpoint.path} of ${caller.name} ${JSON.stringify(input ?? {})}`;

export const shortened = (text: string | undefined): string => (text ?? 'nothing').slice(0, TEXT_SHOWN_MAX);

function searchOf(query: Readonly<Record<string, string>> = {}): string {
  const search = new URLSearchParams(query).toString();
  return search === '' ? '' : `?${search}`;
}

type Parts = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown };

/** Sends a request as the web app does. */
export async function sendRequest(origin: string, request: ApiRequest, timeoutMs: number): Promise<ApiResponse> {
  const { caller, endpoint, input, options } = request;
  const { params, query, body } = (input ?? {}) as Parts;
  const hasBody = endpoint.body !== undefined;
  const headers = {
    ...(caller.token !== '' && { authorization: `Bearer ${caller.token}` }),
    ...(options.key !== undefined && { 'idempotency-key': options.key }),
    ...(options.entropy !== undefined && { 'x-client-entropy': options.entropy }),
    ...(hasBody && { 'content-type': 'application/json' }),
  };
  const reply = await fetch(`${origin}${fillPath(endpoint.path, params)}${searchOf(query)}`, {
    method: endpoint.method,
    headers,
    ...(hasBody && { body: JSON.stringify(body ?? {}) }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  const retryAfterSeconds = Number(reply.headers.get('retry-after') ?? 0);
  return { status: reply.status, text: await reply.text(), retryAfterSeconds };
}
