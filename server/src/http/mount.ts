import type { Endpoint, Parsed, Reply } from '@karat/contract/endpoint';
import { type Issue, Refusal } from '@karat/contract/refusal';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Env } from '#env.ts';
import { isNavigation } from './navigation.ts';
import { refuseStrangers } from './strangers.ts';

/** What stands on an app before anything is mounted: see `createHttp`. */
declare module 'fastify' {
  interface FastifyInstance {
    karat: {
      readonly env: Env;
      /** Every mounted call with who may make it: the API page and the access tests read it. */
      readonly calls: MountedCall[];
      sendPage(request: FastifyRequest, reply: FastifyReply): FastifyReply;
    };
  }
}

export type MountedCall = { readonly endpoint: Endpoint; readonly audience: string };

type Identify<Caller> = ((request: FastifyRequest) => Promise<Caller> | Caller) & { readonly name: string };

function issuesOf(part: string, issues: readonly { path: PropertyKey[]; message: string }[]): Issue[] {
  return issues.map(({ path, message }) => ({ path: path.length > 0 ? path.join('.') : part, message }));
}

function parseInput<E extends Endpoint>(endpoint: E, request: FastifyRequest): Parsed<E> {
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
  return parsed as Parsed<E>;
}

function jsonOf<E extends Endpoint>(endpoint: E, answer: Reply<E>): string {
  // Parsed on the way out too: a column too many never leaves.
  return JSON.stringify(endpoint.reply.parse(answer));
}

/**
 * `identify` says who may call: it returns the caller or throws a Refusal, and being required it cannot be forgotten.
 * A handler that has answered by itself (a redirect) returns the reply.
 */
export function mount<E extends Endpoint, Caller>(
  app: FastifyInstance,
  endpoint: E,
  identify: Identify<Caller>,
  handle: (
    input: Parsed<E>,
    caller: Caller,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<Reply<E> | FastifyReply>,
): void {
  const { env, calls, sendPage } = app.karat;
  const isChanging = endpoint.changes === true || endpoint.method !== 'GET';
  const isNavigable = 'navigable' in endpoint;
  calls.push({ endpoint, audience: identify.name });

  app.route({
    method: endpoint.method,
    url: endpoint.path,
    handler: async (request, reply) => {
      if (isChanging && !isNavigable) {
        if (endpoint.method === 'GET' && isNavigation(request.headers)) return sendPage(request, reply);
        refuseStrangers(request.headers, env);
        reply.header('vary', 'Sec-Fetch-Site, Origin, Cookie');
      }
      const caller = await identify(request);
      const answer = await handle(parseInput(endpoint, request), caller, request, reply);
      if (answer === reply) return reply;
      reply.header('content-type', 'application/json; charset=utf-8');
      if (reply.getHeader('cache-control') === undefined) reply.header('cache-control', 'no-store');
      return reply.send(jsonOf(endpoint, answer as Reply<E>));
    },
  });
}
