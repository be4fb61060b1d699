import type { FastifyInstance } from 'fastify';
import { apiPage } from './api-page.ts';
import { describeCalls, type OpenApi } from './openapi.ts';
import { originOf } from './origin.ts';
import { createNonce, pageHeaders } from './security-headers.ts';

/** `/docs` for people, `/docs/openapi.json` for machines. Made on first asking, when everything is mounted. */
export function mountApiDocs(app: FastifyInstance): void {
  let made: OpenApi | undefined;
  const describe = () => (made ??= describeCalls(app.karat.calls));

  app.get('/docs/openapi.json', (_, reply) => reply.header('cache-control', 'no-cache').send(describe()));
  app.get('/docs', (request, reply) => {
    const nonce = createNonce();
    reply.headers(pageHeaders(nonce, originOf(request.headers, app.karat.env)));
    return reply.send(apiPage(describe(), nonce));
  });
}
