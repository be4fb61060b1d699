import type { Page } from '@playwright/test';
import { admin } from '../admin.ts';
import { expect, expectAccessible, expectNoHorizontalScroll, phone, test } from '../fixtures.ts';
import { startPushService } from '../push-service.ts';

const QUESTION = 'My knife was there last night, and today it is gone.';

let service: Awaited<ReturnType<typeof startPushService>>;
test.beforeEach(async () => void (service = await startPushService()));
test.afterEach(() => service.close());

const offer = (page: Page) => page.getByRole('region', { name: 'Notifications', exact: true });

async function askSupport(page: Page, title: string): Promise<number> {
  await page.goto('/support');
  await page.getByRole('button', { name: 'Create Support Ticket' }).click();
  const form = page.getByRole('dialog', { name: 'New ticket' });
  await form.getByLabel('Subject').fill(title);
  await form.getByLabel('Message').fill(QUESTION);
  await form.getByRole('button', { name: 'Send ticket' }).click();
  await expect(page).toHaveURL(/\/support\/\d+$/);
  return Number(page.url().split('/').at(-1));
}

test('a player who waits for support turns notifications on, gets one, and signs out of them', async ({
  page,
  context,
  browser,
  baseURL,
  signUp,
}) => {
  await service.useIn(context);
  await page.setViewportSize(phone.viewport);
  await signUp();
  const staff = await browser.newContext({ baseURL: baseURL! });
  expect((await staff.request.post('/auth/login', { data: admin })).status()).toBe(200);
  const answer = async (ticketId: number, message: string) => {
    const reply = await staff.request.post(`/auth/sendTicketMessage/${ticketId}`, { data: { message } });
    expect(reply.status()).toBe(200);
  };

  const ticketId = await askSupport(page, 'Where is my knife?');
  await expect(offer(page)).toContainText('Get notified when support answers?');
  await expectAccessible(page);
  await expectNoHorizontalScroll(page);
  await offer(page).getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('Notifications are on.')).toBeVisible();
  await expect(offer(page)).toBeHidden();
  await answer(ticketId, 'We have found it.');
  await expect.poll(() => service.received.length).toBe(1);
  expect(service.received[0]).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'normal' });
  expect(service.received[0]!.authorization).toMatch(/^vapid t=[\w.-]+, k=[\w-]{87}$/);

  await page.goto('/security');
  const panel = page.getByRole('region', { name: 'Notifications on this device' });
  await expect(panel.getByRole('switch', { name: 'Support' })).toBeChecked();
  await expect(panel.getByRole('switch', { name: 'Matches' })).not.toBeChecked();
  await panel.getByRole('button', { name: 'Send a test' }).click();
  await expect.poll(() => service.received.length).toBe(2);
  await panel.getByRole('switch', { name: 'Matches' }).click();
  await expect(panel.getByRole('switch', { name: 'Matches' })).toBeChecked();
  await panel.getByRole('switch', { name: 'Support' }).click();
  await expect(panel.getByRole('switch', { name: 'Support' })).not.toBeChecked();
  await expectAccessible(page);
  await expectNoHorizontalScroll(page);
  await answer(ticketId, 'One more thing.');
  await page.reload();
  await expect(panel.getByRole('switch', { name: 'Matches' })).toBeChecked();
  await panel.getByRole('switch', { name: 'Support' }).click();
  await expect(panel.getByRole('switch', { name: 'Support' })).toBeChecked();
  expect(service.received).toHaveLength(2);

  const endpoint = await page.evaluate(() =>
    PushManager.prototype.getSubscription.call({}).then((own) => own!.endpoint),
  );
  // A page that reconnects while its session ends would ask for private data once more and log the refusal.
  await page.goto('about:blank');
  await page.request.get('/auth/logout', { headers: { accept: 'application/json' } });
  await answer(ticketId, 'Are you there?');
  await signUp();
  const reply = await page.request.post('/user/syncPushSubscription', { data: { endpoint, language: 'en' } });
  expect(await reply.json()).toEqual({ data: { categories: null } });
  expect(service.received).toHaveLength(2);
});

test('an offer that was declined does not come back', async ({ page, context, signUp }) => {
  await service.useIn(context);
  await signUp();
  await askSupport(page, 'Where is my knife?');
  await offer(page).getByRole('button', { name: 'No, thanks' }).click();
  await expect(offer(page)).toBeHidden();
  await askSupport(page, 'Where is my glove?');
  await expect(page.getByRole('log', { name: 'Conversation' }).getByRole('listitem')).toHaveCount(1);
  await expect(offer(page)).toBeHidden();
});
