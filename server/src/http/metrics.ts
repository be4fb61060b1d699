import { Refusal } from '@karat/contract/refusal';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Deps } from '#deps.ts';
import { createCallers } from './callers.ts';
import { type Metric, renderMetric } from './exposition.ts';
import { isLoopbackAddress } from './origin.ts';
import { processMetrics } from './process-metrics.ts';

const BEARER = /^Bearer (\S+)$/i;

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The operator chooses METRICS_TOKEN, which may have characters that a session token cannot have. */
function holdsToken({ headers }: FastifyRequest, token: string | undefined): boolean {
  const givenToken = BEARER.exec(headers.authorization ?? '')?.[1];
  return token !== undefined && givenToken !== undefined && timingSafeEqual(sha256(givenToken), sha256(token));
}

/** `/metrics` answers staff for operations, holders of METRICS_TOKEN, and requests from this machine. Labels never name players. */
export function mountMetrics(
  app: FastifyInstance,
  deps: Pick<Deps, 'env' | 'sessions'>,
  metrics: readonly Metric[],
): void {
  const { staff } = createCallers(deps);
  const ofProcess = processMetrics();

  app.get('/metrics', async (request, reply) => {
    // Behind a proxy every client may seem local, so the address proves nothing.
    const isLocal =
      !deps.env.trustsProxy && isLoopbackAddress(request.ip) && request.headers['x-forwarded-for'] === undefined;
    if (!isLocal && !holdsToken(request, deps.env.metricsToken)) {
      await staff(request, { method: 'GET', path: '/metrics' }).catch(() => {
        throw new Refusal('forbidden', 'You are not allowed to do this.');
      });
    }
    const { metrics: ofFeatures, callTimes } = app.karat;
    const texts = await Promise.all([...metrics, ...ofFeatures].map(renderMetric));
    const text = [await ofProcess.text(), ...texts, await callTimes.text()].join('');
    return reply.header('cache-control', 'no-store').type(ofProcess.contentType).send(text);
  });
}
