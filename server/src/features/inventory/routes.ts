import * as contract from '@karat/contract/inventory';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';
import { createCallers } from '#http/callers.ts';
import { mount } from '#http/mount.ts';
import { originOf } from '#http/origin.ts';
import { listInventory, ownedItemOf, sellableOf } from './inventory.ts';
import { quickSell } from './quick-sell.ts';

export function inventoryRoutes(app: FastifyInstance, deps: Deps): void {
  const { player } = createCallers(deps);
  const { db, live, env } = deps;

  mount(app, contract.getUserInventory, player, async ({ query }, { id: playerId }, request) => {
    const { view, ...asked } = query;
    const { rows, totalPrice, pagination } = await listInventory(db.sql, { playerId, ...asked });
    const origin = originOf(request.headers, env);
    const seen = rows.map((row) => ({ ...row, image: new URL(row.image, origin).href }));
    if (view === 'market') return { data: { descriptions: seen.map(sellableOf) }, pagination };
    return { data: seen.map(ownedItemOf), pagination, totalPrice };
  });

  mount(app, contract.quickSellItem, player, async ({ params }, { id: playerId }) => {
    const sale = { playerId, itemIds: [params.itemId] };
    const { price } = await db.transaction((tx) => quickSell(tx, live, sale));
    return { message: 'Item sold.', price };
  });

  mount(app, contract.quickSellItems, player, async ({ body }, { id: playerId }) => {
    const sold = await db.transaction((tx) => quickSell(tx, live, { playerId, ...body }));
    return { message: 'Items sold.', ...sold };
  });
}
