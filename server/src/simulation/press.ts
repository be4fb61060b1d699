import { fillPath, type Endpoint } from '@karat/contract/endpoint';
import type { Random } from './random.ts';

const TEXT_SHOWN_MAX = 400;

export type Caller = { readonly name: string; readonly token: string; readonly random: Random };

export type Options = {
  /** Of one act: whatever becomes of the first request, the others are the same act. */
  readonly key?: string;
  readonly entropy?: string;
  /** What is answered may move on by itself: a repeat tells how it stands then. */
  readonly mayMoveOn?: boolean;
  /** What may not be there yet is not missed. */
  readonly mayBeMissing?: boolean;
};

/** One press of a button, however often it is sent. */
export type Press = {
  readonly caller: Caller;
  readonly endpoint: Endpoint;
  readonly sent: unknown;
  readonly options: Options;
};

export type Heard = { readonly status: number; readonly text: string; readonly retryAfterSeconds: number };

/** For people who look for what went wrong. */
export const nameOf = ({ caller, endpoint, sent }: Press): string =>
  `${endpoint.method} ${endpoint.path} of ${caller.name} ${JSON.stringify(sent ?? {})}`;

export const shortened = (text: string | undefined): string => (text ?? 'nothing').slice(0, TEXT_SHOWN_MAX);

function searchOf(query: Readonly<Record<string, string>> = {}): string {
  const search = new URLSearchParams(query).toString();
  return search === '' ? '' : `?${search}`;
}

type Parts = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown };

/** Sends it as the web app does. */
export async function sendPress(origin: string, press: Press, timeoutMs: number): Promise<Heard> {
  const { caller, endpoint, sent, options } = press;
  const { params, query, body } = (sent ?? {}) as Parts;
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
