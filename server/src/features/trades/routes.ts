import { Refusal } from '@karat/contract/refusal';
import * as contract from '@karat/contract/trades';
import type { FastifyInstance } from 'fastify';
import type { Tx } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { askForPrices } from '#features/items/items.ts';
import { createCallers } from '#http/callers.ts';
import { countryOf } from '#http/country.ts';
import { onceByKey, requestKeyOf } from '#http/idempotency.ts';
import { imageUrl } from '#http/images.ts';
import { assertMoneyRate } from '#http/money-rate.ts';
import { mount } from '#http/mount.ts';
import { originOf } from '#http/origin.ts';
import type { Rate } from '#http/rate-limit.ts';
import { cancelOwn } from './cancelling.ts';
import { createInventories, depositableOf } from './inventories.ts';
import { tradeMetrics } from './metrics.ts';
import { createTradeNews } from './news.ts';
import { createDeposit, createWithdrawal, setTradeUrl, steamIdOf } from './offering.ts';
import { tradingOf } from './platform.ts';
import { tradeStaffRoutes } from './staff-routes.ts';
import { listOffers, readOffers } from './views.ts';

/** Each offer costs calls on the platform, which counts them for the whole site, also when it is called off at once. */
const OFFER_RATE: Rate = { burst: 20, perSecond: 1 / 15 };

function assertOfferRate(limits: Deps['limits'], playerId: number): void {
  assertMoneyRate(limits, playerId);
  const retryAfterSeconds = limits.take(`offers:${playerId}`, OFFER_RATE);
  if (retryAfterSeconds > 0) {
    throw new Refusal('too_many', 'That is a lot of offers. Please wait a moment.', { retryAfterSeconds });
  }
}

/** What was refused is undone: the request for a second admin is a commit of its own. */
async function refuseUnapproved(deps: Deps, error: unknown, itemIds: readonly number[]): Promise<never> {
  if (error instanceof Refusal && error.code === 'awaiting_approval') await askForPrices(deps, itemIds);
  throw error;
}

/** An offer as its owner sees it, before it is durable. */
async function offerOf(tx: Tx, { trading }: Pick<Deps, 'trading'>, offerId: number, origin: string) {
  const [read] = await readOffers({ db: tx, trading }, [offerId], origin);
  return read!.offer;
}

function depositRoute(app: FastifyInstance, deps: Deps, inventories: ReturnType<typeof createInventories>): void {
  const { player } = createCallers(deps);
  const { db, env, limits } = deps;
  mount(app, contract.createDeposit, player, async ({ body }, { id: playerId }, request) => {
    tradingOf(deps);
    assertOfferRate(limits, playerId);
    const steamId = await steamIdOf(db.sql, playerId);
    // A repeat is answered with what it came to, though the platform may not answer any more.
    const reading = await inventories.read(steamId, true).then(
      ({ assets }) => ({ assets }),
      (failure: unknown) => ({ failure }),
    );
    const keyed = { playerId, key: requestKeyOf(request), request: ['createDeposit', body] };
    let itemIds: number[] = [];
    const created = db.transaction((tx) =>
      onceByKey(tx, keyed, async () => {
        if ('failure' in reading) throw reading.failure;
        const skins = await depositableOf(tx.sql, reading.assets);
        itemIds = skins.filter(({ skin }) => body.assetIds.includes(skin.assetid)).map(({ itemId }) => itemId);
        const country = countryOf(request, env);
        const id = await createDeposit(tx, deps, { playerId, country, skins, ...body, amount: body.amount });
        return {
          message: 'The offer is on its way.',
          data: await offerOf(tx, deps, id, originOf(request.headers, env)),
        };
      }),
    );
    return created.catch((error: unknown) => refuseUnapproved(deps, error, itemIds));
  });
}

export function tradeRoutes(app: FastifyInstance, deps: Deps): void {
  const { player } = createCallers(deps);
  const { db, env, limits } = deps;
  const inventories = createInventories(deps);
  const news = createTradeNews(deps);
  app.addHook('onClose', () => news.close());
  app.karat.metrics.push(...tradeMetrics(db));
  tradeStaffRoutes(app, deps);
  depositRoute(app, deps, inventories);

  mount(app, contract.getUserSteamInventory, player, async ({ query }, { id: playerId }, request) => {
    tradingOf(deps);
    const steamId = await steamIdOf(db.sql, playerId);
    const { assets, readAtMs } = await inventories.read(steamId, query.refresh !== undefined);
    const origin = originOf(request.headers, env);
    const skins = await depositableOf(db.sql, assets);
    return {
      data: skins.map(({ skin }) => ({ ...skin, icon_url: imageUrl(skin.icon_url, origin) })),
      readAt: new Date(readAtMs).toISOString(),
    };
  });

  mount(app, contract.setTradeUrl, player, async ({ body }, { id: playerId }) => {
    tradingOf(deps);
    await db.transaction((tx) => setTradeUrl(tx, playerId, body.tradeUrl));
    return { message: 'Trade URL saved.' };
  });

  mount(app, contract.getTradeOffers, player, ({ query }, { id: playerId }, request) =>
    listOffers(deps, { playerId, ...query, origin: originOf(request.headers, env) }),
  );

  mount(app, contract.withdrawItem, player, ({ params }, { id: playerId }, request) => {
    tradingOf(deps);
    assertOfferRate(limits, playerId);
    const keyed = { playerId, key: requestKeyOf(request), request: ['withdrawItem', params] };
    return db.transaction((tx) =>
      onceByKey(tx, keyed, async () => {
        const country = countryOf(request, env);
        const id = await createWithdrawal(tx, deps, { playerId, country, inventoryId: params.itemId });
        return {
          message: 'The offer is on its way.',
          data: await offerOf(tx, deps, id, originOf(request.headers, env)),
        };
      }),
    );
  });

  mount(app, contract.cancelTradeOffer, player, async ({ params }, { id: playerId }) => {
    assertMoneyRate(limits, playerId);
    await db.transaction((tx) => cancelOwn(tx, deps, { offerId: params.offerId, playerId }));
    return { message: 'The offer is called off.' };
  });
}
