import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { loadSession } from '#core/session.ts';
import { ENDPOINT, PUBLIC_KEY, stubPush, unstubPush } from '#testing/push.ts';
import { demoPlayer, refusal, renderInApp, type SentRequest, stubServer } from '#testing/test-utils.tsx';
import { PushPanel } from './push.tsx';

afterEach(unstubPush);

type Answers = Parameters<typeof stubServer>[0];

async function open(answers: Answers = {}, categories: readonly string[] | null = null) {
  const requests = stubServer({
    'GET /auth/me': { body: { data: demoPlayer } },
    'GET /user/getPushKey': { body: { publicKey: PUBLIC_KEY } },
    'POST /user/syncPushSubscription': { body: { data: { categories } } },
    'POST /user/removePushSubscription': { body: { message: 'Notifications are off on this device.' } },
    'POST /user/sendTestPush': { body: { message: 'Test sent.' } },
    ...answers,
  });
  await loadSession();
  return { requests, ...renderInApp(<PushPanel />) };
}

const saves = (categories: readonly string[]): Answers => ({
  'POST /user/savePushSubscription': { body: { data: { categories } } },
});
const sent = (requests: readonly SentRequest[], name: string) =>
  requests.filter(({ path }) => path === `/user/${name}`).map(({ body }) => body);
const switchOf = (name: string) => screen.findByRole<HTMLInputElement>('switch', { name });
const testButton = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Send a test' });

describe('a browser that may show notifications', () => {
  test('is asked for permission only after a click, and then subscribed', async () => {
    const { requestPermission, subscribe, keys } = stubPush();
    const { requests, user } = await open(saves(['ticket']));
    const ticket = await switchOf('Support');
    expect(ticket.checked).toBe(false);
    expect((await testButton()).disabled).toBe(true);
    expect(requestPermission).not.toHaveBeenCalled();
    await user.click(ticket);
    await waitFor(async () => expect((await testButton()).disabled).toBe(false));
    expect(requestPermission).toHaveBeenCalledOnce();
    expect(subscribe).toHaveBeenCalledOnce();
    expect((await switchOf('Support')).checked).toBe(true);
    expect(sent(requests, 'savePushSubscription')).toEqual([
      { endpoint: ENDPOINT, keys, language: 'mixed', categories: ['ticket'] },
    ]);
  });

  test('shows its categories, and adds one', async () => {
    stubPush({ permission: 'granted', isSubscribed: true });
    const { requests, user } = await open(saves(['trade', 'match']), ['match']);
    expect((await switchOf('Matches')).checked).toBe(true);
    await user.click(await switchOf('Trades'));
    await waitFor(() => expect(sent(requests, 'savePushSubscription')).toHaveLength(1));
    expect(sent(requests, 'savePushSubscription')).toMatchObject([{ categories: ['trade', 'match'] }]);
    await waitFor(async () => expect((await switchOf('Trades')).checked).toBe(true));
  });

  test('is unsubscribed with the last category', async () => {
    const { unsubscribe } = stubPush({ permission: 'granted', isSubscribed: true });
    const { requests, user } = await open({}, ['match']);
    await user.click(await switchOf('Matches'));
    await waitFor(async () => expect((await testButton()).disabled).toBe(true));
    expect(sent(requests, 'removePushSubscription')).toEqual([{ endpoint: ENDPOINT }]);
    expect(unsubscribe).toHaveBeenCalledOnce();
  });

  test('gets a test', async () => {
    stubPush({ permission: 'granted', isSubscribed: true });
    const { requests, user } = await open({}, ['sale']);
    await user.click(await testButton());
    expect(await screen.findByText('Test sent. It arrives in a moment.')).toBeTruthy();
    expect(sent(requests, 'sendTestPush')).toEqual([{ endpoint: ENDPOINT }]);
  });

  test('keeps its switch off when the player refuses', async () => {
    const { subscribe } = stubPush({ answer: 'default' });
    const { user } = await open();
    await user.click(await switchOf('Market'));
    expect(
      await screen.findByText('Your browser did not allow notifications. You can allow them in its site settings.'),
    ).toBeTruthy();
    expect((await switchOf('Market')).checked).toBe(false);
    expect(subscribe).not.toHaveBeenCalled();
  });

  test.each([
    ['cannot reach its push service', new DOMException('push service error', 'AbortError'), {}],
    [
      'has a push service that the site refuses',
      undefined,
      { 'POST /user/savePushSubscription': refusal(400, 'invalid', 'This push service is not supported.') },
    ],
  ])('that %s gets an explanation', async (_, subscribeError, answers) => {
    stubPush(subscribeError === undefined ? {} : { subscribeError });
    const { user } = await open(answers);
    await user.click(await switchOf('Market'));
    expect(await screen.findByText(/The notification service of your browser does not work here/)).toBeTruthy();
    expect((await switchOf('Market')).checked).toBe(false);
  });
});

test('explains how to allow blocked notifications', async () => {
  stubPush({ permission: 'denied' });
  await open();
  expect(await screen.findByText(/Notifications are blocked for this site/)).toBeTruthy();
  expect(screen.queryByRole('switch')).toBeNull();
});

test('explains that the browser has none', async () => {
  await open();
  expect(screen.getByText('This browser does not support notifications.')).toBeTruthy();
});

test('explains how to install the site on an iPhone', async () => {
  vi.stubGlobal('navigator', {
    ...navigator,
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)',
    maxTouchPoints: 5,
  });
  await open();
  expect(screen.getByText(/add Karat to the Home Screen first/)).toBeTruthy();
});

test('is not shown where the site sends no notifications', async () => {
  stubPush();
  await open({ 'GET /user/getPushKey': { body: { publicKey: null } } });
  await waitFor(() => expect(screen.queryByRole('heading')).toBeNull());
});

test('shows an error with a retry', async () => {
  stubPush();
  const { user } = await open({ 'GET /user/getPushKey': 'unreachable' });
  const retry = await screen.findByRole('button', { name: /again/i });
  stubServer({ 'GET /user/getPushKey': { body: { publicKey: PUBLIC_KEY } } });
  await user.click(retry);
  expect(await switchOf('Trades')).toBeTruthy();
});
