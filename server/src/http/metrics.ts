import { Refusal } from '@karat/contract/refusal';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { timingSafeEqual } from 'node:crypto';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Deps } from '#deps.ts';
import { createCallers } from './callers.ts';
import { isLoopbackAddress } from './origin.ts';
import { bearerOf } from './session-cookie.ts';

type Told = Readonly<Record<string, number>>;

/** Figures that some part of the site can tell at any moment, by name. */
export type Figures = () => Told | Promise<Told>;

/** Figures for operators. Labels name routes and statuses, never players. */
function createRegistry(sources: Readonly<Record<string, Figures>>): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const [name, figures] of Object.entries(sources)) {
    const gauge: Gauge = new Gauge({
      name,
      help: `Figures of ${name.replaceAll('_', ' ')}, by kind.`,
      labelNames: ['kind'],
      registers: [registry],
      async collect() {
        const told = await figures();
        gauge.reset();
        for (const [kind, value] of Object.entries(told)) gauge.set({ kind }, value);
      },
    });
  }
  return registry;
}

function holdsToken(request: FastifyRequest, token: string | undefined): boolean {
  const sent = bearerOf(request.headers);
  if (token === undefined || sent === undefined || sent.length !== token.length) return false;
  return timingSafeEqual(Buffer.from(sent), Buffer.from(token));
}

/** `/metrics` answers an admin, the holder of METRICS_TOKEN, or this machine itself, and nobody else. */
export function mountMetrics(
  app: FastifyInstance,
  deps: Pick<Deps, 'env' | 'sessions'>,
  sources: Readonly<Record<string, Figures>>,
): void {
  const { admin } = createCallers(deps);
  // Made when first asked for: by then every feature is mounted and has named its figures.
  let made: Registry | undefined;

  app.get('/metrics', async (request, reply) => {
    // Behind a proxy every visitor may look like this machine, so the address says nothing there.
    const isLocal =
      !deps.env.trustsProxy && isLoopbackAddress(request.ip) && request.headers['x-forwarded-for'] === undefined;
    if (!isLocal && !holdsToken(request, deps.env.metricsToken)) {
      await admin(request).catch(() => {
        throw new Refusal('forbidden', 'You are not allowed to do this.');
      });
    }
    const registry = (made ??= createRegistry({ ...sources, ...app.karat.figures }));
    const text = `${await registry.metrics()}\n${app.karat.callTimes.text()}`;
    return reply.header('cache-control', 'no-store').type(registry.contentType).send(text);
  });
}
