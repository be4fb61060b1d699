import { LIVE_PATH } from '@karat/contract/live-settings';
import type { PageName } from '@karat/contract/pages';
import { Refusal } from '@karat/contract/refusal';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';
import type { Deps } from '#deps.ts';
import { createCallTimes } from './call-times.ts';
import { createRateLimitedServer } from './ip-rate-limit.ts';
import { acceptsAnyType, acceptsHtml, isNavigation } from './navigation.ts';
import { createPageSender, type PreviewReader } from './page-preview.ts';
import { createErrorHandler, failureOf } from './refusal.ts';
import { baseHeaders } from './security-headers.ts';
import { createShutdown, type Shutdown } from './shutdown.ts';
import { pageOf, pathOf, type WebApp } from './web-app.ts';

const BODY_BYTES_MAX = 64 * 1024;
const PARAM_LENGTH_MAX = 400;

/** Accepts an empty body with a JSON content type: many clients send it with a POST that needs no body. */
function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, body as string, done);
  });
}

/** Whether a request that accepts any type gets a page: its path is a known page, and no call has that path. */
function isPageForAnyType(app: FastifyInstance, { url, headers }: FastifyRequest): boolean {
  const isBrowserScript = headers['sec-fetch-mode'] !== undefined;
  if (isBrowserScript || !acceptsAnyType(headers) || pageOf(url) === undefined) return false;
  return !app.hasRoute({ method: 'GET', url: pathOf(url) });
}

function answerUnmatched(app: FastifyInstance, webApp: WebApp): void {
  app.setNotFoundHandler((request, reply) => {
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    const { headers } = request;
    const wantsPage = isNavigation(headers) || acceptsHtml(headers) || isPageForAnyType(app, request);
    if (isReading && wantsPage && !webApp.isAssetPath(request.url)) return app.karat.sendPage(request, reply);
    return reply.code(404).header('cache-control', 'no-store').send(failureOf('not_found', 'Not found.'));
  });
}

/** With 503, so that clients and proxies send it again, and a process of another role may answer. */
function refuse(sentence: string): never {
  throw new Refusal('unavailable', sentence, { retryAfterSeconds: 1 });
}

const refuseCall = (): never => refuse('This process answers no calls. Please try again.');

/** For a process without live connections. Browsers connect again by themselves. */
export function refuseSockets(app: FastifyInstance): void {
  app.get(`${LIVE_PATH}/`, () => refuse('This process holds no live connections.'));
}

type AppSwitches = FastifyInstance['karat']['switches'];

const ALL_ON: AppSwitches = {
  isAllOn: () => true,
  assertOn: async () => undefined,
  assertOpenTo: async () => undefined,
  current: () => undefined,
};

/** Unique across restarts and processes, at the cost of a counter. */
function createRequestIds(): () => string {
  const run = randomBytes(9).toString('base64url');
  let count = 0;
  return () => `${run}-${(count++).toString(36)}`;
}

/**
 * The HTTP server of all calls: limits, request ids, headers, errors, pages. Without a web app it refuses calls. Handlers have no timeout of their own, because
 * everything they wait for has one: the database, Steam, the password hashing queue.
 */
export function createHttp(
  deps: Pick<Deps, 'env' | 'log' | 'limits'> & { readonly switches?: AppSwitches },
  webApp: WebApp | undefined,
  shutdown: Shutdown = createShutdown(),
): FastifyInstance {
  const { env, log, switches = ALL_ON } = deps;
  const headers = baseHeaders(env);
  const app = fastify({
    // An automatic HEAD route would run the handler of its GET: HEAD /case/openCase/x would open the case.
    exposeHeadRoutes: false,
    bodyLimit: BODY_BYTES_MAX,
    serverFactory: (handle) => createRateLimitedServer(deps, shutdown, handle),
    forceCloseConnections: 'idle',
    // Trusts one hop: the address that the proxy itself saw. The entries before it come from the client.
    trustProxy: env.trustsProxy && ((_, hop) => hop === 0),
    routerOptions: { maxParamLength: PARAM_LENGTH_MAX },
    genReqId: createRequestIds(),
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
  });
  const answerError = createErrorHandler(log);

  const previews = new Map<PageName, PreviewReader>();
  app.decorate('karat', {
    env,
    calls: [],
    sendPage: webApp === undefined ? refuseCall : createPageSender({ env, log, switches }, webApp, previews),
    previews,
    callTimes: createCallTimes(),
    switches,
    metrics: [],
    undeclaredRefusals: new Set<string>(),
  });
  readJson(app);
  app.addHook('onSend', (request, reply, payload, done) => {
    reply.headers(headers).header('x-request-id', request.id);
    done(null, payload);
  });
  app.setErrorHandler(answerError);
  if (webApp === undefined) app.setNotFoundHandler(refuseCall);
  else answerUnmatched(app, webApp);
  return app;
}
