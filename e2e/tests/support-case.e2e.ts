import type { Page } from '@playwright/test';
import { admin } from '../admin.ts';
import { expect, expectAccessible, expectNoHorizontalScroll, newAccount, phone, test } from '../fixtures.ts';

const ACCEPT_JSON = { headers: { accept: 'application/json' } };
const OPENED = 3;

/** A player who has opened cases and asks where the diamonds are. */
async function askAboutLoss(page: Page, title: string): Promise<void> {
  for (let opened = 0; opened < OPENED; opened += 1) {
    expect((await page.request.get('/case/openCase/Bedrock', ACCEPT_JSON)).status()).toBe(200);
  }
  const message = 'Why did I lose my diamonds? I do not remember playing.';
  expect((await page.request.post('/auth/createTicket', { data: { title, message } })).status()).toBe(200);
}

async function answerFromTicket(page: Page, title: string): Promise<void> {
  const activity = page.getByRole('list', { name: 'Activity' });
  // The first click opens the ticket, the second shows why.
  await page.getByRole('listitem').filter({ hasText: title }).getByRole('link').click();
  await page.getByRole('link', { name: 'Activity of these days' }).click();
  const change = page.getByRole('group', { name: 'Change of the balance' });
  await expect(change).toContainText(`Case opened × ${OPENED}`);
  await expect(change).toContainText(`${OPENED} items from cases`);
  await expect(activity.getByRole('link', { name: /^Case #/ })).toHaveCount(OPENED);
  await expect(page.getByRole('heading', { level: 2, name: 'Activity' })).toBeInViewport();
  await expectAccessible(page);
  await expectNoHorizontalScroll(page);
  // The third click proves a roll.
  await activity
    .getByRole('link', { name: /^Case #/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/fair\/roll\/[\w-]+$/);
}

for (const [device, viewport] of [
  ['a desktop', { width: 1280, height: 800 }],
  ['a phone', phone.viewport],
] as const) {
  test(`staff find out on ${device} why a player lost diamonds, in three clicks from the list of tickets`, async ({
    page,
    signUp,
  }) => {
    await page.setViewportSize(viewport);
    const title = `Lost diamonds ${newAccount().username.slice(-9)}`;
    await signUp();
    await askAboutLoss(page, title);
    expect((await page.request.post('/auth/login', { data: admin })).status()).toBe(200);
    await page.goto('/admin');
    await answerFromTicket(page, title);
  });
}
