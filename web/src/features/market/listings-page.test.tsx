import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { dispatch } from '#core/socket.ts';
import { buyOrder, listReply, marketBook, ownListing } from '#testing/market.ts';
import { renderInApp, refusal, stubServer } from '#testing/test-utils.tsx';
import { ListingsPage } from './listings-page.tsx';

const LISTINGS = 'GET /user/getMyListings';
const ORDERS = 'GET /user/getMyBuyOrders';
const BOOK = 'GET /user/getMarketItem/7';
const slow = { timeout: 5_000 };

test('shows price, share and an undercut on an open listing', async () => {
  stubServer({ [LISTINGS]: listReply([ownListing(1, { isUndercut: true })]) });
  renderInApp(<ListingsPage />);
  const row = (await screen.findByRole('heading', { name: 'AK-47 | Neon Hive' })).closest('li')!;
  expect(within(row).getByText('1.000')).toBeTruthy();
  expect(within(row).getByText('950')).toBeTruthy();
  expect(within(row).getByText('Undercut')).toBeTruthy();
});

test('shows an empty view, and an error view when loading fails', async () => {
  const answers = [listReply([]), { status: 500, body: {} }];
  stubServer({ [LISTINGS]: () => answers.shift()! });
  const { unmount } = renderInApp(<ListingsPage />);
  expect(await screen.findByText('You have nothing on the market.')).toBeTruthy();
  unmount();
  renderInApp(<ListingsPage />);
  expect(await screen.findByText('Something went wrong.')).toBeTruthy();
});

test('shows the share of a new price before it is saved', async () => {
  const requests = stubServer({
    [LISTINGS]: listReply([ownListing(1)]),
    [BOOK]: { body: { data: marketBook({ lowestPrice: 980 }) } },
    'POST /user/changeListingPrice/1': { body: { message: 'Changed.' } },
  });
  const { user } = renderInApp(<ListingsPage />);
  await user.click(await screen.findByRole('button', { name: /^Change price: AK-47/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change price' }, slow));
  const field = dialog.getByLabelText('New price');
  await user.clear(field);
  await user.click(dialog.getByRole('button', { name: 'Save price' }));
  expect(await dialog.findByText('Please enter a valid price.')).toBeTruthy();
  await user.type(field, '2.000');
  expect(dialog.getByText('1.900')).toBeTruthy();
  expect(await dialog.findByText('980')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Save price' }));
  expect(await screen.findByText('Price changed.')).toBeTruthy();
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({ price: 2_000 });
});

test('confirms a price below Quick Sell before saving it', async () => {
  const requests = stubServer({
    [LISTINGS]: listReply([ownListing(1)]),
    [BOOK]: { body: { data: marketBook({ quick_sell_price: 800 }) } },
    'POST /user/changeListingPrice/1': { body: { message: 'Changed.' } },
  });
  const { user } = renderInApp(<ListingsPage />);
  await user.click(await screen.findByRole('button', { name: /^Change price: AK-47/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change price' }, slow));
  expect(await dialog.findByText('800')).toBeTruthy();
  const field = dialog.getByLabelText('New price');
  await user.clear(field);
  await user.type(field, '500');
  await user.click(dialog.getByRole('button', { name: 'Save price' }));
  expect((await dialog.findByRole('alert')).textContent).toContain('475');
  expect(requests.some(({ method }) => method === 'POST')).toBe(false);
  await user.click(dialog.getByRole('button', { name: 'Save anyway' }));
  expect(await screen.findByText('Price changed.')).toBeTruthy();
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({ price: 500 });
});

test('cancels a listing after a confirmation, and says when it was sold meanwhile', async () => {
  const answers = [
    refusal(409, 'listing_gone', 'This listing is no longer on the market.'),
    { body: { message: 'x' } },
  ];
  stubServer({ [LISTINGS]: listReply([ownListing(1)]), 'POST /user/cancelListing/1': () => answers.shift()! });
  const { user } = renderInApp(<ListingsPage />);
  const press = async () => {
    await user.click(await screen.findByRole('button', { name: /^Cancel: AK-47/ }));
    await user.click(await screen.findByRole('button', { name: 'Cancel listing' }, slow));
  };
  await press();
  expect(await screen.findByText('This listing is no longer on the market.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press();
  expect(await screen.findByText('Listing cancelled.')).toBeTruthy();
});

test('says how a closed listing ended', async () => {
  const closedAt = '2026-03-04T12:00:00.000Z';
  const requests = stubServer({
    [LISTINGS]: listReply([
      ownListing(1, { state: 'SOLD', closedAt }),
      ownListing(2, { state: 'REMOVED', closedAt, reason: 'Wrong price' }),
    ]),
  });
  const { user } = renderInApp(<ListingsPage />);
  await user.click(await screen.findByRole('link', { name: 'Closed' }));
  await waitFor(() => expect(requests.at(-1)?.path).toContain('view=closed'));
  expect(await screen.findByText('Sold')).toBeTruthy();
  expect(screen.getByText('You received')).toBeTruthy();
  expect(screen.getByText('Reason: Wrong price')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Cancel/ })).toBeNull();
});

test('lists buy orders in their own tab and updates them live', async () => {
  const answers = [listReply([buyOrder(9)]), listReply([])];
  stubServer({ [LISTINGS]: listReply([]), [ORDERS]: () => answers.shift()! });
  const { user } = renderInApp(<ListingsPage />);
  await user.click(await screen.findByRole('link', { name: 'Buy orders' }));
  const row = (await screen.findByRole('heading', { name: 'AK-47 | Neon Hive' })).closest('li')!;
  expect(within(row).getByText('900')).toBeTruthy();
  act(() => dispatch('MY_MARKET_CHANGED', {}));
  expect(await screen.findByText('You have no open buy orders.')).toBeTruthy();
});
