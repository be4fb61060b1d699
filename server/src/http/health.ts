import type { FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';

/**
 * `/healthz`: this process answers. `/readyz`: it also has its store and is not on its way out, so that a balancer
 * stops sending before the doors close.
 */
export function mountHealth(app: FastifyInstance, { db }: Pick<Deps, 'db'>): { startLeaving(): void } {
  let isLeaving = false;

  app.route({
    method: ['GET', 'HEAD'],
    url: '/healthz',
    handler: (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  });
  app.route({
    method: ['GET', 'HEAD'],
    url: '/readyz',
    handler: async (_, reply) => {
      const isReady = !isLeaving && (await db.isUp());
      const status = isLeaving ? 'stopping' : isReady ? 'ready' : 'store unavailable';
      if (!isReady) reply.header('retry-after', 2);
      return reply
        .code(isReady ? 200 : 503)
        .header('cache-control', 'no-store')
        .send({ status });
    },
  });
  return {
    startLeaving() {
      isLeaving = true;
    },
  };
}
