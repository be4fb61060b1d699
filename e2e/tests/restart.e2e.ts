import type { Browser, Page } from '@playwright/test';
import { admin } from '../admin.ts';
import { launchSite } from '../launch.ts';
import { expect, newAccount, test } from '../fixtures.ts';

const QUESTION = 'My knife was there last night, and today it is gone.';

const chatLine = (page: Page, text: string) =>
  page.getByRole('log', { name: 'Chat messages' }).getByRole('listitem').filter({ hasText: text });
const ticketLine = (page: Page, text: string) =>
  page.getByRole('log', { name: 'Conversation' }).getByRole('listitem').filter({ hasText: text });
const mission = (page: Page, title: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { level: 3, name: title, exact: true }) });

async function sendChatMessage(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message…' }).fill(text);
  await page.getByRole('textbox', { name: 'Message…' }).press('Enter');
}

async function openCase(page: Page): Promise<void> {
  const reply = await page.request.get('/case/openCase/Bedrock', { headers: { accept: 'application/json' } });
  expect(reply.status()).toBe(200);
}

async function answerTicket(page: Page, id: number, message: string): Promise<void> {
  const reply = await page.request.post(`/auth/sendTicketMessage/${id}`, { data: { message } });
  expect(reply.status()).toBe(200);
}

async function readNotificationTitles(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: /^Notifications/ }).click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  await expect(panel).toBeVisible();
  const titles = await panel.getByRole('listitem').locator('p:first-child').allTextContents();
  await page.keyboard.press('Escape');
  return titles.map((title) => title.replace('Unread: ', ''));
}

async function newBrowser(browser: Browser, baseURL: string) {
  const options = {
    baseURL,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    viewport: { width: 1280, height: 860 },
  } as const;
  return browser.newContext(options);
}

test('two browsers catch up by themselves after a server crash, without duplicates or gaps', async ({ browser }) => {
  const site = await launchSite();
  try {
    const [playerContext, staffContext] = [
      await newBrowser(browser, site.origin),
      await newBrowser(browser, site.origin),
    ];
    const [ticketPage, missionsPage] = [await playerContext.newPage(), await playerContext.newPage()];
    const staffPage = await staffContext.newPage();
    expect((await ticketPage.request.post('/auth/signup', { data: newAccount() })).status()).toBe(200);
    expect((await staffPage.request.post('/auth/login', { data: admin })).status()).toBe(200);
    const created = await ticketPage.request.post('/auth/createTicket', {
      data: { title: 'Where is my knife?', message: QUESTION },
    });
    const { ticket } = (await created.json()) as { ticket: { id: number } };

    await ticketPage.goto(`/support/${ticket.id}`);
    await missionsPage.goto('/missions');
    await staffPage.goto(`/admin?ticket=${ticket.id}`);
    await staffPage.getByRole('button', { name: /^Open chat/ }).click();
    await sendChatMessage(staffPage, 'before the break');
    await expect(chatLine(ticketPage, 'before the break')).toHaveCount(1);
    await answerTicket(staffPage, ticket.id, 'We are looking.');
    await expect(ticketLine(ticketPage, 'We are looking.')).toHaveCount(1);
    await openCase(ticketPage);
    await expect(mission(missionsPage, 'Daily Haul').getByText('1 / 30', { exact: true })).toBeVisible();

    await site.kill();
    await expect(ticketPage.getByText('Connection lost. Trying to reconnect...')).toBeVisible();
    await sendChatMessage(ticketPage, 'sent while the site was down');
    await staffPage.getByRole('textbox', { name: 'Message…' }).fill('half a sent');
    await site.startAgain();
    // Before the browsers reconnect, so that they have to fetch what they missed.
    await Promise.all([openCase(ticketPage), answerTicket(staffPage, ticket.id, 'Found it.')]);

    await expect(ticketPage.getByText('Connection lost. Trying to reconnect...')).toBeHidden();
    for (const page of [ticketPage, staffPage]) {
      await expect(ticketLine(page, 'Found it.')).toHaveCount(1);
      await expect(chatLine(page, 'sent while the site was down')).toHaveCount(1);
      await expect(chatLine(page, 'before the break')).toHaveCount(1);
    }
    await expect(mission(missionsPage, 'Daily Haul').getByText('2 / 30', { exact: true })).toBeVisible();
    await expect(staffPage.getByRole('textbox', { name: 'Message…' })).toHaveValue('half a sent');
    await staffPage.getByRole('textbox', { name: 'Message…' }).fill('');

    await sendChatMessage(staffPage, 'after the break');
    await expect(chatLine(ticketPage, 'after the break')).toHaveCount(1);
    await openCase(ticketPage);
    await expect(mission(missionsPage, 'Daily Haul').getByText('3 / 30', { exact: true })).toBeVisible();

    // A reload shows the same as the events did.
    const shown = {
      chat: await ticketPage.getByRole('log', { name: 'Chat messages' }).getByRole('listitem').allTextContents(),
      notifications: await readNotificationTitles(ticketPage),
    };
    expect(shown.notifications.filter((title) => title === 'Support answered')).toHaveLength(2);
    await ticketPage.reload();
    await expect(chatLine(ticketPage, 'after the break')).toHaveCount(1);
    const log = ticketPage.getByRole('log', { name: 'Chat messages' });
    expect(await log.getByRole('listitem').allTextContents()).toEqual(shown.chat);
    expect(await readNotificationTitles(ticketPage)).toEqual(shown.notifications);
  } finally {
    await site.stop();
  }
});
