import type { Item } from '@karat/contract/items';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderInApp, refusal, stubServer } from '#testing/test-utils.tsx';
import { AdminItemModal } from './admin-item-modal.tsx';
import { AdminItemsTab } from './admin-items-tab.tsx';

const item: Item = {
  id: 12,
  itemName: 'AK-47',
  skinName: 'Neon Hive',
  image: 'https://karat.test/ak.png',
  skinExterior: 'Factory New',
  skinRarity: 'Covert',
  weaponType: 'Rifle',
  price: 1_000,
  min_price: 1_000,
  quick_sell_price: 900,
  market_hash_name: 'AK-47 | Neon Hive (Factory New)',
};
const pagination = { totalResults: 1, resultsPerPage: 12, currentPage: 1 };

type Draft = Partial<Record<'Item name' | 'Skin name' | 'Image URL' | 'Price', string>> & { choices?: string[] };
const validForm = {
  'Item name': 'AWP',
  'Skin name': 'Saber Fang',
  'Image URL': 'https://karat.test/awp.webp?v=2',
  Price: '2500.4',
  choices: ['Minimal Wear', 'Classified', 'Sniper'],
};

async function fill(draft: Draft = {}) {
  const { user } = renderInApp(<AdminItemModal item={undefined} isOpen onClose={() => undefined} />);
  const { choices, ...fields } = { ...validForm, ...draft };
  for (const [label, value] of Object.entries(fields))
    if (value !== '') await user.type(screen.getByLabelText(label), value);
  for (const choice of choices) await user.click(screen.getByRole('radio', { name: choice }));
  await user.click(screen.getByRole('button', { name: 'Add item' }));
}

test.each<[string, Draft, string]>([
  ['no item name', { 'Item name': '' }, 'Item name is required'],
  ['a blank skin name', { 'Skin name': '   ' }, 'Skin name is required'],
  ['no address', { 'Image URL': '' }, 'Must be an image URL'],
  ['an address of no picture', { 'Image URL': 'https://karat.test/awp' }, 'Must be an image URL'],
  ['a picture without an address', { 'Image URL': 'awp.png' }, 'Must be an image URL'],
  ['no exterior', { choices: ['Classified', 'Sniper'] }, 'Skin exterior is required'],
  ['no rarity', { choices: ['Minimal Wear', 'Sniper'] }, 'Skin rarity is required'],
  ['no weapon type', { choices: ['Minimal Wear', 'Classified'] }, 'Weapon type is required'],
  ['no price', { Price: '' }, 'Price must be a number'],
  ['a price of 0', { Price: '0' }, 'Price must be greater than 0'],
  ['a price below 0', { Price: '-5' }, 'Price must be greater than 0'],
])('refuses %s before sending', async (_, draft, sentence) => {
  const requests = stubServer({});
  await fill(draft);
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(requests).toEqual([]);
});

test('sends a valid item under the names of the call, its price in whole diamonds', async () => {
  const requests = stubServer({ 'POST /admin/addNewItem': { body: { message: 'ok', data: item } } });
  await fill();
  expect(await screen.findByText('Item added successfully')).toBeTruthy();
  expect(requests[0]?.body).toEqual({
    itemName: 'AWP',
    skinName: 'Saber Fang',
    itemImgUrl: 'https://karat.test/awp.webp?v=2',
    skinExterior: 'Minimal Wear',
    skinRarity: 'Classified',
    weaponType: 'Sniper',
    itemPrice: 2_500,
  });
});

test.each([
  ['refused', refusal(409, 'taken', 'This item already exists.'), 'Failed to add item'],
  ['broken', { status: 500, body: {} }, 'Failed to add item'],
  ['unreachable', 'unreachable' as const, 'Error adding item'],
])('shows why a call is %s', async (_, answer, sentence) => {
  stubServer({ 'POST /admin/addNewItem': answer });
  await fill();
  expect(await screen.findByText(sentence)).toBeTruthy();
});

test('shows a server issue at its field', async () => {
  const issues = [{ path: 'itemPrice', message: 'Price is too high' }];
  stubServer({ 'POST /admin/addNewItem': refusal(400, 'invalid', 'Price is too high', issues) });
  await fill();
  expect(await screen.findByText('Price is too high')).toBeTruthy();
  expect(screen.getByLabelText('Price')).toHaveProperty('ariaInvalid', 'true');
});

test("starts an edit with the item's values, and sends it under the names of its call", async () => {
  const requests = stubServer({ 'PUT /admin/editItem/12': { body: { message: 'ok', data: item } } });
  const { user } = renderInApp(<AdminItemModal item={item} isOpen onClose={() => undefined} />);
  await user.clear(screen.getByLabelText('Price'));
  await user.type(screen.getByLabelText('Price'), '1200');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Item updated successfully!')).toBeTruthy();
  const { itemName, skinName, skinExterior, skinRarity, weaponType } = item;
  expect(requests[0]?.body).toEqual({
    itemName,
    skinName,
    skinExterior,
    skinRarity,
    weaponType,
    itemImgUrl: item.image,
    price: 1_200,
  });
});

test('says that an edit too large for one admin waits', async () => {
  const data = { state: 'waiting', adjustmentId: 9 };
  stubServer({ 'PUT /admin/editItem/12': { body: { message: 'Waiting for a second person.', data } } });
  const { user } = renderInApp(<AdminItemModal item={item} isOpen onClose={() => undefined} />);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('The change is waiting for a second person. Nothing has changed yet.')).toBeTruthy();
});

test('says that an edit failed, also without a network', async () => {
  stubServer({ 'PUT /admin/editItem/12': 'unreachable' });
  const { user } = renderInApp(<AdminItemModal item={item} isOpen onClose={() => undefined} />);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Failed to update item')).toBeTruthy();
});

test('lists twelve items per page, and says that a search found nothing', async () => {
  const none = { body: { data: [], pagination: { ...pagination, totalResults: 0 } } };
  const requests = stubServer({
    'GET /admin/getAllItems': { body: { data: { items: [item] }, pagination } },
    'POST /admin/searchItems': none,
  });
  const { user } = renderInApp(<AdminItemsTab />);
  const row = (await screen.findByText('Neon Hive')).closest('li')!;
  expect(row.textContent).toContain('AK-47 | Neon Hive');
  expect(within(row).getByText('Factory New')).toBeTruthy();
  expect(within(row).getByText('Covert')).toBeTruthy();
  expect(requests[0]?.path).toBe('/admin/getAllItems?page=1&limit=12');
  await user.type(screen.getByRole('textbox', { name: 'Search items' }), 'dragon{Enter}');
  expect(await screen.findByText('No items found!')).toBeTruthy();
  await waitFor(() => expect(requests.at(-1)?.body).toEqual({ market_hash_name: 'dragon', page: 1, limit: 12 }));
});
