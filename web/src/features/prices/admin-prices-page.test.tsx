import type { Reply } from '@karat/contract/endpoint';
import type { getPrices } from '@karat/contract/prices';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { formatPercent, formatPercentFirst } from '#i18n/format.ts';
import { visit } from '#testing/cases.tsx';
import { heldPrice } from '#testing/staff.ts';
import { refusal, stubServer } from '#testing/test-utils.tsx';
import { formatAdminTime } from '#ui/dates.ts';
import { formatJump } from './admin-held-row.tsx';
import { AdminPricesPage } from './admin-prices-page.tsx';

const CALL = 'GET /admin/getPrices';
const REFRESH = 'POST /admin/refreshPrices';

const pricesReply = (overrides: Partial<Reply<typeof getPrices>> = {}) => {
  const data = overrides.data ?? [];
  return {
    body: {
      data,
      pagination: { totalResults: data.length, resultsPerPage: 10, currentPage: 1 },
      source: 'api.skins.example',
      readAt: '2026-03-03T14:05:09.000Z',
      isStale: false,
      changed: 12,
      failure: null,
      ...overrides,
    },
  };
};

function openPage(answers: Parameters<typeof stubServer>[0], url = '/admin/prices') {
  const requests = stubServer(answers);
  return { requests, ...visit('/admin/prices', <AdminPricesPage />, url) };
}

const detailValue = async (label: string) =>
  (await screen.findByText(label, { selector: 'dt' })).parentElement!.lastElementChild!;

test('shows the source of prices, when they were read and what changed', async () => {
  const { requests } = openPage({ [CALL]: pricesReply() });
  expect((await detailValue('Source')).textContent).toBe('api.skins.example');
  expect((await detailValue('Last update')).textContent).toContain(formatAdminTime('2026-03-03T14:05:09.000Z'));
  expect((await detailValue('Changed')).textContent).toBe('12 items');
  expect(screen.getByText('No prices are waiting for you.')).toBeTruthy();
  expect(screen.queryByText('Prices are out of date.')).toBeNull();
  expect(requests[0]?.path).toBe('/admin/getPrices?page=1&limit=10');
});

test('offers no refresh without a feed, and says how to set one up', async () => {
  openPage({ [CALL]: pricesReply({ source: 'snapshot', changed: 0 }) });
  expect((await detailValue('Source')).textContent).toBe('Built-in prices');
  expect(screen.getByText(/PRICE_FEED_URL/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Update now' })).toBeNull();
});

test('warns of stale prices in red and as text, with the reason', async () => {
  openPage({ [CALL]: pricesReply({ isStale: true, readAt: null, failure: 'The feed answered with status 500.' }) });
  expect(await screen.findByText('Prices are out of date.')).toBeTruthy();
  expect(screen.getByText('The feed answered with status 500.')).toBeTruthy();
  const read = await detailValue('Last update');
  expect(read.textContent).toBe('Never');
  expect(read.firstElementChild!.className).toContain('text-danger');
});

test.each([
  [{ price: 1_000, freshPrice: 3_000 }, '+200\u00a0%'],
  [{ price: 1_000, freshPrice: 500 }, '−50\u00a0%'],
  [{ price: 100, freshPrice: 1_234_567 }, '+1.234.467\u00a0%'],
  [{ price: 3, freshPrice: 100 }, '+3.233\u00a0%'],
])('formats %j as a jump of %s', (heldPrice, text) => {
  expect(formatJump(heldPrice, formatPercent)).toBe(text);
});

test('formats a jump with the percent sign first in Turkish', () => {
  expect(formatJump({ price: 1_000, freshPrice: 500 }, formatPercentFirst)).toBe('−%50');
});

test('accepts a jump at the shown price', async () => {
  const answers = [pricesReply({ data: [heldPrice(5), heldPrice(6, { freshPrice: 400 })] }), pricesReply()];
  const { user, requests } = openPage({
    [CALL]: () => answers.shift()!,
    'POST /admin/decidePrice/5': { body: { message: 'The new price was accepted.' } },
  });
  const list = await screen.findByRole('list', { name: /^Price jumps/ });
  const [first, second] = within(list).getAllByRole('listitem');
  expect(first!.textContent).toContain('+200\u00a0%');
  expect(second!.textContent).toContain('−60\u00a0%');
  await user.click(
    within(first!).getByRole('button', { name: 'Accept the new price of AK-47 | Skin 5 (Factory New)' }),
  );
  expect(await screen.findByText('AK-47 | Skin 5 (Factory New) now costs 3.000.')).toBeTruthy();
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({ isAccepted: true, price: 3_000 });
  expect(await screen.findByText('No prices are waiting for you.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('region', { name: /^Price jumps/ }));
});

test('says that a jump too large for one admin waits', async () => {
  const data = { state: 'waiting', adjustmentId: 9 };
  const { user } = openPage({
    [CALL]: pricesReply({ data: [heldPrice(5)] }),
    'POST /admin/decidePrice/5': { body: { message: 'Waiting for a second person.', data } },
  });
  await user.click(await screen.findByRole('button', { name: /^Accept/ }));
  expect(await screen.findByText('The change is waiting for a second person. Nothing has changed yet.')).toBeTruthy();
});

test('keeps the current price', async () => {
  const { user, requests } = openPage({
    [CALL]: pricesReply({ data: [heldPrice(5)] }),
    'POST /admin/decidePrice/5': { body: { message: 'The current price was kept.' } },
  });
  await user.click(await screen.findByRole('button', { name: /^Keep the current price/ }));
  expect(await screen.findByText('AK-47 | Skin 5 (Factory New) stays at 1.000.')).toBeTruthy();
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({ isAccepted: false, price: 3_000 });
});

test('says that another price arrived meanwhile, and shows it', async () => {
  const answers = [pricesReply({ data: [heldPrice(5)] }), pricesReply({ data: [heldPrice(5, { freshPrice: 4_000 })] })];
  const { user } = openPage({
    [CALL]: () => answers.shift()!,
    'POST /admin/decidePrice/5': refusal(409, 'price_changed', 'A newer price has arrived.'),
  });
  await user.click(await screen.findByRole('button', { name: /^Accept/ }));
  expect(await screen.findByText(/newer price/)).toBeTruthy();
  expect(await screen.findByText(/^\+300/)).toBeTruthy();
});

test('reads prices on a click', async () => {
  const answers = [pricesReply(), pricesReply({ changed: 40 })];
  const { user } = openPage({ [CALL]: () => answers.shift()!, [REFRESH]: { body: { message: 'Prices updated.' } } });
  await user.click(await screen.findByRole('button', { name: 'Update now' }));
  expect(await screen.findByText('Prices updated.')).toBeTruthy();
  expect((await detailValue('Changed')).textContent).toBe('40 items');
});

test('says why a feed cannot be read, immediately and as long as it lasts', async () => {
  const failure = 'The feed answered with status 500.';
  const answers = [pricesReply(), pricesReply({ failure })];
  const { user } = openPage({ [CALL]: () => answers.shift()!, [REFRESH]: refusal(503, 'feed_unread', failure) });
  await user.click(await screen.findByRole('button', { name: 'Update now' }));
  expect(await screen.findByText('The last update failed.')).toBeTruthy();
  expect(screen.getAllByText(failure).length).toBeGreaterThan(0);
});

test('shows an error when the page cannot be loaded, with a retry', async () => {
  const answers = [refusal(500, 'internal', 'Something went wrong.'), pricesReply()];
  const { user } = openPage({ [CALL]: () => answers.shift()! });
  expect(await screen.findByText('An error occurred while fetching data.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect((await detailValue('Source')).textContent).toBe('api.skins.example');
});
