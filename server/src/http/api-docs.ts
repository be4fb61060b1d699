import type { FastifyInstance, FastifyRequest } from 'fastify';
import { apiPage } from './api-page.ts';
import { buildAsyncApi } from './asyncapi.ts';
import { buildOpenApi, type OpenApi } from './openapi.ts';
import { originOf } from './origin.ts';
import { createNonce, pageHeaders } from './security-headers.ts';

/**
 * `/docs` for people; for machines `/docs/openapi.json` (the calls) and `/docs/asyncapi.json` (the events). The calls are described
 * at the first request, when everything is mounted.
 */
export function mountApiDocs(app: FastifyInstance): void {
  const { calls, env } = app.karat;
  let described: OpenApi | undefined;
  const describe = () => (described ??= buildOpenApi(calls));
  const origin = (request: FastifyRequest): string => originOf(request.headers, env);

  app.get('/docs/openapi.json', (_, reply) => reply.header('cache-control', 'no-cache').send(describe()));
  app.get('/docs/asyncapi.json', (request, reply) =>
    reply.header('cache-control', 'no-cache').send(buildAsyncApi(origin(request))),
  );
  app.get('/docs', (request, reply) => {
    const nonce = createNonce();
    reply.headers(pageHeaders(nonce, origin(request)));
    return reply.send(apiPage({ calls: describe(), events: buildAsyncApi(origin(request)) }, nonce));
  });
}
