import type { StaffListing } from '@karat/contract/market';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { visit } from '#testing/cases.tsx';
import { staffListing, signInStaff } from '#testing/staff.ts';
import { refusal, stubServer } from '#testing/test-utils.tsx';
import { formatAdminTime } from '#ui/dates.ts';
import { AdminListingsPage } from './admin-listings-page.tsx';
import { listingsFilterOf } from './admin-queries.ts';

beforeEach(() => signInStaff());

const CALL = 'GET /admin/getAllListings';
const REMOVE = 'POST /admin/removeListing/31';
const listed = (data: StaffListing[], totalResults = data.length) => ({
  body: { data, pagination: { totalResults, resultsPerPage: 10, currentPage: 1 } },
});

function openPage(answers: Parameters<typeof stubServer>[0], url = '/admin/listings') {
  const requests = stubServer(answers);
  return { requests, ...visit('/admin/listings', <AdminListingsPage />, url) };
}

const rows = async () =>
  within(await screen.findByRole('list', { name: 'Listings, newest first' })).findAllByRole('listitem');

test('shows skin, seller, price and state of each listing', async () => {
  const closedAt = '2026-03-04T10:00:00.000Z';
  const sold = staffListing(30, { state: 'SOLD', buyer: { id: 8, username: '<b>x</b>', isSandbox: false }, closedAt });
  const removed = staffListing(29, { state: 'REMOVED', closedAt, reason: 'A price to trick people.' });
  const { requests } = openPage({ [CALL]: listed([staffListing(31), sold, removed]) });
  const [first, second, third] = await rows();
  expect(within(first!).getByRole('link', { name: 'AK-47 | Redline' }).getAttribute('href')).toBe('/market/12');
  expect(within(first!).getByRole('link', { name: 'kaan_tr' }).getAttribute('href')).toBe('/admin/user/7');
  expect(first!.textContent).toContain('1.500 diamonds');
  expect(within(first!).getByText('Open')).toBeTruthy();
  expect(within(second!).getByRole('link', { name: '<b>x</b>' }).getAttribute('href')).toBe('/admin/user/8');
  expect(second!.textContent).toContain(`Closed: ${formatAdminTime(closedAt)}`);
  expect(third!.textContent).toContain('Reason: A price to trick people.');
  expect(within(second!).queryByRole('button')).toBeNull();
  expect(screen.getByText('3 listings')).toBeTruthy();
  expect(requests[0]?.path).toBe('/admin/getAllListings?page=1&limit=25');
});

test('filters by state and seller, in the URL and in the request', async () => {
  const { user, requests, router } = openPage({ [CALL]: listed([staffListing(31)]) }, '/admin/listings?page=2');
  await rows();
  await user.click(screen.getByRole('link', { name: 'Sold' }));
  expect(router.state.location.search).toBe('?state=SOLD');
  await user.type(screen.getByRole('textbox', { name: 'Exact username of the seller' }), 'kaan_tr{Enter}');
  await waitFor(() =>
    expect(requests.at(-1)?.path).toBe('/admin/getAllListings?page=1&limit=25&state=SOLD&username=kaan_tr'),
  );
  expect(screen.getByRole('link', { name: 'Sold' }).getAttribute('aria-current')).toBe('page');
});

test('filters by the skin in the URL, and resets it on a click', async () => {
  const { user, requests, router } = openPage({ [CALL]: listed([staffListing(31)]) }, '/admin/listings?itemId=12');
  await rows();
  expect(requests[0]?.path).toBe('/admin/getAllListings?page=1&limit=25&itemId=12');
  await user.click(screen.getByRole('button', { name: 'One skin only' }));
  expect(router.state.location.search).toBe('');
});

test.each([
  ['?page=2&state=OPEN&username=%20a&itemId=7', { page: 2, rows: 25, state: 'OPEN', username: 'a', itemId: '7' }],
  ['?state=GONE&itemId=x', { page: 1, rows: 25, state: undefined, username: '', itemId: undefined }],
])('reads the URL "%s" as %j', (url, filter) => {
  expect(listingsFilterOf(new URLSearchParams(url))).toEqual(filter);
});

test('removes a listing with a reason and fetches the list again', async () => {
  const answers = [listed([staffListing(31)]), listed([])];
  const { user, requests } = openPage({
    [CALL]: () => answers.shift()!,
    [REMOVE]: { body: { message: 'Listing removed.' } },
  });
  await user.click(await screen.findByRole('button', { name: 'Remove AK-47 | Redline (Field-Tested) by kaan_tr' }));
  const dialog = await screen.findByRole('dialog', { name: 'Remove this listing?' });
  await user.click(within(dialog).getByRole('button', { name: 'Remove listing' }));
  expect(await within(dialog).findByText('Reason is required.')).toBeTruthy();
  await user.type(within(dialog).getByLabelText('Reason'), 'A price to trick people.');
  await user.click(within(dialog).getByRole('button', { name: 'Remove listing' }));
  expect(await screen.findByText('AK-47 | Redline (Field-Tested) was removed from the market.')).toBeTruthy();
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({ reason: 'A price to trick people.' });
  expect(await screen.findByText('There are no listings yet.')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('says why a listing that was sold meanwhile is not removed', async () => {
  const { user } = openPage({
    [CALL]: listed([staffListing(31)]),
    [REMOVE]: refusal(409, 'listing_gone', 'This listing is over.'),
  });
  await user.click(await screen.findByRole('button', { name: /^Remove / }));
  await user.type(await screen.findByLabelText('Reason'), 'A price to trick people.');
  await user.click(screen.getByRole('button', { name: 'Remove listing' }));
  expect(await screen.findByText(/over|no longer on the market/)).toBeTruthy();
  expect(screen.getByRole('dialog')).toBeTruthy();
});

test('distinguishes no listings from no matches', async () => {
  const { user } = openPage({ [CALL]: listed([]) }, '/admin/listings?state=REMOVED');
  expect(await screen.findByText('No listings match.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Reset filters' }));
  expect(await screen.findByText('There are no listings yet.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Listings, newest first' }));
});

test('shows an error when the list cannot be loaded, with a retry', async () => {
  const answers = [refusal(500, 'internal', 'Something went wrong.'), listed([staffListing(31)])];
  const { user } = openPage({ [CALL]: () => answers.shift()! });
  expect(await screen.findByText('An error occurred while fetching data.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await rows()).toHaveLength(1);
});
