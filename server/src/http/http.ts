import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';
import type { Deps } from '#deps.ts';
import { createCallTimes } from './call-times.ts';
import { createGatedServer } from './front-gate.ts';
import { acceptsAnyType, acceptsHtml, isNavigation } from './navigation.ts';
import { createAnswerError, failureOf } from './refusal.ts';
import { baseHeaders } from './security-headers.ts';
import { createShutdown, type Shutdown } from './shutdown.ts';
import { pageOf, pathOf, type WebApp } from './web-app.ts';

const BODY_BYTES_MAX = 64 * 1024;
const PARAM_LENGTH_MAX = 400;

/** An empty body with a JSON content type is what many clients send with a POST that needs none. */
function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, body as string, done);
  });
}

/** Whether a request that does not ask for HTML by name gets the page: it asks for a known one, and no call has that path. */
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
    if (isReading && wantsPage && !webApp.isAssetPath(request.url)) return webApp.sendPage(request, reply);
    return reply.code(404).header('cache-control', 'no-store').send(failureOf('not_found', 'Not found.'));
  });
}

/** Unique among all runs and processes, at the cost of a counter. */
function createRequestIds(): () => string {
  const run = randomBytes(9).toString('base64url');
  let count = 0;
  return () => `${run}-${(count++).toString(36)}`;
}

/**
 * The HTTP ground every call stands on: limits, ids, headers, errors, pages. There is no deadline for handlers as such:
 * whatever they wait for (the store, the platform, the hashing queue) has a deadline of its own.
 */
export function createHttp(
  deps: Pick<Deps, 'env' | 'log' | 'limits'>,
  webApp: WebApp,
  shutdown: Shutdown = createShutdown(),
): FastifyInstance {
  const { env, log } = deps;
  const headers = baseHeaders(env);
  const app = fastify({
    // A HEAD twin of a GET would run its handler: HEAD /case/openCase/x would open the case.
    exposeHeadRoutes: false,
    bodyLimit: BODY_BYTES_MAX,
    serverFactory: (handle) => createGatedServer(deps, shutdown, handle),
    forceCloseConnections: 'idle',
    // One hop: the address that the proxy itself saw. What stands before it is the client's own words.
    trustProxy: env.trustsProxy && ((_, hop) => hop === 0),
    routerOptions: { maxParamLength: PARAM_LENGTH_MAX },
    genReqId: createRequestIds(),
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
  });
  const answerError = createAnswerError(log);

  app.decorate('karat', {
    env,
    calls: [],
    sendPage: webApp.sendPage,
    callTimes: createCallTimes(),
    metrics: [],
    undeclaredRefusals: new Set<string>(),
  });
  readJson(app);
  app.addHook('onSend', (request, reply, payload, done) => {
    reply.headers(headers).header('x-request-id', request.id);
    done(null, payload);
  });
  app.setErrorHandler(answerError);
  answerUnmatched(app, webApp);
  return app;
}
