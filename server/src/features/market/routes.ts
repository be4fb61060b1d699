import * as contract from '@karat/contract/market';
import { Refusal } from '@karat/contract/refusal';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '#deps.ts';
import { createCallers } from '#http/callers.ts';
import { imageUrl } from '#http/images.ts';
import { mountMoney, mountMoneyFlow } from '#http/mount-money.ts';
import { mount } from '#http/mount.ts';
import { originOf } from '#http/origin.ts';
import { buyListing } from './buying.ts';
import { cancelListing, changePrice, listItem } from './market.ts';
import { matchAfterCommit } from './matching.ts';
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
  readMarketPreview,
} from './views.ts';

const itemNotFound = () => new Refusal('not_found', 'Item not found.');

function listingRoutes(app: FastifyInstance, deps: Deps): void {
  const { player } = createCallers(deps);

  mountMoneyFlow(app, deps, contract.listItemOnMarket, player, async ({ body }, { id: playerId }, _, commit) => {
    const { itemId: inventoryId, itemName: name, skinExterior: exterior, price } = body;
    const reply = await commit(async (tx) => {
      const request = { playerId, inventoryId, name, exterior, price };
      const { name: market_hash_name, ...listed } = await listItem(tx, deps, request);
      return { message: 'Item listed.', data: { ...listed, price, market_hash_name } };
    });
    await matchAfterCommit(deps, reply.data.itemId);
    return reply;
  });

  mountMoney(app, deps, contract.buyMarketItem, player, async (tx, { params, body }, { id: buyerId }) => {
    const bought = await buyListing(tx, deps, { ...params, buyerId, price: body.price });
    const { itemId, inventoryId, name: market_hash_name, price } = bought;
    return { message: 'Item bought.', data: { itemId, inventoryId, market_hash_name, price } };
  });

  mountMoney(
    app,
    deps,
    contract.cancelListing,
    player,
    async (tx, { params }, { id: playerId }) => {
      await cancelListing(tx, { ...params, playerId });
      return { message: 'Listing cancelled.' };
    },
    { key: 'none' },
  );

  mountMoneyFlow(
    app,
    deps,
    contract.changeListingPrice,
    player,
    async ({ params, body }, { id: playerId }, _, commit) => {
      const { itemId } = await commit(async (tx) => ({
        itemId: await changePrice(tx, { ...params, playerId }, body.price),
      }));
      await matchAfterCommit(deps, itemId);
      return { message: 'Price changed.' };
    },
    { key: 'none' },
  );
}

function orderRoutes(app: FastifyInstance, deps: Deps): void {
  const { player } = createCallers(deps);

  mountMoneyFlow(app, deps, contract.createBuyOrder, player, async ({ body }, { id: playerId }, _, commit) => {
    const reply = await commit(async (tx) => {
      const orderId = await placeOrder(tx, { playerId, ...body });
      return { message: 'Buy order placed.', data: { orderId } };
    });
    await matchAfterCommit(deps, body.itemId);
    return reply;
  });

  mountMoney(
    app,
    deps,
    contract.cancelBuyOrder,
    player,
    async (tx, { params }, { id: playerId }) => {
      await cancelOrder(tx, { ...params, playerId });
      return { message: 'Buy order cancelled.' };
    },
    { key: 'none' },
  );
}

export function marketRoutes(app: FastifyInstance, deps: Deps): void {
  const { anyone, player, staff } = createCallers(deps);
  const { db, env } = deps;
  listingRoutes(app, deps);
  orderRoutes(app, deps);
  app.karat.previews.set('market', (_, origin) => readMarketPreview(db.sql, origin));

  /** Makes picture addresses absolute. */
  function withImageUrls<Row extends { image: string }>(
    request: FastifyRequest,
    { data, pagination }: List<Row>,
  ): List<Row> {
    const origin = originOf(request.headers, env);
    return { data: data.map((row) => ({ ...row, image: imageUrl(row.image, origin) })), pagination };
  }

  mount(app, contract.getMarketItems, anyone, async ({ query }, _, request) =>
    withImageUrls(request, await listMarket(db.sql, query)),
  );

  mount(app, contract.getMarketItem, anyone, async ({ params }, _, request) => {
    const book = await readBook(db.sql, params.itemId);
    if (book === undefined) throw itemNotFound();
    return { data: { ...book, image: imageUrl(book.image, originOf(request.headers, env)) } };
  });

  mount(app, contract.getItemListings, anyone, async ({ params, query }) => {
    const offered = await listOffered(db.sql, params.itemId, query);
    if (offered === undefined) throw itemNotFound();
    return offered;
  });

  mount(app, contract.getMyListings, player, async ({ query }, { id: playerId }, request) =>
    withImageUrls(request, await listOwnListings(db.sql, { ...query, playerId })),
  );

  mount(app, contract.getMyBuyOrders, player, async ({ query }, { id: playerId }, request) =>
    withImageUrls(request, await listOwnOrders(db.sql, { ...query, playerId })),
  );

  mount(app, contract.getAllListings, staff, async ({ query }, _, request) =>
    withImageUrls(request, await listAllListings(db.sql, query)),
  );

  mount(app, contract.removeListing, staff, async ({ params, body }, { id: actorId }) => {
    await removeListing(deps, params.listingId, { actorId, reason: body.reason });
    return { message: 'Listing removed.' };
  });
}
