import * as contract from '@karat/contract/inventory';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';
import { createCallers } from '#http/callers.ts';
import { imageUrl } from '#http/images.ts';
import { mountMoney } from '#http/mount-money.ts';
import { mount } from '#http/mount.ts';
import { originOf } from '#http/origin.ts';
import { listInventory, ownedItemOf, sellableOf } from './inventory.ts';
import { quickSell } from './quick-sell.ts';

export function inventoryRoutes(app: FastifyInstance, deps: Deps): void {
  const { player, staff } = createCallers(deps);
  const { db, live, env } = deps;

  mount(app, contract.getUserInventory, player, async ({ query }, { id: playerId }, request) => {
    const { view, ...filter } = query;
    const { rows, totalPrice, pagination } = await listInventory(db.sql, { playerId, ...filter });
    const origin = originOf(request.headers, env);
    const items = rows.map((row) => ({ ...row, image: imageUrl(row.image, origin) }));
    if (view === 'market') return { data: { descriptions: items.map(sellableOf) }, pagination };
    return { data: items.map(ownedItemOf), pagination, totalPrice };
  });

  mount(app, contract.getInventoryByUserId, staff, async ({ params, query }, _, request) => {
    const filter = { playerId: params.userId, search: '', sort: 'newest', ...query } as const;
    const { rows, pagination } = await listInventory(db.sql, filter);
    const origin = originOf(request.headers, env);
    return { data: rows.map((row) => ownedItemOf({ ...row, image: imageUrl(row.image, origin) })), pagination };
  });

  mountMoney(app, deps, contract.quickSellItem, player, async (tx, { params }, { id: playerId }) => {
    const { price } = await quickSell(tx, live, { playerId, itemIds: [params.itemId] });
    return { message: 'Item sold.', price };
  });

  mountMoney(app, deps, contract.quickSellItems, player, async (tx, { body }, { id: playerId }) => ({
    message: 'Items sold.',
    ...(await quickSell(tx, live, { playerId, ...body })),
  }));
}
