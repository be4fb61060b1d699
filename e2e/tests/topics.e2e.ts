import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';

/** Records the events that the server sends to the page. */
function recordEvents(page: Page): { names: () => string[]; topics: () => string[] | undefined } {
  const events: [name: string, payload: unknown][] = [];
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => {
      // Socket.IO's prefix of an event.
      if (typeof payload === 'string' && payload.startsWith('42')) events.push(JSON.parse(payload.slice(2)) as never);
    });
  });
  return {
    names: () => events.map(([name]) => name),
    topics: () => (events.findLast(([name]) => name === 'TOPICS')?.[1] as { topics: string[] } | undefined)?.topics,
  };
}

test('a page gets the events that it shows, also when the player comes to it from another page', async ({
  page,
  addPlayer,
}) => {
  const events = recordEvents(page);
  await page.goto('/faq');
  await expect.poll(events.topics).toContain('NEW_MESSAGE');
  for (const topic of ['ROULETTE_ROUND', 'ROULETTE_BET', 'LIVE_DROP', 'MARKET_CHANGED', 'ROOMS_CHANGED'])
    expect(events.topics()).not.toContain(topic);
  expect(events.names()).not.toContain('ROULETTE_ROUND');

  await page.getByRole('navigation').getByRole('link', { name: 'Roulette' }).first().click();
  await expect.poll(events.topics).toContain('ROULETTE_BET');
  const { page: other, account } = await addPlayer();
  await expect(async () => {
    const reply = await other.request.post('/roulette/placeBet', { data: { playerBet: 'red', amount: 25 } });
    expect(reply.status()).toBe(200);
  }).toPass();
  await expect(page.getByRole('region', { name: 'Red', exact: true }).getByText(account.username)).toBeVisible();
  expect(events.names()).toContain('ROULETTE_BET');
  expect(events.topics()).not.toContain('MARKET_CHANGED');
});
