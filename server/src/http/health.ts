import type { FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';
import type { Shutdown } from './shutdown.ts';

/**
 * `/healthz`: this process answers. `/readyz`: it also reaches its database and is not stopping, so that a load balancer stops
 * sending before calls are refused.
 */
export function mountHealth(app: FastifyInstance, { db }: Pick<Deps, 'db'>, shutdown: Shutdown): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/healthz',
    handler: (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  });
  app.route({
    method: ['GET', 'HEAD'],
    url: '/readyz',
    handler: async (_, reply) => {
      const isStopping = shutdown.phase() !== 'serving';
      const isReady = !isStopping && (await db.isUp());
      const status = isStopping ? 'stopping' : isReady ? 'ready' : 'store unavailable';
      if (!isReady) reply.header('retry-after', 2);
      return reply
        .code(isReady ? 200 : 503)
        .header('cache-control', 'no-store')
        .send({ status });
    },
  });
}
