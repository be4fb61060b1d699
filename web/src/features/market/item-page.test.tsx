import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { dispatch } from '#core/socket.ts';
import { useModals } from '#core/modals.ts';
import { loadSession, receiveBalance } from '#core/session.ts';
import { buyOrder, listReply, marketBook, exampleOffer } from '#testing/market.ts';
import { demoPlayer, refusal, stubServer } from '#testing/test-utils.tsx';
import { Toasts } from '#ui/toasts.tsx';
import { ItemPage } from './item-page.tsx';

const BOOK = 'GET /user/getMarketItem/7';
const OFFERS = 'GET /user/getItemListings/7';
const ORDERS = 'GET /user/getMyBuyOrders';
const BUY = 'POST /user/buyMarketItem/1';
const ORDER = 'POST /user/createBuyOrder';
const cheap = exampleOffer(1);
const expensive = exampleOffer(2, { price: 1_200, seller: { id: 51, username: 'mira', isSandbox: false, avatar: '' } });
// The modal loads lazily, and the first test that needs it waits for it.
const slow = { timeout: 5_000 };

type Answers = Parameters<typeof stubServer>[0];

async function open(answers: Answers = {}, { isVisitor = false, url = '/market/7' } = {}) {
  const requests = stubServer({
    'GET /auth/me': { body: { data: isVisitor ? null : demoPlayer } },
    [BOOK]: { body: { data: marketBook() } },
    [OFFERS]: listReply([cheap, expensive]),
    [ORDERS]: listReply([]),
    ...answers,
  });
  await loadSession();
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[url]}>
        <Routes>
          <Route path="/market/:itemId" element={<ItemPage />} />
        </Routes>
        <Toasts />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const posts = () => requests.filter(({ method }) => method === 'POST');
  return { user: userEvent.setup(), requests, posts };
}

const part = (name: string) => screen.findByRole('region', { name });
const question = () => screen.findByRole('dialog', { name: 'Buy this skin?' }, slow);

test('shows a skin, its prices and its offers, cheapest first', async () => {
  await open();
  expect(await screen.findByRole('heading', { level: 1, name: 'AK-47 | Neon Hive' })).toBeTruthy();
  const offers = within(await part('For sale'));
  expect((await offers.findAllByRole('button')).map(({ ariaLabel }) => ariaLabel)).toEqual([
    'Buy for 1.000 from deniz',
    'Buy for 1.200 from mira',
  ]);
  expect(screen.getByRole('button', { name: 'Buy for 1.000' })).toBeTruthy();
});

test.each([
  ['/market/7', { [BOOK]: refusal(404, 'not_found', 'Item not found.') }],
  ['/market/abc', {}],
])('says that %s leads to no skin, with a link back', async (url, answers) => {
  await open(answers, { url });
  expect(await screen.findByText('This skin does not exist.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Back to the market' }).getAttribute('href')).toBe('/market');
});

test('allows a buy order for a skin without offers', async () => {
  await open({ [BOOK]: { body: { data: marketBook({ listings: 0, lowestPrice: null }) } }, [OFFERS]: listReply([]) });
  expect(await screen.findByText(/^No one is selling this skin right now/)).toBeTruthy();
  expect(await part('Place a buy order')).toBeTruthy();
});

test('confirms a purchase, shows the remaining balance, sends the seen price once, and links to the inventory', async () => {
  const { user, posts } = await open({
    [BUY]: { body: { message: 'Bought.', data: { itemId: 7, market_hash_name: 'x', price: 1_000 } } },
  });
  await user.click(await screen.findByRole('button', { name: 'Buy for 1.000 from deniz' }));
  const dialog = within(await question());
  expect(dialog.getByText('Balance after').parentElement!.textContent).toContain('500');
  await user.dblClick(dialog.getByRole('button', { name: 'Buy for 1.000' }));
  expect(await screen.findByText('AK-47 | Neon Hive (Factory New) bought for 1.000.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'View in inventory' }).getAttribute('href')).toBe('/inventory');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(posts()).toHaveLength(1);
  expect(posts()[0]).toMatchObject({ body: { price: 1_000 } });
  expect(posts()[0]!.headers['Idempotency-Key']).toMatch(/^[0-9a-f]{32}$/);
});

test('shows a changed price and asks again', async () => {
  const answers = [refusal(409, 'price_changed', 'The price has changed.'), { body: { message: 'Bought.', data: {} } }];
  const rows = [listReply([cheap, expensive]), listReply([{ ...cheap, price: 1_300 }, expensive])];
  const { user, posts } = await open({
    [BUY]: () => answers.shift()!,
    [OFFERS]: () => (rows.length > 1 ? rows.shift()! : rows[0]!),
  });
  await user.click(await screen.findByRole('button', { name: 'Buy for 1.000 from deniz' }));
  await user.click(within(await question()).getByRole('button', { name: 'Buy for 1.000' }));
  expect((await screen.findByText(/^The price has changed from 1.000 to 1.300/)).textContent).toContain('anyway?');
  await user.click(within(await question()).getByRole('button', { name: 'Buy for 1.300' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(posts().map(({ body }) => body)).toEqual([{ price: 1_000 }, { price: 1_300 }]);
  const [first, second] = posts().map(({ headers }) => headers['Idempotency-Key']);
  expect(first).not.toBe(second);
});

test('repeats the key after a lost response', async () => {
  const answers = ['unreachable' as const, { body: { message: 'Bought.', data: {} } }];
  const { user, posts } = await open({ [BUY]: () => answers.shift()! });
  await user.click(await screen.findByRole('button', { name: 'Buy for 1.000 from deniz' }));
  const press = async () => user.click(within(await question()).getByRole('button', { name: 'Buy for 1.000' }));
  await press();
  expect(await screen.findByText('Network error. Please try again later.')).toBeTruthy();
  await press();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [first, second] = posts().map(({ headers }) => headers['Idempotency-Key']);
  expect(first).toBe(second);
});

test('says in the modal and in the list that a listing was sold meanwhile', async () => {
  const { user, posts } = await open();
  await user.click(await screen.findByRole('button', { name: 'Buy for 1.000 from deniz' }));
  await question();
  act(() => dispatch('MARKET_CHANGED', { books: [{ itemId: 7, row: null, goneIds: [1] }] }));
  expect(await screen.findByText('This listing is no longer on the market.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Back to listings' }));
  expect(within(await part('For sale')).getByText('Unavailable')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Buy for 1.000 from deniz' })).toBeNull();
  expect(posts()).toEqual([]);
});

test('notices a listing that was sold while disconnected', async () => {
  let offers = [cheap, expensive];
  const { user } = await open({ [OFFERS]: () => listReply(offers) });
  await user.click(await screen.findByRole('button', { name: 'Buy for 1.000 from deniz' }));
  await question();
  expect(screen.queryByText('This listing is no longer on the market.')).toBeNull();
  offers = [expensive];
  act(() => dispatch('MARKET_CHANGED', { books: [{ itemId: 7, row: null, goneIds: [] }] }));
  expect(await screen.findByText('This listing is no longer on the market.')).toBeTruthy();
});

test('says how many diamonds are missing, and offers to add balance', async () => {
  const { user } = await open();
  act(() => receiveBalance({ balance: 400, version: 99 }));
  await user.click(await screen.findByRole('button', { name: 'Buy for 1.000 from deniz' }));
  const dialog = within(await question());
  expect(dialog.getByText('You need 600 more.')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Add balance' }));
  expect(useModals.getState().isBalanceOpen).toBe(true);
});

test('asks a visitor to sign in before buying', async () => {
  const { user } = await open({}, { isVisitor: true });
  await user.click(await screen.findByRole('button', { name: 'Buy for 1.000 from deniz' }));
  expect(useModals.getState().isAuthOpen).toBe(true);
});

test('links the listing of the player to its page instead of offering it for sale', async () => {
  const mine = exampleOffer(1, {
    seller: { id: demoPlayer.id, username: demoPlayer.username, isSandbox: false, avatar: '' },
  });
  await open({ [OFFERS]: listReply([mine, expensive]) });
  const offers = within(await part('For sale'));
  expect((await offers.findByRole('link', { name: 'Yours: My listings' })).getAttribute('href')).toBe('/listings');
  // The buy button offers the cheapest listing of another player.
  expect(screen.getByRole('button', { name: 'Buy for 1.200' })).toBeTruthy();
});

test('requires a price for a buy order, says when it is filled immediately, and then offers to cancel it', async () => {
  const orders = [listReply([]), listReply([]), listReply([buyOrder(9, { price: 1_100 })])];
  const { user, posts } = await open({
    [ORDERS]: () => (orders.length > 1 ? orders.shift()! : orders[0]!),
    [ORDER]: { body: { message: 'Placed.', data: { orderId: 9 } } },
    'POST /user/cancelBuyOrder/9': { body: { message: 'Cancelled.' } },
  });
  await user.click(within(await part('Place a buy order')).getByRole('button', { name: 'Place order' }));
  expect(await screen.findByText('Please enter a valid price.')).toBeTruthy();
  await user.type(screen.getByLabelText('Maximum price'), '1.100');
  expect(await screen.findByText('One is for sale for 1.000. Your order buys it immediately.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Place order' }));
  expect(await screen.findByText('Buy order placed.')).toBeTruthy();
  expect(posts()[0]).toMatchObject({ body: { itemId: 7, price: 1_100 } });
  expect(posts()[0]!.headers['Idempotency-Key']).toMatch(/^[0-9a-f]{32}$/);
  expect(within(await part('Your buy order')).getByText('Buys one for up to 1.100.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Cancel order' }));
  expect(await screen.findByText('Buy order cancelled.')).toBeTruthy();
});

test('says the price of an order that was filled immediately', async () => {
  const orders = [
    listReply([]),
    listReply([buyOrder(9, { price: 1_100, state: 'FILLED', paid: 1_000 })]),
    listReply([]),
  ];
  const { user } = await open({
    [ORDERS]: () => (orders.length > 1 ? orders.shift()! : orders[0]!),
    [ORDER]: { body: { message: 'Placed.', data: { orderId: 9 } } },
  });
  await user.type(await screen.findByLabelText('Maximum price'), '1100');
  await user.click(screen.getByRole('button', { name: 'Place order' }));
  expect(await screen.findByText('Order filled: AK-47 | Neon Hive (Factory New) for 1.000.')).toBeTruthy();
});

test('describes the chart as text, day by day', async () => {
  const today = new Date().toISOString().slice(0, 10);
  const history = [{ day: today, sales: 4, low: 900, high: 1_300, average: 1_050 }];
  await open({ [BOOK]: { body: { data: marketBook({ history }) } } });
  const slider = await screen.findByRole('slider', { name: 'Day' });
  expect(slider.getAttribute('aria-valuetext')).toMatch(/Average 1.050, Low to high 900 – 1.300, Sold 4$/);
  expect(screen.getByText('4 sales, for 900 to 1.300 diamonds.')).toBeTruthy();
});
