import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { offerPush, usePushOffer } from '#core/push-offer.ts';
import { loadSession } from '#core/session.ts';
import { PUBLIC_KEY, stubPush, unstubPush } from '#testing/push.ts';
import { demoPlayer, renderInApp, type SentRequest, stubServer } from '#testing/test-utils.tsx';
import { PushOffer } from './push-offer.tsx';

beforeEach(() => usePushOffer.setState(usePushOffer.getInitialState(), true));
afterEach(unstubPush);

async function open(categories: readonly string[] | null = null) {
  const requests = stubServer({
    'GET /auth/me': { body: { data: demoPlayer } },
    'GET /user/getPushKey': { body: { publicKey: PUBLIC_KEY } },
    'POST /user/syncPushSubscription': { body: { data: { categories } } },
    'POST /user/savePushSubscription': { body: { data: { categories: ['ticket'] } } },
  });
  await loadSession();
  return { requests, ...renderInApp(<PushOffer />) };
}

const offer = (category: Parameters<typeof offerPush>[0]) => act(() => offerPush(category));
const line = () => screen.queryByRole('region', { name: 'Notifications' });
const isAsked = (requests: readonly SentRequest[]) => requests.some(({ path }) => path === '/user/getPushKey');

test('offers what the player waits for, and asks the browser after a click', async () => {
  const { requestPermission } = stubPush();
  const { requests, user } = await open();
  expect(line()).toBeNull();
  expect(isAsked(requests)).toBe(false);
  offer('ticket');
  expect(await screen.findByText('Get notified when support answers?')).toBeTruthy();
  expect(requestPermission).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Turn on' }));
  expect(await screen.findByText(/Notifications are on/)).toBeTruthy();
  expect(requests.at(-1)).toMatchObject({ path: '/user/savePushSubscription', body: { categories: ['ticket'] } });
  expect(line()).toBeNull();
});

test('offers nothing again after it was declined', async () => {
  stubPush();
  const { user, unmount } = await open();
  offer('sale');
  await user.click(await screen.findByRole('button', { name: 'No, thanks' }));
  expect(line()).toBeNull();
  offer('ticket');
  expect(line()).toBeNull();
  unmount();
  const { requests } = await open();
  offer('match');
  expect([line(), isAsked(requests)]).toEqual([null, false]);
});

test('offers a further category, and none that is on', async () => {
  stubPush({ permission: 'granted', isSubscribed: true });
  const { requests } = await open(['match']);
  offer('match');
  await waitFor(() => expect(requests.at(-1)?.path).toBe('/user/syncPushSubscription'));
  expect(line()).toBeNull();
  offer('trade');
  expect(await screen.findByText('Get notified about this trade?')).toBeTruthy();
});

test.each([
  ['blocks notifications', () => void stubPush({ permission: 'denied' })],
  ['has none', () => undefined],
])('offers nothing in a browser that %s', async (_, prepare) => {
  prepare();
  const { requests } = await open();
  offer('ticket');
  expect([line(), isAsked(requests)]).toEqual([null, false]);
});
