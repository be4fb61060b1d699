import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { connectSocket } from '#core/socket.ts';
import { setModalState } from '#core/modals.ts';
import { loadSession } from '#core/session.ts';
import { offerAfter, exampleOffer, offersReply, platformSkin } from '#testing/trades.ts';
import { fakeSocket } from '#testing/fake-socket.ts';
import { demoPlayer, renderInApp, refusal, stubServer } from '#testing/test-utils.tsx';
import { BalanceModal } from './balance-modal.tsx';

type Answers = Parameters<typeof stubServer>[0];

const SKINS = 'GET /user/getUserSteamInventory';
const OFFERS = 'GET /user/getTradeOffers';
const DEPOSIT = 'POST /user/createDeposit';

const skinsReply = (skins = [platformSkin(1, { balance_on_deposit: 1.15 }), platformSkin(2), platformSkin(3)]) => ({
  body: { data: skins, readAt: '2026-03-03T12:00:00.000Z' },
});

async function open(answers: Answers = {}, steamId: string | null = '76561199800000007') {
  const requests = stubServer({
    'GET /auth/me': { body: { data: { ...demoPlayer, steamId } } },
    [OFFERS]: offersReply([]),
    [SKINS]: skinsReply(),
    [DEPOSIT]: { body: { message: 'The offer is being sent.', data: exampleOffer(4) } },
    ...answers,
  });
  await loadSession();
  const view = renderInApp(<BalanceModal />);
  act(() => setModalState('isBalanceOpen', true));
  return { ...view, requests, posts: () => requests.filter(({ method }) => method === 'POST') };
}

const card = (name: RegExp) => screen.findByRole('checkbox', { name });
const send = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send Trade Offer' });

test('sums up the chosen skins and sends them once, with the total that was shown', async () => {
  const { user, posts } = await open();
  expect(await screen.findByRole('dialog', { name: 'Add balance to your account' })).toBeTruthy();
  expect(screen.getByText('Choose a convenient payment method and top up your balance.')).toBeTruthy();
  await user.click(await card(/Sand 1/));
  await user.click(await card(/Sand 3/));
  await user.click(await card(/Sand 2/));
  await user.click(await card(/Sand 2/));
  expect(screen.getByText('You will receive:').parentElement?.textContent).toContain('415');
  expect(screen.getByText('2 skins')).toBeTruthy();
  await user.dblClick(send());
  expect(await screen.findByText('K7QX-1004')).toBeTruthy();
  expect(posts()).toHaveLength(1);
  expect(posts()[0]?.body).toEqual({ assetIds: ['9001', '9003'], amount: 415 });
  expect(posts()[0]?.headers['Idempotency-Key']).toMatch(/^[0-9a-f]{32}$/);
  const link = screen.getByRole('link', { name: /^Open the offer/ });
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([
    'https://karat.test/sandbox/trade/4',
    '_blank',
  ]);
});

test.each([
  [{}, /^You can play with them at once\. You cannot withdraw them as skins for 8 days/],
  [{ isHeldPlayable: false, holdDays: 1 }, 'You get them after a hold of 1 day.'],
])('explains the hold before an offer is sent: %j', async (status, sentence) => {
  await open({ [OFFERS]: offersReply([], status) });
  expect(await screen.findByText(sentence)).toBeTruthy();
});

test('mentions no hold where there is none', async () => {
  await open({ [OFFERS]: offersReply([], { holdDays: 0 }) });
  await card(/Sand 1/);
  expect(screen.queryByText(/hold/)).toBeNull();
});

test('offers skins as the only method', async () => {
  await open();
  await card(/Sand 1/);
  const views = within(screen.getByRole('group', { name: 'What to show' })).getAllByRole('button');
  expect(views.map(({ textContent }) => textContent)).toEqual(['Skins', 'Your offers']);
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('sends nothing while nothing is chosen', async () => {
  const { user } = await open();
  await card(/Sand 1/);
  expect(send().disabled).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Select all' }));
  expect(send().disabled).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Select none' }));
  expect(send().disabled).toBe(true);
});

test('repeats the key after a lost response, and uses a new one for another choice', async () => {
  const { user, posts } = await open({ [DEPOSIT]: 'unreachable' });
  await user.click(await card(/Sand 1/));
  await user.click(send());
  expect(await screen.findByRole('alert')).toBeTruthy();
  await user.click(send());
  await waitFor(() => expect(posts()).toHaveLength(2));
  await user.click(await card(/Sand 2/));
  await user.click(send());
  await waitFor(() => expect(posts()).toHaveLength(3));
  const [first, second, third] = posts().map(({ headers }) => headers['Idempotency-Key']);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test('reloads changed values, says so, and does not send the offer again', async () => {
  const { user, posts, requests } = await open({ [DEPOSIT]: refusal(409, 'price_changed', 'The price has changed.') });
  await user.click(await card(/Sand 1/));
  await user.click(send());
  expect((await screen.findByRole('alert')).textContent).toContain('Prices have changed');
  await waitFor(() => expect(requests.filter(({ path }) => path.includes('Inventory'))).toHaveLength(2));
  expect(posts()).toHaveLength(1);
});

test.each([
  ['inventory_private', 409, 'Your inventory is private'],
  ['platform_unreachable', 503, 'Steam is not responding'],
  ['real_value_off', 409, 'Trading is off'],
  ['account_flagged', 409, 'Your account is under review'],
  ['steam_required', 409, 'Link your Steam account first'],
])('explains %s', async (code, status, title) => {
  await open({ [SKINS]: refusal(status, code, 'No.') });
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
});

test.each(['prices_unknown', 'on_break', 'limit_reached', 'account_flagged'])(
  'says why a deposit was refused as %s, and keeps the choice',
  async (code) => {
    const { user } = await open({ [DEPOSIT]: refusal(409, code, `Because of ${code}.`) });
    await user.click(await card(/Sand 1/));
    await user.click(send());
    expect((await screen.findByRole('alert')).textContent).toContain(`Because of ${code}.`);
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /Sand 1/ }).checked).toBe(true);
  },
);

test('reads an inventory again after it was made public', async () => {
  let isPublic = false;
  const { user } = await open({ [SKINS]: () => (isPublic ? skinsReply() : refusal(409, 'inventory_private', 'No.')) });
  await screen.findByRole('heading', { name: 'Your inventory is private' });
  isPublic = true;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await card(/Sand 1/)).toBeTruthy();
});

test('retries a busy Steam after the requested wait', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    await open({ [SKINS]: refusal(429, 'platform_busy', 'Too many.') });
    const retryButton = await screen.findByRole<HTMLButtonElement>('button', { name: /^Try again in \d+ s$/ });
    expect(retryButton.disabled).toBe(true);
    await act(() => vi.advanceTimersByTimeAsync(31_000));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Try again' }).disabled).toBe(false);
  } finally {
    vi.useRealTimers();
  }
});

test('says that an inventory is empty, and what would be shown', async () => {
  await open({ [SKINS]: skinsReply([]) });
  expect(await screen.findByRole('heading', { name: 'You have no skins to deposit.' })).toBeTruthy();
});

test('asks only for the link to Steam without a Steam account', async () => {
  const { requests } = await open({}, null);
  expect(await screen.findByRole('button', { name: 'Link Steam' })).toBeTruthy();
  expect(requests.map(({ path }) => path)).toEqual(['/auth/me?optional=1']);
});

test('links a flagged account to support, and shows no skins', async () => {
  await open({ [OFFERS]: offersReply([], { isFlagged: true }) });
  expect(await screen.findByRole('link', { name: 'Contact support' })).toBeTruthy();
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test("shows skins and total before a trade URL is set, takes the sandbox's with one click, and sends the offer", async () => {
  let has = false;
  const url = 'https://steamcommunity.com/tradeoffer/new/?partner=39734273&token=abcd1234';
  const { user, requests, posts } = await open({
    [OFFERS]: () => offersReply([], { hasTradeUrl: has, suggestedTradeUrl: url, isSandbox: true }),
    'PUT /user/setTradeUrl': () => {
      has = true;
      return { body: { message: 'Trade URL saved.' } };
    },
  });
  expect(await card(/Sand 1/)).toBeTruthy();
  expect(screen.getByText('You will receive:')).toBeTruthy();
  expect(screen.getByText(/skins here are not real/)).toBeTruthy();
  await user.click(await card(/Sand 1/));
  await user.click(send());
  expect(posts()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Use my sandbox trade URL' }));
  expect(await screen.findByText('K7QX-1004')).toBeTruthy();
  expect(requests.find(({ method }) => method === 'PUT')?.body).toEqual({ tradeUrl: url });
  expect(posts().map(({ body }) => body)).toEqual([{ assetIds: ['9001'], amount: 115 }]);
});

test('keeps the choice of skins when no trade URL is entered', async () => {
  const { user, posts } = await open({ [OFFERS]: offersReply([], { hasTradeUrl: false }) });
  await user.click(await card(/Sand 2/));
  await user.click(send());
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(
    (await card(/Sand 2/)).getAttribute('aria-checked') ?? ((await card(/Sand 2/)) as HTMLInputElement).checked,
  ).toBeTruthy();
  expect(posts()).toEqual([]);
});

test("refuses another player's trade URL beside its field, and does not send an empty one", async () => {
  const { user, requests } = await open({
    [OFFERS]: offersReply([], { hasTradeUrl: false }),
    'PUT /user/setTradeUrl': refusal(400, 'invalid', 'This trade URL belongs to another account.'),
  });
  await user.click(await card(/Sand 1/));
  await user.click(send());
  await user.click(await screen.findByRole('button', { name: 'Save trade URL' }));
  expect(await screen.findByText('Trade URL is required.')).toBeTruthy();
  expect(requests.some(({ method }) => method === 'PUT')).toBe(false);
  await user.type(screen.getByRole('textbox', { name: 'Trade URL' }), 'https://example.com');
  await user.click(screen.getByRole('button', { name: 'Save trade URL' }));
  expect((await screen.findByRole('alert')).textContent).toContain('belongs to another account');
});

test('follows an offer live, from sending to the hold', async () => {
  let offers = [exampleOffer(4)];
  const { user } = await open({ [OFFERS]: () => offersReply(offers) });
  await connectSocket();
  act(() => fakeSocket.simulateConnect());
  await user.click(await screen.findByRole('button', { name: /^Your offers/ }));
  await user.click(await screen.findByRole('button', { name: /K7QX-1004/ }));
  expect(screen.getByText('You accept it on Steam')).toBeTruthy();
  const credited = offerAfter(offers[0]!, 'credited', { state: 'CREDITED', heldUntil: '2026-03-11T12:00:00.000Z' });
  offers = [credited];
  act(() => fakeSocket.receive('TRADE_OFFER_UPDATED', { offer: credited }));
  expect(await screen.findByText('Diamonds credited')).toBeTruthy();
  expect(screen.getByText('On hold until 11 March 2026')).toBeTruthy();
  expect(screen.queryByRole('link', { name: /^Open the offer/ })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Cancel the offer' })).toBeNull();
});

test('fetches offers again after a reconnect', async () => {
  let offers = [exampleOffer(4)];
  const { user } = await open({ [OFFERS]: () => offersReply(offers) });
  await connectSocket();
  act(() => fakeSocket.simulateConnect());
  await user.click(await screen.findByRole('button', { name: /^Your offers/ }));
  await user.click(await screen.findByRole('button', { name: /K7QX-1004/ }));
  act(() => fakeSocket.simulateDisconnect());
  offers = [offerAfter(offers[0]!, 'declined', { state: 'DECLINED', reason: 'The offer was declined.' })];
  act(() => fakeSocket.simulateConnect());
  expect(await screen.findByText('The offer was declined. Nothing was traded.')).toBeTruthy();
});

test('cancels an open offer after a confirmation', async () => {
  const { user, posts } = await open({
    [OFFERS]: offersReply([exampleOffer(4)]),
    'POST /user/cancelTradeOffer/4': { body: { message: 'The offer is being cancelled.' } },
  });
  await user.click(await screen.findByRole('button', { name: /^Your offers/ }));
  await user.click(await screen.findByRole('button', { name: /K7QX-1004/ }));
  await user.click(screen.getByRole('button', { name: 'Cancel the offer' }));
  expect(posts()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Yes, cancel it' }));
  expect(await screen.findByText('Cancelling…')).toBeTruthy();
  expect(posts().map(({ path }) => path)).toEqual(['/user/cancelTradeOffer/4']);
});

test('lists earlier offers in pages, with the diamonds on hold above them', async () => {
  const pagination = { totalResults: 9, resultsPerPage: 8, currentPage: 1 };
  const { body } = offersReply([exampleOffer(9)], { held: 4_200, heldUntil: '2026-03-11T12:00:00.000Z' });
  const { user, requests } = await open({ [OFFERS]: { body: { ...body, pagination } } });
  await user.click(await screen.findByRole('button', { name: /^Your offers/ }));
  expect(screen.getByText('4.200 diamonds are on hold, until 11 March 2026')).toBeTruthy();
  const pager = within(screen.getByRole('navigation', { name: 'Pages of offers' }));
  expect(pager.getByText('Page 1 of 2')).toBeTruthy();
  await user.click(pager.getByRole('button', { name: 'Older' }));
  await waitFor(() => expect(requests.some(({ path }) => path.includes('page=2'))).toBe(true));
});
