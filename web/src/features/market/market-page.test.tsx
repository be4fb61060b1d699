import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { dispatch } from '#core/socket.ts';
import { openSell, useModals } from '#core/modals.ts';
import { loadSession } from '#core/session.ts';
import { listReply, marketBook, marketItem, ownListing, exampleSteamItem } from '#testing/market.ts';
import { demoPlayer, renderInApp, stubServer } from '#testing/test-utils.tsx';
import { MarketPage } from './market-page.tsx';
import { marketFilterOf } from './queries.ts';
import { SellModal } from './sell-modal.tsx';

const GRID = 'GET /user/getMarketItems';
const MINE = 'GET /user/getMyListings';
const knife = marketItem(1, { name: '★ Karambit | Doppler (Factory New)', price: 40_000, listings: 3 });
const rifle = marketItem(2, { name: 'AK-47 | Neon Hive (Field-Tested)', price: 8_200 });

const card = async (name: string) => (await screen.findByRole('heading', { name })).closest('li')!;
const slow = { timeout: 5_000 };

afterEach(() => window.history.replaceState(null, '', '/'));

test('shows lowest price, picture, exterior and number of offers of each skin, and links to its page', async () => {
  stubServer({ [GRID]: listReply([knife, rifle]) });
  renderInApp(<MarketPage />);
  expect(await screen.findByRole('heading', { level: 1, name: /^Market Place/ })).toBeTruthy();
  const shown = within(await card('★ Karambit | Doppler'));
  expect(shown.getByText('40.000')).toBeTruthy();
  expect(shown.getByText('3 for sale')).toBeTruthy();
  expect(shown.getByText('Factory New')).toBeTruthy();
  expect(shown.getByRole('link').getAttribute('href')).toBe('/market/1');
  expect((await card('★ Karambit | Doppler')).querySelector('img')?.getAttribute('src')).toBe('/img/skin/1-256.webp');
  expect(screen.getByText('(2 skins)')).toBeTruthy();
});

test('shows an error view when loading fails, with a retry', async () => {
  const answers = [{ status: 500, body: {} }, listReply([rifle])];
  stubServer({ [GRID]: () => answers.shift()! });
  const { user } = renderInApp(<MarketPage />);
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await card('AK-47 | Neon Hive')).toBeTruthy();
});

test('says that the market is empty, or offers to reset the filters', async () => {
  const requests = stubServer({ [GRID]: listReply([]) });
  const { user } = renderInApp(<MarketPage />);
  expect(await screen.findByText('There is nothing for sale yet.')).toBeTruthy();
  await user.type(screen.getByRole('textbox', { name: 'Search the market' }), 'awp');
  expect(await screen.findByText('No items match.')).toBeTruthy();
  expect(screen.getByText(/^No such skin is for sale right now\./)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'View cases' }).getAttribute('href')).toBe('/cases');
  // The other one is beside the grid.
  await user.click(screen.getAllByRole('button', { name: 'Reset filters' }).at(-1)!);
  await waitFor(() => expect(requests.at(-1)?.path).not.toContain('search'));
});

test.each([
  ['Type', 'Knife', 'weaponType=Knife'],
  ['Rarity', 'Covert', 'rarity=Covert'],
  ['Exterior', 'Well-Worn', 'exterior=Well-Worn'],
])('filters by %s: %s on the server', async (group, choice, requestCount) => {
  const requests = stubServer({ [GRID]: listReply([rifle]) });
  const { user } = renderInApp(<MarketPage />);
  await user.click(within(await screen.findByRole('group', { name: group })).getByRole('radio', { name: choice }));
  await waitFor(() => expect(requests.at(-1)?.path).toContain(requestCount));
});

test("requests a price range after typing pauses, in the site's number format", async () => {
  const requests = stubServer({ [GRID]: listReply([rifle]) });
  const { user } = renderInApp(<MarketPage />);
  const from = await screen.findByRole('textbox', { name: 'Price from' });
  await user.type(from, '1500');
  await waitFor(() => expect(requests.at(-1)?.path).toContain('minPrice=1500'));
  await waitFor(() => expect(from).toHaveProperty('value', '1.500'));
});

test('offers the four sort orders of the specification', async () => {
  const requests = stubServer({ [GRID]: listReply([rifle]) });
  const { user } = renderInApp(<MarketPage />);
  await user.click(await screen.findByRole('button', { name: /^Sort by/ }));
  const choices = await screen.findAllByRole('menuitemradio', {}, slow);
  expect(choices.map(({ textContent }) => textContent)).toEqual(['Highest Price', 'Lowest Price', 'Newest', 'Oldest']);
  await user.click(choices[0]!);
  await waitFor(() => expect(requests.at(-1)?.path).toContain('sort=highest'));
});

test('shows changed prices in place, marks what is gone, and offers what is new on a click', async () => {
  const requests = stubServer({ [GRID]: listReply([knife, rifle]) });
  const { user } = renderInApp(<MarketPage />);
  await card('★ Karambit | Doppler');
  const pistol = marketItem(3, { name: 'Desert Eagle | Tilted (Minimal Wear)' });
  act(() =>
    dispatch('MARKET_CHANGED', {
      books: [
        { itemId: 1, row: { ...knife, price: 39_500, listings: 4 }, goneIds: [] },
        { itemId: 2, row: null, goneIds: [20] },
        { itemId: 3, row: pistol, goneIds: [] },
      ],
    }),
  );
  expect(await within(await card('★ Karambit | Doppler')).findByText('39.500')).toBeTruthy();
  expect(within(await card('★ Karambit | Doppler')).getByText('4 for sale')).toBeTruthy();
  expect(within(await card('AK-47 | Neon Hive')).getByText('No longer for sale')).toBeTruthy();
  expect(screen.queryByText('Desert Eagle | Tilted')).toBeNull();
  const requestCount = requests.length;
  await user.click(screen.getByRole('button', { name: '2 changes: show' }));
  await waitFor(() => expect(requests.length).toBeGreaterThan(requestCount));
});

test('shows a price that changes while the page is loading', async () => {
  const { promise, resolve: respond } = Promise.withResolvers<ReturnType<typeof listReply>>();
  stubServer({ [GRID]: () => promise });
  renderInApp(<MarketPage />);
  act(() => dispatch('MARKET_CHANGED', { books: [{ itemId: 1, row: { ...knife, price: 39_500 }, goneIds: [] }] }));
  respond(listReply([knife, rifle]));
  expect(within(await card('★ Karambit | Doppler')).getByText('39.500')).toBeTruthy();
});

test('shows an own listing in the grid immediately', async () => {
  let items: ReturnType<typeof marketItem>[] = [];
  const ownedItem = exampleSteamItem(1, { quick_sell_price: 400 });
  stubServer({
    'GET /auth/me': { body: { data: demoPlayer } },
    'GET /user/getUserInventory': {
      body: { data: { descriptions: [ownedItem] }, pagination: listReply([ownedItem]).body.pagination },
    },
    'GET /user/getMarketItem/7': { body: { data: marketBook() } },
    'POST /user/listItemOnMarket': () => {
      items = [rifle];
      return {
        body: { message: 'x', data: { listingId: 3, itemId: 1, price: 500, market_hash_name: ownedItem.name } },
      };
    },
    [GRID]: () => listReply(items),
    [MINE]: listReply([]),
  });
  await loadSession();
  const { user } = renderInApp(
    <>
      <MarketPage />
      <SellModal />
    </>,
  );
  expect(await screen.findByText('There is nothing for sale yet.')).toBeTruthy();
  act(() => openSell(1));
  await user.type(await screen.findByLabelText('Price'), '500');
  await user.click(screen.getByRole('button', { name: 'Submit Item' }));
  // The page is behind the modal.
  expect(await screen.findByRole('heading', { name: 'AK-47 | Neon Hive', hidden: true })).toBeTruthy();
});

test('marks own listings, and asks a visitor to sign in before selling', async () => {
  const answers = { [GRID]: listReply([knife, rifle]), [MINE]: listReply([ownListing(rifle.id)]) };
  stubServer({ ...answers, 'GET /auth/me': { body: { data: null } } });
  await loadSession();
  const { user, unmount } = renderInApp(<MarketPage />);
  await user.click(await screen.findByRole('button', { name: '+ Sell Your Item' }));
  expect(useModals.getState().isAuthOpen).toBe(true);
  unmount();
  stubServer({ ...answers, 'GET /auth/me': { body: { data: demoPlayer } } });
  await loadSession();
  const secondView = renderInApp(<MarketPage />);
  expect(await within(await card('AK-47 | Neon Hive')).findByText('Yours')).toBeTruthy();
  expect(within(await card('★ Karambit | Doppler')).queryByText('Yours')).toBeNull();
  await secondView.user.click(screen.getByRole('button', { name: '+ Sell Your Item' }));
  expect(useModals.getState()).toMatchObject({ isSellOpen: true, itemToSellId: undefined });
});

test.each([
  ['', { page: 1, search: '', sort: 'newest', minPrice: undefined, maxPrice: undefined }],
  ['?page=abc&sort=upwards&rarity=Golden&min=-1&max=1e3', { page: 1, sort: 'newest', rarity: undefined }],
  ['?min=5&max=99999999999', { minPrice: 5, maxPrice: undefined }],
  ['?min=9999999999', { minPrice: 1_000_000_000 }],
  ['?page=3&search=%20awp%20&sort=lowest', { page: 3, search: 'awp', sort: 'lowest' }],
  [
    '?rarity=Mil-Spec&type=Knife&exterior=Well-Worn',
    { rarity: 'Mil-Spec', weaponType: 'Knife', exterior: 'Well-Worn' },
  ],
])('reads the URL "%s" as %j', (url, filter) => {
  expect(marketFilterOf(new URLSearchParams(url))).toMatchObject(filter);
});
