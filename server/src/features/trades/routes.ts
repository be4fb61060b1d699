import * as contract from '@karat/contract/trades';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';
import { createCallers } from '#http/callers.ts';
import { countryOf } from '#http/country.ts';
import { imageUrl } from '#http/images.ts';
import { assertMoneyRate } from '#http/money-rate.ts';
import { mountMoney, mountMoneyFlow } from '#http/mount-money.ts';
import { mount } from '#http/mount.ts';
import { originOf } from '#http/origin.ts';
import { assertRate, type Rate } from '#http/rate-limit.ts';
import { cancelOwn } from './cancellation.ts';
import { depositSkins } from './deposit-skins.ts';
import { createInventories, findDepositable, type Inventories } from './inventories.ts';
import { tradeMetrics } from './metrics.ts';
import { createWithdrawal, setTradeUrl, findSteamId } from './create-offers.ts';
import { requireTrading } from './trading-access.ts';
import { tradeStaffRoutes } from './staff-routes.ts';
import { listOffers, readOffer } from './views.ts';

/** Every offer, even one cancelled immediately, costs Steam requests, which Steam limits for the whole site. */
const OFFER_RATE: Rate = { burst: 20, perSecond: 1 / 15 };

function createOfferLimit(deps: Pick<Deps, 'trading'>): (limits: Deps['limits'], playerId: number) => void {
  return (limits, playerId) => {
    requireTrading(deps);
    assertMoneyRate(limits, playerId);
    const message = 'That is a lot of offers. Please wait a moment.';
    assertRate(limits, { key: `offers:${playerId}`, rate: OFFER_RATE, message });
  };
}

function depositRoute(app: FastifyInstance, deps: Deps, inventories: Inventories): void {
  const { player } = createCallers(deps);
  const { env } = deps;

  mountMoneyFlow(
    app,
    deps,
    contract.createDeposit,
    player,
    ({ body }, { id: playerId }, request, commit) => {
      const from = { country: countryOf(request, env), origin: originOf(request.headers, env) };
      return depositSkins(deps, inventories, { playerId, ...body, ...from }, commit);
    },
    { limit: createOfferLimit(deps) },
  );
}

export function tradeRoutes(app: FastifyInstance, deps: Deps): void {
  const { player } = createCallers(deps);
  const { db, env } = deps;
  const inventories = createInventories(deps);
  app.karat.metrics.push(...tradeMetrics(db));
  tradeStaffRoutes(app, deps);
  depositRoute(app, deps, inventories);

  mount(app, contract.getUserSteamInventory, player, async ({ query }, { id: playerId }, request) => {
    requireTrading(deps);
    const steamId = await findSteamId(db.sql, playerId);
    const { assets, readAtMs } = await inventories.read(steamId, query.refresh !== undefined);
    const origin = originOf(request.headers, env);
    const skins = await findDepositable(db.sql, assets);
    return {
      data: skins.map(({ skin }) => ({ ...skin, icon_url: imageUrl(skin.icon_url, origin) })),
      readAt: new Date(readAtMs).toISOString(),
    };
  });

  mount(app, contract.setTradeUrl, player, async ({ body }, { id: playerId }) => {
    requireTrading(deps);
    await db.transaction((tx) => setTradeUrl(tx, playerId, body.tradeUrl));
    return { message: 'Trade URL saved.' };
  });

  mount(app, contract.getTradeOffers, player, ({ query }, { id: playerId }, request) =>
    listOffers(deps, { playerId, ...query, origin: originOf(request.headers, env) }),
  );

  mountMoney(
    app,
    deps,
    contract.withdrawItem,
    player,
    async (tx, { params }, { id: playerId }, request) => {
      const country = countryOf(request, env);
      const id = await createWithdrawal(tx, deps, { playerId, country, inventoryId: params.itemId });
      return {
        message: 'The offer is being sent.',
        data: await readOffer(tx, deps, id, originOf(request.headers, env)),
      };
    },
    { limit: createOfferLimit(deps) },
  );

  mountMoney(
    app,
    deps,
    contract.cancelTradeOffer,
    player,
    async (tx, { params }, { id: playerId }) => {
      await cancelOwn(tx, deps, { offerId: params.offerId, playerId });
      return { message: 'The offer is being cancelled.' };
    },
    { key: 'none' },
  );
}
