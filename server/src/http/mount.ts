import type { Endpoint, ParsedInput, Reply } from '@karat/contract/endpoint';
import { type Issue, Refusal } from '@karat/contract/refusal';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Env } from '#env.ts';
import { hasAvatars, withAvatars } from './avatars.ts';
import type { CallTimes } from './call-times.ts';
import type { Metric } from './exposition.ts';
import { jsonSchemaOf } from './json-schema.ts';
import { isChanging, type MountedCall, refusalsOf } from './declared-refusals.ts';
import { isNavigation } from './navigation.ts';
import { originOf } from './origin.ts';
import { baseHeaders } from './security-headers.ts';
import { statusOf } from './refusal.ts';
import { refuseStrangers } from './strangers.ts';

/** What stands on an app before anything is mounted: see `createHttp`. */
declare module 'fastify' {
  interface FastifyInstance {
    karat: {
      readonly env: Env;
      /** Every mounted call with who may make it: the API page and the access tests read it. */
      readonly calls: MountedCall[];
      sendPage(request: FastifyRequest, reply: FastifyReply): FastifyReply;
      readonly callTimes: CallTimes;
      /** What features expose at `/metrics`, besides the site's own. */
      readonly metrics: Metric[];
      /** Refusals that a call has answered and the contract does not declare, such as `POST /auth/login taken`. */
      readonly undeclaredRefusals: Set<string>;
    };
  }
}

export type Identify<Caller> = ((request: FastifyRequest) => Promise<Caller> | Caller) & { readonly name: string };

function issuesOf(part: string, issues: readonly { path: PropertyKey[]; message: string }[]): Issue[] {
  return issues.map(({ path, message }) => ({ path: path.length > 0 ? path.join('.') : part, message }));
}

function parseInput<E extends Endpoint>(endpoint: E, request: FastifyRequest): ParsedInput<E> {
  const parsed: Record<string, unknown> = {};
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = endpoint[part];
    if (schema === undefined) continue;
    const result = schema.safeParse(part === 'body' ? (request.body ?? {}) : request[part]);
    if (!result.success) {
      const issues = issuesOf(part, result.error.issues);
      throw new Refusal('invalid', issues[0]?.message ?? 'Invalid input', { issues });
    }
    parsed[part] = result.data;
  }
  return parsed as ParsedInput<E>;
}

type ToJson = (answer: unknown, request: FastifyRequest) => string;

/** Parsed on the way out too: a column too many never leaves. */
function createToJson({ reply }: Endpoint, env: Env): ToJson {
  if (!hasAvatars(jsonSchemaOf(reply, 'output'))) return (answer) => JSON.stringify(reply.parse(answer));
  return (answer, { headers }) => JSON.stringify(withAvatars(reply.parse(answer), originOf(headers, env)));
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** A changing call is answered by who asks and from where; a reading one by who asks, and is never kept. */
const VARY = 'Sec-Fetch-Site, Origin, Cookie';

type SendJson = (request: FastifyRequest, reply: FastifyReply, json: string) => void;

/** Writes straight to the response: the framework's way costs as much as finding out who asks. */
function createSender(env: Env, isChanging: boolean): SendJson {
  const own = { 'content-type': JSON_TYPE, 'cache-control': 'no-store', ...(isChanging && { vary: VARY }) };
  const headers = Object.entries({ ...baseHeaders(env), ...own }).flat();
  return (request, reply, json) => {
    // A handler that sets headers (a cookie) is answered through the framework, which knows them.
    if (Object.keys(reply.getHeaders()).length > 0) {
      void reply.headers(own).send(json);
      return;
    }
    const length = String(Buffer.byteLength(json));
    reply.hijack();
    reply.raw.writeHead(200, [...headers, 'content-length', length, 'x-request-id', request.id]);
    reply.raw.end(json);
  };
}

/**
 * `identify` says who may call: it returns the caller or throws a Refusal, and being required it cannot be forgotten.
 * A handler may answer by itself, by a redirect.
 */
export function mount<E extends Endpoint, Caller>(
  app: FastifyInstance,
  endpoint: E,
  identify: Identify<Caller>,
  handle: (
    input: ParsedInput<E>,
    caller: Caller,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<Reply<E> | FastifyReply>,
): void {
  const { env, calls, sendPage, callTimes, undeclaredRefusals } = app.karat;
  const noteTime = callTimes.of({ method: endpoint.method, route: endpoint.path });
  const changes = isChanging(endpoint);
  const sendJson = createSender(env, changes);
  const toJson = createToJson(endpoint, env);
  const isNavigable = 'navigable' in endpoint;
  const call = { endpoint, audience: identify.name };
  const declared = new Set(refusalsOf(call));
  calls.push(call);

  // Never the reply itself: it is a promise too, and awaiting it costs as much as the rest of a small call.
  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<string | undefined> {
    if (changes && !isNavigable) {
      if (endpoint.method === 'GET' && isNavigation(request.headers)) {
        await sendPage(request, reply);
        return undefined;
      }
      refuseStrangers(request.headers, env);
    }
    const caller = await identify(request);
    const made = await handle(parseInput(endpoint, request), caller, request, reply);
    if (reply.sent) return undefined;
    return toJson(made, request);
  }

  app.route({
    method: endpoint.method,
    url: endpoint.path,
    handler: async (request, reply) => {
      const began = performance.now();
      try {
        const json = await answer(request, reply);
        if (json !== undefined) sendJson(request, reply, json);
        noteTime(reply.raw.statusCode, performance.now() - began);
      } catch (error) {
        noteTime(statusOf(error), performance.now() - began);
        if (error instanceof Refusal && !declared.has(error.code)) {
          undeclaredRefusals.add(`${endpoint.method} ${endpoint.path} ${error.code}`);
        }
        throw error;
      }
    },
  });
}
