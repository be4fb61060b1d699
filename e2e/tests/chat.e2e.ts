import type { Browser, Page } from '@playwright/test';
import { admin } from '../admin.ts';
import { launchSite } from '../launch.ts';
import { expect, expectAccessible, expectNoHorizontalScroll, newAccount, test } from '../fixtures.ts';

const log = (page: Page) => page.getByRole('log');
const messageBox = (page: Page) => page.getByRole('textbox', { name: 'Message…' });
const messageRow = (page: Page, text: string) => log(page).getByRole('listitem').filter({ hasText: text });

/** Includes the day if the mute ends tomorrow. */
const MUTED = /^You are muted until (?:\d\d? \w+ at )?\d\d:\d\d\./;

let counted = 0;
/** Makes a text unique: all journeys share one chat. */
const uniqueText = (text: string) =>
  `${text} ${process.pid.toString(36)}${(counted++).toString(36)}${Date.now().toString(36)}`;

async function writeMessage(page: Page, text: string): Promise<void> {
  await messageBox(page).fill(text);
  await messageBox(page).press('Enter');
}

/** Writes more messages than fit into the chat. */
async function fillChat(page: Page): Promise<void> {
  for (let number = 0; number < 15; number++) await writeMessage(page, uniqueText(`line\nof\nmany ${number}`));
}

/** Opens the chat as another person, in a separate browser context. */
async function openChatAs(browser: Browser, baseURL: string, who: 'visitor' | 'player' | 'staff') {
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 1280, height: 860 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const account = newAccount();
  if (who === 'player') await page.request.post('/auth/signup', { data: account });
  if (who === 'staff') {
    await page.request.post('/auth/login', { data: admin });
  }
  await page.goto('/faq');
  return { page, account, close: () => context.close() };
}

test(
  'a chat message reaches other players immediately, with HTML as plain text',
  { tag: '@core' },
  async ({ page, signUp, browser, baseURL }) => {
    const me = await signUp();
    await page.goto('/faq');
    const other = await openChatAs(browser, baseURL!, 'player');
    await expect(messageBox(other.page)).toBeEnabled();

    const hello = uniqueText('merhaba');
    await writeMessage(page, `  ${hello}  `);
    await expect(messageBox(page)).toHaveValue('');
    await expect(messageRow(other.page, hello)).toContainText(me.username);

    const hostile = uniqueText('<img src=x onerror=alert(1)>');
    await writeMessage(other.page, hostile);
    await expect(log(page).getByText(hostile, { exact: true })).toBeVisible();
    expect(await log(page).locator('img[src="x"]').count()).toBe(0);

    const called = uniqueText(`@${me.username} gel`);
    await writeMessage(other.page, called);
    await expect(log(page).getByText('Mentions you').first()).toBeAttached();
    await expect(messageRow(page, hello)).toHaveCount(1);
    await log(page).getByRole('button', { name: other.account.username }).last().click();
    await expect(page.getByRole('menuitem', { name: 'Mention' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('menuitem', { name: 'Mention' }).click();
    await expect(messageBox(page)).toHaveValue(`@${other.account.username} `);
    await expect(messageBox(page)).toBeFocused();
    await other.close();
  },
);

test('hides messages of a hidden player until the player is shown again', async ({
  page,
  signUp,
  browser,
  baseURL,
}) => {
  await signUp();
  await page.goto('/faq');
  const other = await openChatAs(browser, baseURL!, 'player');
  const before = uniqueText('before');
  await writeMessage(other.page, before);
  await expect(messageRow(page, before)).toBeVisible();
  await log(page).getByRole('button', { name: other.account.username }).click();
  await page.getByRole('menuitem', { name: 'Hide this player' }).click();
  await expect(messageRow(page, before)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Chat options' })).toBeVisible();
  await expect(messageRow(page, before)).toHaveCount(0);
  await page.getByRole('button', { name: 'Chat options' }).click();
  await page.getByRole('menuitem', { name: 'Hidden players (1)' }).click();
  const modal = page.getByRole('dialog', { name: 'Hidden players' });
  await expect(modal).toBeVisible();
  await expectAccessible(page);
  await modal.getByRole('button', { name: /^Show again/ }).click();
  await expect(modal.getByText('You have not hidden anyone.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(messageRow(page, before)).toBeVisible();
  await other.close();
});

test('a draft and an unsent message survive a lost connection, without duplicates', async ({
  page,
  context,
  signUp,
  browser,
  baseURL,
  browserErrors,
}) => {
  await signUp();
  await page.goto('/faq');
  const other = await openChatAs(browser, baseURL!, 'player');
  const [first, away, missed] = [uniqueText('first'), uniqueText('away'), uniqueText('missed')];
  await writeMessage(page, first);
  await expect(messageRow(other.page, first)).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText('No connection. Your messages will be sent when it is back.')).toBeVisible();
  await writeMessage(page, away);
  await messageBox(page).fill('half a sentence');
  await writeMessage(other.page, missed);
  await context.setOffline(false);
  await expect(page.getByText(/^No connection/)).toBeHidden({ timeout: 40_000 });
  await expect(messageRow(other.page, away)).toHaveCount(1, { timeout: 40_000 });
  for (const text of [first, away, missed]) await expect(messageRow(page, text)).toHaveCount(1, { timeout: 40_000 });
  await expect(messageBox(page)).toHaveValue('half a sentence');
  // The browser logs every failed reconnection.
  browserErrors.splice(0);
  await other.close();
});

test('keeps the draft when the session ends, and sends it after signing in again', async ({
  page,
  signUp,
  browser,
  baseURL,
  browserErrors,
}) => {
  const me = await signUp();
  await page.goto('/faq');
  const other = await openChatAs(browser, baseURL!, 'visitor');
  const draft = uniqueText('half a sentence');
  await messageBox(page).fill(draft);
  await page.request.get('/auth/logout', { headers: { accept: 'application/json' } });
  const modal = page.getByRole('dialog');
  await modal.getByLabel('Username').fill(me.username);
  await modal.getByLabel('Password', { exact: true }).fill(me.password);
  await page.keyboard.press('Enter');
  await expect(modal).toBeHidden();
  await expect(messageBox(page)).toHaveValue(draft);
  await messageBox(page).press('Enter');
  await expect(messageRow(other.page, draft)).toHaveCount(1);
  await expect(page.getByText('Sending…')).toHaveCount(0);
  browserErrors.splice(0);
  await other.close();
});

test('a visitor can read, and is asked to sign in to write', async ({ page, browser, baseURL }) => {
  const other = await openChatAs(browser, baseURL!, 'player');
  await page.goto('/faq');
  const message = uniqueText('hello visitors');
  await writeMessage(other.page, message);
  await expect(messageRow(page, message)).toBeVisible();
  await expect(messageBox(page)).toHaveCount(0);
  await expect(log(page).getByRole('button')).toHaveCount(0);
  await page.getByRole('button', { name: 'Sign in to write a message.' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await other.close();
});

test('on a phone the chat is a sheet, and its button counts unread messages', async ({
  page,
  signUp,
  browser,
  baseURL,
}) => {
  const me = await signUp();
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto('/faq');
  const other = await openChatAs(browser, baseURL!, 'player');
  await expect(page.getByRole('navigation').getByRole('button', { name: 'Chat' })).toBeVisible();
  const called = uniqueText(`@${me.username} gel`);
  await expect(async () => {
    await writeMessage(other.page, `${called} ${counted++}`);
    await expect(page.getByRole('button', { name: /^Chat \(\d+ new messages?\)$/ })).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await page.getByRole('button', { name: /^Chat/ }).click();
  const sheet = page.getByRole('dialog', { name: /chat/i });
  await expect(sheet.getByText(called).first()).toBeVisible();
  const answer = uniqueText('geliyorum');
  await writeMessage(page, answer);
  await expect(messageRow(other.page, answer)).toBeVisible();
  await sheet.getByRole('button', { name: other.account.username }).last().click();
  await expect(page.getByRole('menuitem', { name: 'Mention' })).toBeVisible();
  await expectAccessible(page);
  await expectNoHorizontalScroll(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await expect(sheet).toBeVisible();
  // Looked at while the chat is open: messages of other journeys count as soon as it is closed.
  await expect(page.getByRole('button', { name: 'Chat', exact: true, includeHidden: true })).toBeAttached();
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('button', { name: /^Chat/ })).toBeVisible();
  await other.close();
});

test('staff delete a message and mute its sender, who is notified', async ({ page, signUp, browser, baseURL }) => {
  const me = await signUp();
  await page.goto('/faq');
  const staff = await openChatAs(browser, baseURL!, 'staff');
  const [rude, ruder] = [uniqueText('rude'), uniqueText('ruder')];
  await writeMessage(page, rude);
  await writeMessage(page, ruder);
  await messageRow(staff.page, ruder).hover();
  await messageRow(staff.page, ruder)
    .getByRole('button', { name: /^Options for this message/ })
    .click();
  await staff.page.getByRole('menuitem', { name: 'Delete message' }).click();
  await expect(messageRow(page, ruder)).toHaveCount(0);
  await expect(messageRow(page, rude)).toBeVisible();

  await log(staff.page).getByRole('button', { name: me.username, exact: true }).click();
  await staff.page.getByRole('menuitem', { name: 'Mute…' }).click();
  const modal = staff.page.getByRole('dialog', { name: `Mute ${me.username}` });
  await modal.getByText('1 hour').click();
  await modal.getByLabel('Reason').fill('Insults');
  await expectAccessible(staff.page);
  await modal.getByRole('button', { name: 'Mute', exact: true }).click();
  await expect(modal).toBeHidden();
  await expect(page.getByText(MUTED)).toBeVisible();
  await expect(messageBox(page)).toBeDisabled();
  await page.getByRole('button', { name: 'Notifications, some unread' }).click();
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toContainText('Insults');
  await page.reload();
  await expect(page.getByText(MUTED)).toBeVisible();
  await staff.close();
});

test('keeps the scroll position, and offers a button to new messages', async ({ page, signUp, browser, baseURL }) => {
  const me = await signUp();
  await page.goto('/faq');
  const other = await openChatAs(browser, baseURL!, 'player');
  const last = uniqueText('the last of many');
  await fillChat(page);
  await writeMessage(page, last);
  await expect(messageRow(other.page, last)).toBeInViewport();
  const scrolled = () => log(other.page).evaluate((element) => element.scrollTop);
  await log(other.page).evaluate((element) => element.scrollTo({ top: 0 }));
  await expect.poll(scrolled).toBe(0);
  const fresh = uniqueText('fresh');
  await writeMessage(page, fresh);
  const pill = other.page.getByRole('button', { name: /^\d+ new messages?$/ });
  await expect(pill).toBeVisible();
  expect(await scrolled()).toBe(0);
  await expectAccessible(other.page);
  await pill.click();
  await expect(messageRow(other.page, fresh)).toBeInViewport();
  await expect(pill).toBeHidden();
  // Other messages may have arrived: the end stays in view.
  const next = uniqueText(`@${me.username} next`);
  await writeMessage(other.page, next);
  await expect(messageRow(other.page, next)).toBeInViewport();
  await other.close();
});

test('a message that arrives during a click does not move what is clicked', async ({
  page,
  signUp,
  browser,
  baseURL,
}) => {
  await signUp();
  await page.goto('/faq');
  const staff = await openChatAs(browser, baseURL!, 'staff');
  await fillChat(page);
  const clicked = uniqueText('clicked');
  await writeMessage(page, clicked);
  const row = messageRow(staff.page, clicked);
  await row.hover();
  await row.getByRole('button', { name: /^Options for this message/ }).hover();
  await staff.page.mouse.down();
  const place = await row.boundingBox();
  const meanwhile = uniqueText('line\nof\nmany meanwhile');
  await writeMessage(page, meanwhile);
  await expect(messageRow(staff.page, meanwhile)).toBeAttached();
  expect(await row.boundingBox()).toEqual(place);
  await staff.page.mouse.up();
  await expect(staff.page.getByRole('menuitem', { name: 'Delete message' })).toBeVisible();
  await expect(messageRow(staff.page, meanwhile)).toBeInViewport({ ratio: 0.9 });
  await staff.close();
});

test('both sides catch up after a server restart, without duplicates or gaps', async ({ browser }) => {
  test.setTimeout(240_000);
  const site = await launchSite();
  try {
    const [one, two] = [
      await openChatAs(browser, site.origin, 'player'),
      await openChatAs(browser, site.origin, 'player'),
    ];
    const staff = await openChatAs(browser, site.origin, 'staff');
    const messages = ['before one', 'before two', 'while away'];
    await writeMessage(one.page, messages[0]!);
    await writeMessage(two.page, messages[1]!);
    for (const { page } of [one, two])
      for (const text of messages.slice(0, 2)) await expect(messageRow(page, text)).toBeVisible();
    await staff.page.getByRole('button', { name: 'Chat options' }).click();
    await staff.page.getByRole('menuitemradio', { name: 'Slow mode: 5 s' }).click();
    await expect(one.page.getByText(/^Slow mode: /)).toBeVisible();
    await site.kill();
    await expect(one.page.getByText('Connection lost. Trying to reconnect...')).toBeVisible();
    await expect(async () => {
      await writeMessage(one.page, messages[2]!);
      await expect(messageRow(one.page, messages[2]!)).toBeVisible({ timeout: 500 });
    }).toPass();
    await messageBox(two.page).fill('half a sentence');
    await site.startAgain();
    for (const { page } of [one, two]) {
      await expect(messageRow(page, messages[2]!)).toBeVisible({ timeout: 60_000 });
      for (const text of messages) await expect(messageRow(page, text)).toHaveCount(1);
      await expect(page.getByText('Sending…')).toHaveCount(0);
      await expect(page.getByText(/^Slow mode: /)).toBeVisible();
    }
    await expect(messageBox(two.page)).toHaveValue('half a sentence');
    for (const { close } of [one, two, staff]) await close();
  } finally {
    await site.stop();
  }
});
