import * as contract from '@karat/contract/market';
import { Refusal } from '@karat/contract/refusal';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '#deps.ts';
import { createCallers } from '#http/callers.ts';
import { onceByKey, requestKeyOf } from '#http/idempotency.ts';
import { imageUrl } from '#http/images.ts';
import { assertMoneyRate } from '#http/money-rate.ts';
import { mount } from '#http/mount.ts';
import { originOf } from '#http/origin.ts';
import { buyListing } from './buying.ts';
import { cancelListing, changePrice, listItem } from './market.ts';
import { matchAfter } from './matching.ts';
import { createMarketNews } from './news.ts';
import { cancelOrder, placeOrder } from './orders.ts';
import { removeListing } from './staff.ts';
import {
  type List,
  listAllListings,
  listMarket,
  listOffered,
  listOwnListings,
  listOwnOrders,
  readBook,
} from './views.ts';

const noItem = () => new Refusal('not_found', 'Item not found.');

function listingRoutes(app: FastifyInstance, deps: Deps): void {
  const { player } = createCallers(deps);
  const { db, limits } = deps;

  mount(app, contract.listItemOnMarket, player, async ({ body }, { id: playerId }, request) => {
    assertMoneyRate(limits, playerId);
    const { itemId: inventoryId, itemName: name, skinExterior: exterior, price } = body;
    const keyed = { playerId, key: requestKeyOf(request), request: ['listItemOnMarket', body] };
    const reply = await db.transaction((tx) =>
      onceByKey(tx, keyed, async () => {
        const { name: market_hash_name, ...listed } = await listItem(tx, {
          playerId,
          inventoryId,
          name,
          exterior,
          price,
        });
        return { message: 'Item listed.', data: { ...listed, price, market_hash_name } };
      }),
    );
    await matchAfter(deps, reply.data.itemId);
    return reply;
  });

  mount(app, contract.buyMarketItem, player, ({ params, body }, { id: buyerId }, request) => {
    assertMoneyRate(limits, buyerId);
    const keyed = { playerId: buyerId, key: requestKeyOf(request), request: ['buyMarketItem', params, body] };
    return db.transaction((tx) =>
      onceByKey(tx, keyed, async () => {
        const bought = await buyListing(tx, deps, { ...params, buyerId, price: body.price });
        const { itemId, inventoryId, name: market_hash_name, price } = bought;
        return { message: 'Item bought.', data: { itemId, inventoryId, market_hash_name, price } };
      }),
    );
  });

  mount(app, contract.cancelListing, player, async ({ params }, { id: playerId }) => {
    assertMoneyRate(limits, playerId);
    await db.transaction((tx) => cancelListing(tx, { ...params, playerId }));
    return { message: 'Listing cancelled.' };
  });

  mount(app, contract.changeListingPrice, player, async ({ params, body }, { id: playerId }) => {
    assertMoneyRate(limits, playerId);
    const itemId = await db.transaction((tx) => changePrice(tx, { ...params, playerId }, body.price));
    await matchAfter(deps, itemId);
    return { message: 'Price changed.' };
  });
}

function orderRoutes(app: FastifyInstance, deps: Deps): void {
  const { player } = createCallers(deps);
  const { db, limits } = deps;

  mount(app, contract.createBuyOrder, player, async ({ body }, { id: playerId }, request) => {
    assertMoneyRate(limits, playerId);
    const keyed = { playerId, key: requestKeyOf(request), request: ['createBuyOrder', body] };
    const reply = await db.transaction((tx) =>
      onceByKey(tx, keyed, async () => {
        const orderId = await placeOrder(tx, { playerId, ...body });
        return { message: 'Buy order placed.', data: { orderId } };
      }),
    );
    await matchAfter(deps, body.itemId);
    return reply;
  });

  mount(app, contract.cancelBuyOrder, player, async ({ params }, { id: playerId }) => {
    assertMoneyRate(limits, playerId);
    await db.transaction((tx) => cancelOrder(tx, { ...params, playerId }));
    return { message: 'Buy order cancelled.' };
  });
}

export function marketRoutes(app: FastifyInstance, deps: Deps): void {
  const { anyone, player, admin } = createCallers(deps);
  const { db, env } = deps;
  const news = createMarketNews(deps);
  app.addHook('onClose', () => news.close());
  listingRoutes(app, deps);
  orderRoutes(app, deps);

  /** With pictures at whole addresses. */
  function pictured<Row extends { image: string }>(
    request: FastifyRequest,
    { data, pagination }: List<Row>,
  ): List<Row> {
    const origin = originOf(request.headers, env);
    return { data: data.map((row) => ({ ...row, image: imageUrl(row.image, origin) })), pagination };
  }

  mount(app, contract.getMarketItems, anyone, async ({ query }, _, request) =>
    pictured(request, await listMarket(db.sql, query)),
  );

  mount(app, contract.getMarketItem, anyone, async ({ params }, _, request) => {
    const book = await readBook(db.sql, params.itemId);
    if (book === undefined) throw noItem();
    return { data: { ...book, image: imageUrl(book.image, originOf(request.headers, env)) } };
  });

  mount(app, contract.getItemListings, anyone, async ({ params, query }) => {
    const offered = await listOffered(db.sql, params.itemId, query);
    if (offered === undefined) throw noItem();
    return offered;
  });

  mount(app, contract.getMyListings, player, async ({ query }, { id: playerId }, request) =>
    pictured(request, await listOwnListings(db.sql, { ...query, playerId })),
  );

  mount(app, contract.getMyBuyOrders, player, async ({ query }, { id: playerId }, request) =>
    pictured(request, await listOwnOrders(db.sql, { ...query, playerId })),
  );

  mount(app, contract.getAllListings, admin, async ({ query }, _, request) =>
    pictured(request, await listAllListings(db.sql, query)),
  );

  mount(app, contract.removeListing, admin, async ({ params, body }, { id: actorId }) => {
    await removeListing(deps, params.listingId, { actorId, reason: body.reason });
    return { message: 'Listing removed.' };
  });
}
