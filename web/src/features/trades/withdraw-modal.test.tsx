import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openWithdraw } from '#core/modals.ts';
import { loadSession } from '#core/session.ts';
import { ownedItem } from '#testing/inventory.ts';
import { exampleOffer, offersReply } from '#testing/trades.ts';
import { demoPlayer, renderInApp, refusal, stubServer } from '#testing/test-utils.tsx';
import { WithdrawModal } from './withdraw-modal.tsx';

type Answers = Parameters<typeof stubServer>[0];

const OFFERS = 'GET /user/getTradeOffers';
const WITHDRAW = 'POST /user/withdrawItem/1';
const withdrawal = exampleOffer(6, { kind: 'withdrawal', state: 'CREATED', offerUrl: null });

async function open(answers: Answers = {}, item = ownedItem()) {
  const requests = stubServer({
    'GET /auth/me': { body: { data: { ...demoPlayer, steamId: '76561199800000007' } } },
    [OFFERS]: offersReply([]),
    [WITHDRAW]: { body: { message: 'The offer is being sent.', data: withdrawal } },
    ...answers,
  });
  await loadSession();
  const view = renderInApp(<WithdrawModal />);
  act(() => openWithdraw(item));
  return { ...view, posts: () => requests.filter(({ method }) => method === 'POST') };
}

const sendButton = () => screen.findByRole('button', { name: 'Send Trade Offer' });

test('sends a skin once after a confirmation, with a key, and follows the offer', async () => {
  const { user, posts } = await open();
  expect(await screen.findByRole('heading', { name: 'AK-47 | Neon Hive 1' })).toBeTruthy();
  await user.click(await sendButton());
  expect(posts()).toEqual([]);
  await user.dblClick(screen.getByRole('button', { name: 'Yes, send it' }));
  expect(await screen.findByText('Being sent')).toBeTruthy();
  expect(posts()).toHaveLength(1);
  expect(posts()[0]?.headers['Idempotency-Key']).toMatch(/^[0-9a-f]{32}$/);
  expect(screen.queryByRole('link', { name: /^Open the offer/ })).toBeNull();
});

test('explains in numbers why a hold blocks the withdrawal', async () => {
  await open({ [OFFERS]: offersReply([], { held: 4_200, heldUntil: '2026-03-11T12:00:00.000Z' }) });
  expect(await screen.findByText('Your deposit is on hold')).toBeTruthy();
  expect(screen.getByText('Missing').parentElement?.textContent).toContain('2.700');
  expect(screen.getByText(/the hold ends on 11 March 2026/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Send Trade Offer' })).toBeNull();
});

test('allows a withdrawal when the balance covers the hold', async () => {
  await open({ [OFFERS]: offersReply([], { held: 1_500, heldUntil: '2026-03-11T12:00:00.000Z' }) });
  expect(await sendButton()).toBeTruthy();
});

test('says beforehand that a large withdrawal waits for staff', async () => {
  await open({ [OFFERS]: offersReply([], { approvalAbove: 800 }) });
  expect(await screen.findByText(/Our staff review withdrawals above 800 diamonds/)).toBeTruthy();
  expect(screen.getByText(/This one needs their approval/)).toBeTruthy();
});

test('shows a refusal, and sends the skin again with the same key', async () => {
  const { user, posts } = await open({ [WITHDRAW]: refusal(409, 'out_of_stock', 'This skin is not in stock.') });
  await user.click(await sendButton());
  await user.click(screen.getByRole('button', { name: 'Yes, send it' }));
  expect((await screen.findByRole('alert')).textContent).toContain('not in stock');
  await user.click(screen.getByRole('button', { name: 'Yes, send it' }));
  await screen.findByRole('alert');
  const [first, second] = posts().map(({ headers }) => headers['Idempotency-Key']);
  expect(second).toBe(first);
});

test('asks for a trade URL first', async () => {
  await open({ [OFFERS]: offersReply([], { hasTradeUrl: false }) });
  expect(await screen.findByRole('textbox', { name: 'Trade URL' })).toBeTruthy();
});

test('sends nothing from a flagged account', async () => {
  await open({ [OFFERS]: offersReply([], { isFlagged: true }) });
  expect(await screen.findByRole('heading', { name: 'Your account is under review' })).toBeTruthy();
});

test('says that trading is off, and asks for no trade URL', async () => {
  await open({ [OFFERS]: offersReply([], { hasTradeUrl: false, tradeUrlHelp: null }) });
  expect(await screen.findByRole('heading', { name: 'Trading is off' })).toBeTruthy();
});

test('shows the offers for a skin that is already being withdrawn', async () => {
  await open({ [OFFERS]: offersReply([withdrawal]) }, ownedItem({ state: 'WITHDRAWING' }));
  expect(await screen.findByRole('button', { name: /K7QX-1006/ })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Send Trade Offer' })).toBeNull();
});
