import { WAITING_SENTENCE } from '@karat/contract/adjustments';
import * as contract from '@karat/contract/items';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '#deps.ts';
import { createCallers } from '#http/callers.ts';
import { imageUrl, storedImage } from '#http/images.ts';
import { mount } from '#http/mount.ts';
import { originOf } from '#http/origin.ts';
import { addItem, editItem, type ItemInput, listItems } from './items.ts';

export function itemRoutes(app: FastifyInstance, deps: Deps): void {
  const { staff } = createCallers(deps);
  const { env, db } = deps;

  function withImageUrl(item: contract.Item, request: FastifyRequest): contract.Item {
    return { ...item, image: imageUrl(item.image, originOf(request.headers, env)) };
  }

  type Form = Omit<ItemInput, 'image'> & { readonly itemImgUrl: string };

  function itemInputOf({ itemImgUrl, ...form }: Form, request: FastifyRequest): ItemInput {
    return { ...form, image: storedImage(itemImgUrl, request.headers, env) };
  }

  mount(app, contract.getAllItems, staff, async ({ query }, _, request) => {
    const { items, pagination } = await listItems(db.sql, { search: '', ...query });
    return { data: { items: items.map((item) => withImageUrl(item, request)) }, pagination };
  });

  mount(app, contract.searchItems, staff, async ({ body }, _, request) => {
    const { market_hash_name: search, page, limit } = body;
    const { items, pagination } = await listItems(db.sql, { search, page, limit });
    return { data: items.map((item) => withImageUrl(item, request)), pagination };
  });

  mount(app, contract.addNewItem, staff, async ({ body }, { id: actorId }, request) => {
    const { itemPrice: price, ...form } = body;
    const item = await addItem(deps, { actorId, input: itemInputOf({ ...form, price }, request) });
    return { message: 'Item added successfully', data: withImageUrl(item, request) };
  });

  mount(app, contract.editItem, staff, async ({ params, body }, { id: actorId }, request) => {
    const item = await editItem(deps, { id: params.id, actorId, input: itemInputOf(body, request) });
    if ('state' in item) return { message: WAITING_SENTENCE, data: item };
    return { message: 'Item updated successfully!', data: withImageUrl(item, request) };
  });
}
