import type { Browser, Page } from '@playwright/test';
import { admin } from '../admin.ts';
import { launchSite } from '../launch.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, newPerson, test } from '../site.ts';

const log = (page: Page) => page.getByRole('log');
const box = (page: Page) => page.getByRole('textbox', { name: 'Message…' });
const lineOf = (page: Page, text: string) => log(page).getByRole('listitem').filter({ hasText: text });

/** With the day, where an hour from now is tomorrow. */
const MUTED = /^You are muted until (?:\d\d? \w+ at )?\d\d:\d\d\./;

let counted = 0;
/** Words that nobody else says: all journeys share one chat. */
const unique = (text: string) =>
  `${text} ${process.pid.toString(36)}${(counted++).toString(36)}${Date.now().toString(36)}`;

async function write(page: Page, text: string): Promise<void> {
  await box(page).fill(text);
  await box(page).press('Enter');
}

/** Somebody else, in a browser of their own. */
async function meet(browser: Browser, baseURL: string, who: 'visitor' | 'player' | 'staff') {
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 1280, height: 860 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const person = newPerson();
  if (who === 'player') await page.request.post('/auth/signup', { data: person });
  if (who === 'staff') {
    await page.request.post('/auth/login', { data: admin });
  }
  await page.goto('/faq');
  return { page, person, leave: () => context.close() };
}

test(
  'what one player writes another reads at once, hostile text as text',
  { tag: '@core' },
  async ({ page, signUp, browser, baseURL }) => {
    const me = await signUp();
    await page.goto('/faq');
    const other = await meet(browser, baseURL!, 'player');
    await expect(box(other.page)).toBeEnabled();

    const hello = unique('merhaba');
    await write(page, `  ${hello}  `);
    await expect(box(page)).toHaveValue('');
    await expect(lineOf(other.page, hello)).toContainText(me.username);

    const hostile = unique('<img src=x onerror=alert(1)>');
    await write(other.page, hostile);
    await expect(log(page).getByText(hostile, { exact: true })).toBeVisible();
    expect(await log(page).locator('img[src="x"]').count()).toBe(0);

    const called = unique(`@${me.username} gel`);
    await write(other.page, called);
    await expect(log(page).getByText('Speaks to you').first()).toBeAttached();
    await expect(lineOf(page, hello)).toHaveCount(1);
    await log(page).getByRole('button', { name: other.person.username }).last().click();
    await expect(page.getByRole('menuitem', { name: 'Mention' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('menuitem', { name: 'Mention' }).click();
    await expect(box(page)).toHaveValue(`@${other.person.username} `);
    await expect(box(page)).toBeFocused();
    await other.leave();
  },
);

test('a player who is hidden is not heard, until shown again', async ({ page, signUp, browser, baseURL }) => {
  await signUp();
  await page.goto('/faq');
  const other = await meet(browser, baseURL!, 'player');
  const before = unique('before');
  await write(other.page, before);
  await expect(lineOf(page, before)).toBeVisible();
  await log(page).getByRole('button', { name: other.person.username }).click();
  await page.getByRole('menuitem', { name: 'Hide this player' }).click();
  await expect(lineOf(page, before)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Chat options' })).toBeVisible();
  await expect(lineOf(page, before)).toHaveCount(0);
  await page.getByRole('button', { name: 'Chat options' }).click();
  await page.getByRole('menuitem', { name: 'Hidden players (1)' }).click();
  const modal = page.getByRole('dialog', { name: 'Hidden players' });
  await expect(modal).toBeVisible();
  await expectAccessible(page);
  await modal.getByRole('button', { name: /^Show again/ }).click();
  await expect(modal.getByText('You have hidden nobody.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(lineOf(page, before)).toBeVisible();
  await other.leave();
});

test('a draft and a line outlive a lost connection, and nothing is doubled', async ({
  page,
  context,
  signUp,
  browser,
  baseURL,
  complaints,
}) => {
  await signUp();
  await page.goto('/faq');
  const other = await meet(browser, baseURL!, 'player');
  const [first, away, missed] = [unique('first'), unique('away'), unique('missed')];
  await write(page, first);
  await expect(lineOf(other.page, first)).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText('No connection: what you write is sent as soon as it is back.')).toBeVisible();
  await write(page, away);
  await box(page).fill('half a sentence');
  await write(other.page, missed);
  await context.setOffline(false);
  await expect(page.getByText(/^No connection/)).toBeHidden({ timeout: 40_000 });
  await expect(lineOf(other.page, away)).toHaveCount(1, { timeout: 40_000 });
  for (const text of [first, away, missed]) await expect(lineOf(page, text)).toHaveCount(1, { timeout: 40_000 });
  await expect(box(page)).toHaveValue('half a sentence');
  // The browser tells of every try that failed meanwhile.
  complaints.splice(0);
  await other.leave();
});

test('a session that ends in mid-sentence keeps the draft, and after signing in again it is said', async ({
  page,
  signUp,
  browser,
  baseURL,
  complaints,
}) => {
  const me = await signUp();
  await page.goto('/faq');
  const other = await meet(browser, baseURL!, 'visitor');
  const draft = unique('half a sentence');
  await box(page).fill(draft);
  await page.request.get('/auth/logout', { headers: { accept: 'application/json' } });
  const modal = page.getByRole('dialog');
  await modal.getByLabel('Username').fill(me.username);
  await modal.getByLabel('Password', { exact: true }).fill(me.password);
  await page.keyboard.press('Enter');
  await expect(modal).toBeHidden();
  await expect(box(page)).toHaveValue(draft);
  await box(page).press('Enter');
  await expect(lineOf(other.page, draft)).toHaveCount(1);
  await expect(page.getByText('Sending…')).toHaveCount(0);
  complaints.splice(0);
  await other.leave();
});

test('a visitor reads, and is asked in instead of writing', async ({ page, browser, baseURL }) => {
  const other = await meet(browser, baseURL!, 'player');
  await page.goto('/faq');
  const said = unique('hello visitors');
  await write(other.page, said);
  await expect(lineOf(page, said)).toBeVisible();
  await expect(box(page)).toHaveCount(0);
  await expect(log(page).getByRole('button')).toHaveCount(0);
  await page.getByRole('button', { name: 'Sign in to write a message.' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await other.leave();
});

test('on a phone the chat is a sheet, and its button counts what was missed', async ({
  page,
  signUp,
  browser,
  baseURL,
}) => {
  const me = await signUp();
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto('/faq');
  const other = await meet(browser, baseURL!, 'player');
  await expect(page.getByRole('navigation').getByRole('button', { name: 'Chat' })).toBeVisible();
  const called = unique(`@${me.username} gel`);
  await expect(async () => {
    await write(other.page, `${called} ${counted++}`);
    await expect(page.getByRole('button', { name: /^Chat \(\d+ new messages?\)$/ })).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await page.getByRole('button', { name: /^Chat/ }).click();
  const sheet = page.getByRole('dialog', { name: /chat/i });
  await expect(sheet.getByText(called).first()).toBeVisible();
  const answer = unique('geliyorum');
  await write(page, answer);
  await expect(lineOf(other.page, answer)).toBeVisible();
  await sheet.getByRole('button', { name: other.person.username }).last().click();
  await expect(page.getByRole('menuitem', { name: 'Mention' })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await expect(sheet).toBeVisible();
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('button', { name: 'Chat', exact: true })).toBeVisible();
  await other.leave();
});

test('staff delete a line and mute its sender, who is told', async ({ page, signUp, browser, baseURL }) => {
  const me = await signUp();
  await page.goto('/faq');
  const staff = await meet(browser, baseURL!, 'staff');
  const [rude, ruder] = [unique('rude'), unique('ruder')];
  await write(page, rude);
  await write(page, ruder);
  await lineOf(staff.page, ruder).hover();
  await lineOf(staff.page, ruder)
    .getByRole('button', { name: /^Options for this message/ })
    .click();
  await staff.page.getByRole('menuitem', { name: 'Delete message' }).click();
  await expect(lineOf(page, ruder)).toHaveCount(0);
  await expect(lineOf(page, rude)).toBeVisible();

  await log(staff.page).getByRole('button', { name: me.username, exact: true }).click();
  await staff.page.getByRole('menuitem', { name: 'Mute…' }).click();
  const modal = staff.page.getByRole('dialog', { name: `Mute ${me.username}` });
  await modal.getByText('1 hour').click();
  await modal.getByLabel('Reason').fill('Insults');
  await expectAccessible(staff.page);
  await modal.getByRole('button', { name: 'Mute', exact: true }).click();
  await expect(modal).toBeHidden();
  await expect(page.getByText(MUTED)).toBeVisible();
  await expect(box(page)).toBeDisabled();
  await page.getByRole('button', { name: 'Notifications, there are unread ones' }).click();
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toContainText('Insults');
  await page.reload();
  await expect(page.getByText(MUTED)).toBeVisible();
  await staff.leave();
});

test('whoever reads further up stays there, and is shown the way to what is new', async ({
  page,
  signUp,
  browser,
  baseURL,
}) => {
  const me = await signUp();
  await page.goto('/faq');
  const other = await meet(browser, baseURL!, 'player');
  const last = unique('the last of many');
  for (let number = 0; number < 15; number++) await write(page, unique(`line\nof\nmany ${number}`));
  await write(page, last);
  await expect(lineOf(other.page, last)).toBeInViewport();
  const scrolled = () => log(other.page).evaluate((element) => element.scrollTop);
  await log(other.page).evaluate((element) => element.scrollTo({ top: 0 }));
  await expect.poll(scrolled).toBe(0);
  const fresh = unique('fresh');
  await write(page, fresh);
  const pill = other.page.getByRole('button', { name: /^\d+ new messages?$/ });
  await expect(pill).toBeVisible();
  expect(await scrolled()).toBe(0);
  await expectAccessible(other.page);
  await pill.click();
  await expect(lineOf(other.page, fresh)).toBeInViewport();
  await expect(pill).toBeHidden();
  // Somebody else's line may have come meanwhile: the end is still what is seen.
  const next = unique(`@${me.username} next`);
  await write(other.page, next);
  await expect(lineOf(other.page, next)).toBeInViewport();
  await other.leave();
});

test('after the server is back both sides have caught up, with nothing doubled or missing', async ({ browser }) => {
  test.setTimeout(240_000);
  const site = await launchSite();
  try {
    const [one, two] = [await meet(browser, site.origin, 'player'), await meet(browser, site.origin, 'player')];
    const staff = await meet(browser, site.origin, 'staff');
    const said = ['before one', 'before two', 'while away'];
    await write(one.page, said[0]!);
    await write(two.page, said[1]!);
    for (const { page } of [one, two])
      for (const text of said.slice(0, 2)) await expect(lineOf(page, text)).toBeVisible();
    await staff.page.getByRole('button', { name: 'Chat options' }).click();
    await staff.page.getByRole('menuitemradio', { name: 'Slow mode: 5 s' }).click();
    await expect(one.page.getByText(/^Slow mode: /)).toBeVisible();
    await site.kill();
    await expect(one.page.getByText('Connection lost. Trying to reconnect...')).toBeVisible();
    await expect(async () => {
      await write(one.page, said[2]!);
      await expect(lineOf(one.page, said[2]!)).toBeVisible({ timeout: 500 });
    }).toPass();
    await box(two.page).fill('half a sentence');
    await site.startAgain();
    for (const { page } of [one, two]) {
      await expect(lineOf(page, said[2]!)).toBeVisible({ timeout: 60_000 });
      for (const text of said) await expect(lineOf(page, text)).toHaveCount(1);
      await expect(page.getByText('Sending…')).toHaveCount(0);
      await expect(page.getByText(/^Slow mode: /)).toBeVisible();
    }
    await expect(box(two.page)).toHaveValue('half a sentence');
    for (const { leave } of [one, two, staff]) await leave();
  } finally {
    await site.stop();
  }
});
