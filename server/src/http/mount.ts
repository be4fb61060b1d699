import type { Endpoint, ParsedInput, Reply } from '@karat/contract/endpoint';
import type { PageName } from '@karat/contract/pages';
import { type Issue, Refusal } from '@karat/contract/refusal';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { gzipSync } from 'node:zlib';
import type { Caller as SiteCaller, Switches } from '#deps.ts';
import type { Env } from '#env.ts';
import { hasAvatars, withAvatars } from './avatars.ts';
import type { CallTimes } from './call-times.ts';
import type { Metric } from './exposition.ts';
import { jsonSchemaOf } from './json-schema.ts';
import { isChanging, isClosedInMaintenance, type MountedCall, refusalsOf } from './declared-refusals.ts';
import { isNavigation } from './navigation.ts';
import { originOf } from './origin.ts';
import type { PreviewReader } from './page-preview.ts';
import { baseHeaders } from './security-headers.ts';
import { statusOf } from './refusal.ts';
import { refuseCrossSite } from './cross-site.ts';

/** The properties that `createHttp` adds to an app before anything is mounted. */
declare module 'fastify' {
  interface FastifyInstance {
    karat: {
      readonly env: Env;
      /** Every mounted call with who may make it, for the API page and the access tests. */
      readonly calls: MountedCall[];
      sendPage(request: FastifyRequest, reply: FastifyReply): FastifyReply;
      /** Readers of the previews of pages, added by features. */
      readonly previews: Map<PageName, PreviewReader>;
      readonly callTimes: CallTimes;
      readonly switches: Pick<Switches, 'assertOn' | 'assertOpenTo' | 'current' | 'isAllOn'>;
      /** Metrics of features, in addition to the site's own. */
      readonly metrics: Metric[];
      /** Refusals that calls answered although the contract does not declare them, such as `POST /auth/login taken`. */
      readonly undeclaredRefusals: Set<string>;
    };
  }
}

/** An endpoint that is not in `STAFF_CALLS` does not compile with `staff`. */
export type Identify<Caller, E extends Endpoint = Endpoint> = ((
  request: FastifyRequest,
  endpoint: E,
) => Promise<Caller> | Caller) & { readonly name: string };

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

/** Refuses calls that staff have switched off, and during maintenance the calls of everyone but staff. */
function createAvailabilityCheck(
  call: MountedCall,
  { assertOn, assertOpenTo }: Pick<Switches, 'assertOn' | 'assertOpenTo'>,
) {
  const { switch: name } = call.endpoint;
  const isClosed = isClosedInMaintenance(call);
  return async (caller: unknown): Promise<void> => {
    if (isClosed) await assertOpenTo(caller as SiteCaller | undefined);
    if (name !== undefined) await assertOn(name);
  };
}

type Serialize = (answer: unknown, request: FastifyRequest) => string;

/** Replies are parsed too, so that an extra column never leaves the server. */
function createSerializer({ reply }: Endpoint, env: Env): Serialize {
  if (!hasAvatars(jsonSchemaOf(reply, 'output'))) return (answer) => JSON.stringify(reply.parse(answer));
  return (answer, { headers }) => JSON.stringify(withAvatars(reply.parse(answer), originOf(headers, env)));
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** The answer of a changing call depends on the caller and the origin. Answers of reading calls are never cached. */
const VARY = 'Sec-Fetch-Site, Origin, Cookie';

/** Compressing a smaller reply saves a phone less than it costs the server. */
const COMPRESSED_BYTES_MIN = 2_000;

/** The fastest level: the next ones save little more of a list. */
const GZIP = { level: 1 };

const acceptsGzip = ({ headers }: FastifyRequest): boolean => headers['accept-encoding']?.includes('gzip') === true;

type SendJson = (request: FastifyRequest, reply: FastifyReply, json: string) => void;
type Sending = {
  readonly isChanging: boolean;
  /**
   * Whether everyone may read it. Only such replies are compressed: the size of a compressed reply can reveal a secret in it to
   * an attacker who controls another part.
   */
  readonly isPublic: boolean;
};

/** Writes straight to the response: sending through the framework costs as much as authentication. */
function createSender(env: Env, { isChanging, isPublic }: Sending): SendJson {
  const jsonHeaders = { 'content-type': JSON_TYPE, 'cache-control': 'no-store', ...(isChanging && { vary: VARY }) };
  const headers = Object.entries({ ...baseHeaders(env), ...jsonHeaders }).flat();
  return (request, reply, json) => {
    // A handler that sets headers (a cookie) is answered through the framework, which holds them.
    if (Object.keys(reply.getHeaders()).length > 0) {
      void reply.headers(jsonHeaders).send(json);
      return;
    }
    const isCompressed = isPublic && !isChanging && json.length >= COMPRESSED_BYTES_MIN && acceptsGzip(request);
    const body = isCompressed ? gzipSync(json, GZIP) : json;
    const length = String(Buffer.byteLength(body));
    const encoding = isCompressed ? ['content-encoding', 'gzip'] : [];
    reply.hijack();
    reply.raw.writeHead(200, [...headers, ...encoding, 'content-length', length, 'x-request-id', request.id]);
    reply.raw.end(body);
  };
}

/**
 * `identify` says who may call: it returns the caller or throws a Refusal; it is required so that no call omits it.
 * A handler may also answer by itself, with a redirect.
 */
export function mount<E extends Endpoint, Caller>(
  app: FastifyInstance,
  endpoint: E,
  identify: Identify<Caller, NoInfer<E>>,
  handle: (
    input: ParsedInput<E>,
    caller: Caller,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<Reply<E> | FastifyReply>,
): void {
  const { env, calls, sendPage, callTimes, switches, undeclaredRefusals } = app.karat;
  const recordTime = callTimes.of({ method: endpoint.method, route: endpoint.path });
  const changes = isChanging(endpoint);
  const sendJson = createSender(env, { isChanging: changes, isPublic: identify.name === 'anyone' });
  const serialize = createSerializer(endpoint, env);
  const isNavigable = 'navigable' in endpoint;
  const call = { endpoint, audience: identify.name };
  const declared = new Set(refusalsOf(call));
  const assertAvailable = createAvailabilityCheck(call, switches);
  calls.push(call);

  // Does not return the reply, which is a thenable: awaiting it costs as much as the rest of a small call.
  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<string | undefined> {
    if (changes && !isNavigable) {
      if (endpoint.method === 'GET' && isNavigation(request.headers)) {
        await sendPage(request, reply);
        return undefined;
      }
      refuseCrossSite(request.headers, env);
    }
    const caller = await identify(request, endpoint);
    if (!switches.isAllOn()) await assertAvailable(caller);
    const result = await handle(parseInput(endpoint, request), caller, request, reply);
    if (reply.sent) return undefined;
    return serialize(result, request);
  }

  app.route({
    method: endpoint.method,
    url: endpoint.path,
    handler: async (request, reply) => {
      const startMs = performance.now();
      try {
        const json = await answer(request, reply);
        if (json !== undefined) sendJson(request, reply, json);
        recordTime(reply.raw.statusCode, performance.now() - startMs);
      } catch (error) {
        recordTime(statusOf(error), performance.now() - startMs);
        if (error instanceof Refusal && !declared.has(error.code)) {
          undeclaredRefusals.add(`${endpoint.method} ${endpoint.path} ${error.code}`);
        }
        throw error;
      }
    },
  });
}
