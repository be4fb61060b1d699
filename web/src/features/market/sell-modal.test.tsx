import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openSell } from '#core/modals.ts';
import { hideRolls } from '#core/reveals.ts';
import { buyOrder, listReply, marketBook, ownListing, exampleSteamItem } from '#testing/market.ts';
import { renderInApp, refusal, stubServer } from '#testing/test-utils.tsx';
import { SellModal } from './sell-modal.tsx';

const VIEW = 'GET /user/getUserInventory';
const BOOK = 'GET /user/getMarketItem/7';
const LIST = 'POST /user/listItemOnMarket';

const OWN_ORDERS = 'GET /user/getMyBuyOrders';
const OWN_LISTINGS = 'GET /user/getMyListings';
const NAME = 'AK-47 | Neon Hive 1 (Factory New)';
const LISTED = { body: { message: 'x', data: { listingId: 3, itemId: 1, price: 500, market_hash_name: NAME } } };

type Answers = Parameters<typeof stubServer>[0];
const owned = (...items: ReturnType<typeof exampleSteamItem>[]) => {
  const { pagination } = listReply(items).body;
  return { body: { data: { descriptions: items }, pagination } };
};

function open(answers: Answers, itemId?: number) {
  const requests = stubServer({ [BOOK]: { body: { data: marketBook({ lowestPrice: 1_050 }) } }, ...answers });
  const view = renderInApp(<SellModal />);
  act(() => openSell(itemId));
  return { ...view, requests, posts: () => requests.filter(({ method }) => method === 'POST') };
}

const row = (name: RegExp) => screen.findByRole('button', { name });

test("shows the specification's sentences, and loads the view for selling", async () => {
  const bound = exampleSteamItem(2, { tradable: 0, state: 'LISTED', name: 'AWP | Saber Fang (Minimal Wear)' });
  const { requests } = open({ [VIEW]: owned(exampleSteamItem(1), bound) });
  expect(await screen.findByRole('dialog', { name: 'Sell Your Item' })).toBeTruthy();
  expect(await screen.findByRole('heading', { name: 'Your Inventory Items' })).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Non-Tradable Items' })).toBeTruthy();
  const locked = screen.getByText('Saber Fang').closest('li')!;
  expect(locked.textContent).toContain('AWP | Saber Fang (Minimal Wear)');
  expect(within(locked).getByText('This item is not tradable')).toBeTruthy();
  expect(within(locked).getByText('Already on the market. See My listings.')).toBeTruthy();
  expect(within(locked).queryByRole('button')).toBeNull();
  expect(requests[0]!.path).toContain('view=market');
});

test('expands one item at a time', async () => {
  const { user } = open({ [VIEW]: owned(exampleSteamItem(1), exampleSteamItem(2)) });
  await user.click(await row(/Neon Hive 1/));
  await user.click(await row(/Neon Hive 2/));
  expect((await row(/Neon Hive 1/)).getAttribute('aria-expanded')).toBe('false');
  expect(screen.getAllByRole('button', { name: 'Submit Item' })).toHaveLength(1);
  await user.click(await row(/Neon Hive 2/));
  expect(screen.queryByRole('button', { name: 'Submit Item' })).toBeNull();
});

test("shows the share of a price immediately, with the market's and the house's price", async () => {
  const { user } = open({ [VIEW]: owned(exampleSteamItem(1)) }, 1);
  await user.type(await screen.findByLabelText('Price'), '940');
  const detailValue = (label: string) => screen.getByText(label).parentElement!.textContent;
  expect(detailValue('Fee 5 %')).toContain('47');
  expect(detailValue('You receive')).toContain('893');
  await waitFor(() => expect(detailValue('Lowest on the market')).toContain('1.050'));
  expect(detailValue('Quick sell pays')).toContain('900');
  expect(screen.getByText('Quick sell would pay you more.')).toBeTruthy();
});

test('confirms a price below Quick Sell, and ignores a double click', async () => {
  const { user, posts } = open({ [VIEW]: owned(exampleSteamItem(1)), [LIST]: LISTED }, 1);
  const field = await screen.findByLabelText('Price');
  await user.type(field, '1');
  await user.dblClick(screen.getByRole('button', { name: 'Submit Item' }));
  const question = 'You would receive 1, and quick sell pays 900. List it anyway?';
  expect(within(screen.getByRole('alert')).getByText(question)).toBeTruthy();
  await user.type(field, '0');
  expect(screen.queryByText(/List it anyway\?/)).toBeNull();
  await user.keyboard('{Enter}');
  expect(posts()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'List it anyway' }));
  expect(await screen.findByText(`Item ${NAME} listed for sale at $10.`)).toBeTruthy();
  expect(posts()).toHaveLength(1);
});

test('shows the highest buy order, and what it means for a price', async () => {
  const book = { body: { data: marketBook({ highestOrder: 1_200 }) } };
  const { user } = open({ [VIEW]: owned(exampleSteamItem(1)), [BOOK]: book, [OWN_ORDERS]: listReply([]) }, 1);
  expect(await screen.findByText('At 1.200 or less, it sells immediately.')).toBeTruthy();
  expect(screen.getByText('Best buy order').parentElement!.textContent).toContain('1.200');
  await user.type(screen.getByLabelText('Price'), '1100');
  expect(screen.getByText('Sells immediately for 1.100. The best buy order would pay 1.200.')).toBeTruthy();
  await user.type(screen.getByLabelText('Price'), '0');
  expect(screen.queryByText(/sells at once/i)).toBeNull();
});

test("ignores the player's own order", async () => {
  const book = { body: { data: marketBook({ highestOrder: 1_200 }) } };
  const ownOrders = listReply([buyOrder(5, { price: 1_200 })]);
  open({ [VIEW]: owned(exampleSteamItem(1)), [BOOK]: book, [OWN_ORDERS]: ownOrders }, 1);
  expect(await screen.findByText('(your own)')).toBeTruthy();
  expect(screen.queryByText(/sells at once/i)).toBeNull();
});

test('says that a buy order bought the item immediately', async () => {
  const sold = listReply([ownListing(3, { state: 'SOLD', price: 1_100, fee: 55 })]);
  const { user } = open({ [VIEW]: owned(exampleSteamItem(1)), [LIST]: LISTED, [OWN_LISTINGS]: sold }, 1);
  await user.type(await screen.findByLabelText('Price'), '1100');
  await user.click(screen.getByRole('button', { name: 'Submit Item' }));
  expect(await screen.findByText(`${NAME} sold for 1.100. You received 1.045.`)).toBeTruthy();
  expect(screen.queryByText(/listed for sale/)).toBeNull();
});

test.each(['', '0', '-5', 'abc'])('answers the price "%s" with a toast, and sends nothing', async (text) => {
  const { user, posts } = open({ [VIEW]: owned(exampleSteamItem(1)) }, 1);
  const field = await screen.findByLabelText('Price');
  if (text !== '') await user.type(field, text);
  await user.click(screen.getByRole('button', { name: 'Submit Item' }));
  expect(await screen.findByText('Please enter a valid price.')).toBeTruthy();
  expect(posts()).toEqual([]);
});

test("confirms a listing in the specification's words, with one request and its key", async () => {
  const { user, posts } = open(
    {
      [VIEW]: owned(exampleSteamItem(1, { quick_sell_price: 400 })),
      [LIST]: LISTED,
    },
    1,
  );
  await user.type(await screen.findByLabelText('Price'), '500');
  await user.dblClick(screen.getByRole('button', { name: 'Submit Item' }));
  expect(await screen.findByText(`Item ${NAME} listed for sale at $500.`)).toBeTruthy();
  expect(posts()).toHaveLength(1);
  expect(posts()[0]!.body).toEqual({
    itemId: 1,
    itemName: NAME,
    image: '/img/skin/1-256.webp',
    rarity: 'Covert',
    price: 500,
    weaponType: 'Rifle',
    skinExterior: 'Factory New',
  });
  expect(posts()[0]!.headers['Idempotency-Key']).toMatch(/^[0-9a-f]{32}$/);
});

test.each([
  [refusal(409, 'item_locked', 'This item is already listed.'), 'Error: This item is already listed.'],
  [
    { status: 409, body: { code: 'item_locked', message: 'of another kind', error: 'Said as error.' } },
    'Error: Said as error.',
  ],
  [{ status: 502, body: 'a page of a proxy' }, 'Error: Failed to list the item.'],
  ['unreachable' as const, 'An error occurred while listing the item.'],
])('shows for a listing that fails with %j "%s"', async (answer, sentence) => {
  const { user } = open({ [VIEW]: owned(exampleSteamItem(1, { quick_sell_price: 400 })), [LIST]: answer }, 1);
  await user.type(await screen.findByLabelText('Price'), '500');
  await user.click(screen.getByRole('button', { name: 'Submit Item' }));
  expect(await screen.findByText(sentence)).toBeTruthy();
});

test('hides the prize of a running spin', async () => {
  hideRolls([1]);
  open({ [VIEW]: owned(exampleSteamItem(1), exampleSteamItem(2)) });
  expect(await row(/Neon Hive 2/)).toBeTruthy();
  expect(screen.queryByText(/Neon Hive 1/)).toBeNull();
});

test('links to the cases without items, and offers a retry when loading fails', async () => {
  const answers = [{ status: 500, body: {} }, owned()];
  const { user } = open({ [VIEW]: () => answers.shift()! });
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect((await screen.findByRole('link', { name: 'Open a case' })).getAttribute('href')).toBe('/cases');
});
