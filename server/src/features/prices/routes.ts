import { WAITING_SENTENCE } from '@karat/contract/adjustments';
import * as contract from '@karat/contract/prices';
import { Refusal } from '@karat/contract/refusal';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';
import { createCachedReading } from '#cached-reading.ts';
import { createCallers } from '#http/callers.ts';
import { imageUrl } from '#http/images.ts';
import { mount } from '#http/mount.ts';
import { originOf } from '#http/origin.ts';
import { assertRate, type Rate } from '#http/rate-limit.ts';
import { decidePrice, describePrices, pricesAgeMs } from './prices.ts';
import { readPrices } from './readings.ts';

/** Feeds limit requests per site, so this limit is shared by all staff. */
const REFRESH_RATE: Rate = { burst: 2, perSecond: 1 / 60 };

const AGE_FRESH_MS = 5_000;

export function priceRoutes(app: FastifyInstance, deps: Deps): void {
  const { staff } = createCallers(deps);
  const readAge = createCachedReading(() => pricesAgeMs(deps.db.sql), { freshMs: AGE_FRESH_MS });
  app.karat.metrics.push({
    name: 'karat_price_age_seconds',
    help: 'Time since the price feed was last read whole; +Inf where it never was, 0 without a feed.',
    type: 'gauge',
    read: async () => (await readAge()) / 1000,
  });
  const closing = new AbortController();
  app.addHook('preClose', (done) => {
    closing.abort();
    done();
  });

  mount(app, contract.getPrices, staff, async ({ query }, _, request) => {
    const { data, ...status } = await describePrices(deps, query);
    const origin = originOf(request.headers, deps.env);
    return { ...status, data: data.map((heldPrice) => ({ ...heldPrice, image: imageUrl(heldPrice.image, origin) })) };
  });

  mount(app, contract.decidePrice, staff, async ({ params, body }, { id: actorId }) => {
    const waiting = await decidePrice(deps, { actorId, itemId: params.itemId, ...body });
    if (waiting !== undefined) return { message: WAITING_SENTENCE, data: waiting };
    return { message: body.isAccepted ? 'The new price was accepted.' : 'The current price was kept.' };
  });

  mount(app, contract.refreshPrices, staff, async () => {
    const message = 'Prices were just refreshed. Please wait a moment.';
    assertRate(deps.limits, { key: 'prices-refresh', rate: REFRESH_RATE, message });
    const failure = await readPrices(deps, closing.signal);
    if (failure !== undefined) throw new Refusal('feed_unread', failure);
    return { message: 'Prices updated.' };
  });
}
