import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useModals } from '#core/modals.ts';
import { hideRolls, revealRolls } from '#core/reveals.ts';
import { ownedItem } from '#testing/inventory.ts';
import { renderInApp, refusal, stubServer } from '#testing/test-utils.tsx';
import { InventoryPage } from './inventory-page.tsx';
import { inventoryFilterOf } from './queries.ts';

const LIST = 'GET /user/getUserInventory';
const knife = ownedItem({ id: 1, price: 40_000, marketName: '★ Karambit | Doppler (Factory New)' });
const rifle = ownedItem({ id: 2, price: 8_200, marketName: 'AK-47 | Neon Hive (Field-Tested)' });
const pistol = ownedItem({ id: 3, price: 150, marketName: 'P250 | Sand (Souvenir) (Well-Worn)' });
const listed = ownedItem({ id: 4, price: 700, state: 'LISTED', marketName: 'AWP | Saber Fang (Minimal Wear)' });

function stock(...items: ReturnType<typeof ownedItem>[]) {
  const pagination = { totalResults: items.length, resultsPerPage: 40, currentPage: 1 };
  return { body: { data: items, pagination, totalPrice: items.reduce((sum, { price }) => sum + price, 0) } };
}

const card = async (name: string) => (await screen.findByRole('heading', { name })).closest('li')!;

// Menus and modal load lazily, and the first test that needs one waits for it.
const slow = { timeout: 5_000 };

afterEach(() => window.history.replaceState(null, '', '/'));

test('says that the inventory is empty, and links to the cases', async () => {
  stubServer({ [LIST]: stock() });
  renderInApp(<InventoryPage />);
  expect(await screen.findByText('(0 item found)')).toBeTruthy();
  expect((await screen.findByRole('link', { name: 'Open a case' })).getAttribute('href')).toBe('/cases');
});

test('shows an error view when loading fails', async () => {
  stubServer({ [LIST]: { status: 500, body: {} } });
  renderInApp(<InventoryPage />);
  expect(await screen.findByText('Something went wrong.')).toBeTruthy();
});

test('shows a spinner while loading', async () => {
  stubServer({ [LIST]: () => new Promise(() => undefined) });
  const { container } = renderInApp(<InventoryPage />);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('My Inventory');
  expect(screen.getByText('Loading...').closest('[role=status]')).not.toBeNull();
  await waitFor(() => expect(container.querySelector('[role=status] .motion-spinner')).not.toBeNull());
});

test('shows each item with its picture and the colour of its rarity', async () => {
  stubServer({ [LIST]: stock(knife, ownedItem({ id: 5, rarity: 'Mil-Spec', marketName: 'P90 | Moss (Well-Worn)' })) });
  renderInApp(<InventoryPage />);
  const cards = [await card('★ Karambit | Doppler'), await card('P90 | Moss')];
  const [first, second] = cards.map((each) => each.querySelector('article')!);
  expect([first!, second!].map((each) => each.querySelector('img')?.getAttribute('src'))).toEqual([
    '/img/skin/1-256.webp',
    '/img/skin/5-256.webp',
  ]);
  expect([first!, second!].map(({ style }) => style.getPropertyValue('--r'))).toEqual([
    'var(--color-r6)',
    'var(--color-r3)',
  ]);
});

test('splits the exterior in trailing parentheses from the name', async () => {
  stubServer({ [LIST]: stock(pistol, rifle) });
  renderInApp(<InventoryPage />);
  expect(await screen.findByText('(2 item found)')).toBeTruthy();
  expect(within(await card('P250 | Sand (Souvenir)')).getByText('Well-Worn')).toBeTruthy();
  expect(within(await card('AK-47 | Neon Hive')).getByText('Field-Tested')).toBeTruthy();
  expect(screen.getByRole('link', { name: /Proof.*Neon Hive/ }).getAttribute('href')).toBe('/fair/roll/2');
});

test("links a skin's name to its page on the market", async () => {
  stubServer({ [LIST]: stock(rifle) });
  renderInApp(<InventoryPage />);
  const name = await screen.findByRole('link', { name: 'AK-47 | Neon Hive' });
  expect(name.getAttribute('href')).toBe(`/market/${rifle.parentItem}`);
});

test('hides the prize of a running spin in the grid, the count and the worth', async () => {
  stubServer({ [LIST]: stock(knife, rifle) });
  hideRolls([knife.id]);
  renderInApp(<InventoryPage />);
  expect(await screen.findByText('(1 item found)')).toBeTruthy();
  expect(screen.queryByText(/Karambit/)).toBeNull();
  expect(screen.queryByText('48.200')).toBeNull();
  act(() => revealRolls([knife.id]));
  expect(await screen.findByText('(2 item found)')).toBeTruthy();
  expect(screen.getByText('48.200')).toBeTruthy();
});

test('confirms a single sale on the card and in a toast, with one request and its key', async () => {
  const requests = stubServer({
    [LIST]: stock(rifle, pistol),
    'GET /user/quickSellItem/3': { body: { message: 'Item sold.', price: 150 } },
  });
  const { user } = renderInApp(<InventoryPage />);
  await user.dblClick(within(await card('P250 | Sand (Souvenir)')).getByRole('button', { name: 'Quick Sell' }));
  expect(await screen.findByText('P250 | Sand (Souvenir) (Well-Worn) sold for 150')).toBeTruthy();
  const sold = screen.getByRole('button', { name: 'Item Sold!' });
  expect(sold).toHaveProperty('disabled', true);
  const sales = requests.filter(({ path }) => path.includes('quickSell'));
  expect(sales).toHaveLength(1);
  expect(sales[0]?.headers['Idempotency-Key']).toMatch(/^[0-9a-f]{32}$/);
});

test('shows why a sale was refused, and repeats the key after a lost response', async () => {
  const answers = ['unreachable' as const, refusal(409, 'already_sold', 'This item has already been sold.')];
  const requests = stubServer({ [LIST]: stock(rifle), 'GET /user/quickSellItem/2': () => answers.shift()! });
  const { user } = renderInApp(<InventoryPage />);
  const press = async () =>
    user.click(within(await card('AK-47 | Neon Hive')).getByRole('button', { name: 'Quick Sell' }));
  await press();
  expect(await screen.findByText('Network error. Please try again later.')).toBeTruthy();
  await press();
  expect(await screen.findByText('This item has already been sold.')).toBeTruthy();
  const keys = requests
    .filter(({ path }) => path.includes('quickSell'))
    .map(({ headers }) => headers['Idempotency-Key']);
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
});

test('confirms the sale of an expensive item', async () => {
  const requests = stubServer({ [LIST]: stock(knife, rifle) });
  const { user } = renderInApp(<InventoryPage />);
  await user.click(within(await card('★ Karambit | Doppler')).getByRole('button', { name: 'Quick Sell' }));
  const dialog = await screen.findByRole('dialog', { name: 'Sell 1 item?' }, slow);
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(requests.filter(({ path }) => path.includes('quickSell'))).toEqual([]);
});

test('sells many items with one confirmation and one request, and says which were not sold', async () => {
  const requests = stubServer({
    [LIST]: stock(knife, rifle, listed),
    'POST /user/quickSellItems': { body: { message: 'Items sold.', soldIds: [2], price: 8_200 } },
  });
  const { user } = renderInApp(<InventoryPage />);
  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
  const bar = screen.getByRole('region', { name: 'Selected items' });
  expect(bar.textContent).toContain('2 items');
  expect(bar.textContent).toContain('48.200');
  await user.click(within(bar).getByRole('button', { name: 'Sell selected' }));
  const dialog = await screen.findByRole('dialog', { name: 'Sell 2 items?' }, slow);
  await user.click(within(dialog).getByRole('button', { name: 'Sell for 48.200' }));
  expect(await screen.findByText('1 item is no longer available and was not sold.')).toBeTruthy();
  const sales = requests.filter(({ path }) => path.includes('quickSell'));
  expect(sales.map(({ body }) => body)).toEqual([{ itemIds: [1, 2] }]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('says why an item is locked, and disables selling and selecting it', async () => {
  stubServer({ [LIST]: stock(listed, rifle) });
  renderInApp(<InventoryPage />);
  const bound = within(await card('AWP | Saber Fang'));
  expect(bound.getByText('Listed on the market. Cancel the listing to sell it here.')).toBeTruthy();
  expect(bound.getByRole('link', { name: 'View listing' }).getAttribute('href')).toBe('/listings');
  expect(bound.queryByRole('button')).toBeNull();
  expect(bound.queryByRole('checkbox')).toBeNull();
});

test('offers the market and a withdrawal on the card of a free item', async () => {
  stubServer({ [LIST]: stock(rifle) });
  const { user } = renderInApp(<InventoryPage />);
  const free = within(await card('AK-47 | Neon Hive'));
  await user.click(free.getByRole('button', { name: 'Sell AK-47 | Neon Hive (Field-Tested) on the market' }));
  expect(useModals.getState()).toMatchObject({ isSellOpen: true, itemToSellId: rifle.id });
  await user.click(free.getByRole('button', { name: 'Withdraw AK-47 | Neon Hive (Field-Tested)' }));
  expect(useModals.getState()).toMatchObject({ isWithdrawOpen: true, itemToWithdraw: rifle });
});

test('filters on the server, and starts another page without a selection', async () => {
  const requests = stubServer({ [LIST]: stock(rifle, pistol) });
  const { user } = renderInApp(<InventoryPage />);
  await user.click(await screen.findByRole('checkbox', { name: /Select AK-47/ }));
  expect(screen.getByRole('region', { name: 'Selected items' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /Rarity/ }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Covert' }, slow));
  await waitFor(() => expect(requests.at(-1)?.path).toContain('rarity=Covert'));
  expect(screen.queryByRole('region', { name: 'Selected items' })).toBeNull();
});

test.each([
  ['', { page: 1, search: '', sort: 'newest', rarity: undefined, weaponType: undefined, exterior: undefined }],
  ['?page=abc&sort=upwards&rarity=Golden', { page: 1, sort: 'newest', rarity: undefined }],
  ['?page=3&search=%20awp%20&sort=lowest', { page: 3, search: 'awp', sort: 'lowest' }],
  [
    '?rarity=Mil-Spec&type=Knife&exterior=Well-Worn',
    { rarity: 'Mil-Spec', weaponType: 'Knife', exterior: 'Well-Worn' },
  ],
])('reads the URL "%s" as %j', (url, filter) => {
  expect(inventoryFilterOf(new URLSearchParams(url))).toMatchObject(filter);
});
