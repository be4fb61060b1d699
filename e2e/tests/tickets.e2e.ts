import type { Browser, Page } from '@playwright/test';
import { admin } from '../admin.ts';
import { expect, expectAccessible, expectNoHorizontalScroll, newAccount, test } from '../fixtures.ts';

const QUESTION = 'My knife was there last night, and today it is gone.';

async function signInAsAdmin(page: Page): Promise<void> {
  expect((await page.request.post('/auth/login', { data: admin })).status()).toBe(200);
}

/** A page in a separate browser context. */
async function openSeparatePage(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({ baseURL: baseURL!, reducedMotion: 'reduce', locale: 'en-GB' });
  return context.newPage();
}

const freshSubject = (what: string) => `${what} ${newAccount().username.slice(-9)}`;

async function createTicket(page: Page, title: string): Promise<number> {
  const reply = await page.request.post('/auth/createTicket', { data: { title, message: QUESTION } });
  expect(reply.status()).toBe(200);
  return ((await reply.json()) as { ticket: { id: number } }).ticket.id;
}

const messages = (page: Page) => page.getByRole('log', { name: 'Conversation' }).getByRole('listitem');
const messageBox = (page: Page) => page.getByRole('textbox', { name: 'Your message' });
// The chat has its own button with this name.
const send = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Send' }).click();

test('a player asks, staff answer and close, and each sees the other at once', async ({
  page,
  browser,
  baseURL,
  signUp,
}) => {
  const { username } = await signUp();
  const staff = await openSeparatePage(browser, baseURL);
  await signInAsAdmin(staff);
  await staff.goto('/admin');
  await expect(staff.getByRole('heading', { level: 1, name: 'Ticketlar' })).toBeVisible();
  await staff.getByRole('button', { name: /^Open chat/ }).click();
  await expect(staff.getByText(/\d+ online/).first()).toBeVisible();

  await page.goto('/support');
  await expect(page.getByText('0 tickets found')).toBeVisible();
  await expectAccessible(page);
  const subject = freshSubject('Where is my knife?');
  await page.getByRole('button', { name: 'Create Support Ticket' }).click();
  const form = page.getByRole('dialog', { name: 'New ticket' });
  await form.getByRole('button', { name: 'Send ticket' }).click();
  await expect(form.getByText('Subject is required.')).toBeVisible();
  await expect(form.getByText('Message is required.')).toBeVisible();
  await expectAccessible(page);
  await form.getByLabel('Subject').fill(subject);
  await form.getByLabel('Message').fill(QUESTION);
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await page.getByRole('button', { name: 'Create Support Ticket' }).click();
  await expect(form.getByLabel('Message')).toHaveValue(QUESTION);
  await form.getByRole('button', { name: 'Send ticket' }).click();
  await expect(page.getByText('Support ticket created successfully.')).toBeVisible();
  await expect(page).toHaveURL(/\/support\/\d+$/);
  await expect(messages(page)).toHaveCount(1);

  const row = staff.getByRole('listitem').filter({ hasText: subject });
  await expect(row).toContainText(username);
  await expect(row.getByText('Unread')).toBeAttached();
  await expect(staff.getByRole('link', { name: /^Support tickets/ })).toContainText('unread tickets');
  await row.getByRole('link').click();
  await expect(messages(staff)).toHaveCount(1);
  await expectAccessible(staff);
  await messageBox(staff).fill('We have found it.\nHere it is.');
  await messageBox(staff).press('Control+Enter');
  await expect(messages(staff)).toHaveCount(2);

  await expect(messages(page)).toHaveCount(2);
  await expect(messages(page).last()).toContainText('Staff');
  await expect(messages(page).last()).toContainText('We have found it.\nHere it is.');
  await page.getByRole('button', { name: /^Notifications/ }).click();
  const bell = page.getByRole('dialog', { name: 'Notifications' });
  await expect(bell.getByText(subject)).toBeVisible();
  await page.keyboard.press('Escape');
  await expectAccessible(page);

  await messageBox(page).fill('Thank you!');
  await send(page);
  await expect(messageBox(page)).toHaveValue('');
  await expect(messages(staff).last()).toContainText('Thank you!');

  await messageBox(page).fill('not sent yet');
  await staff.getByRole('button', { name: 'Close ticket' }).click();
  const question = staff.getByRole('dialog', { name: 'Close this ticket?' });
  await expectAccessible(staff);
  const reloaded = staff.waitForEvent('load');
  await question.getByRole('button', { name: 'Close ticket' }).click();
  await reloaded;
  await expect(staff.getByText('Destek talebi kapatildi.')).toBeVisible();
  for (const side of [staff, page]) {
    await expect(side.getByText('Ticket is closed.')).toBeVisible();
    await expect(messageBox(side)).toHaveCount(0);
    await expect(side.getByRole('button', { name: 'Close ticket' })).toHaveCount(0);
    await side.reload();
    await expect(side.getByText('Ticket is closed.')).toBeVisible();
    await expect(messages(side)).toHaveCount(3);
  }
  await staff.getByRole('link', { name: 'Back to tickets' }).click();
  await staff.getByRole('link', { name: 'Open', exact: true }).click();
  await expect(staff).toHaveURL(/\/admin\?filter=open$/);
  await expect(staff.getByText(subject)).toHaveCount(0);
  await staff.getByRole('link', { name: 'Closed', exact: true }).click();
  await expect(staff.getByText(subject)).toBeVisible();
  await staff.context().close();
});

test('a player closes their ticket under the Turkish URL', async ({ page, signUp }) => {
  await signUp();
  const id = await createTicket(page, freshSubject('No longer needed'));
  await page.goto(`/destek/${id}`);
  await page.getByRole('button', { name: 'Close ticket' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close ticket' }).click();
  await expect(page.getByText('Destek talebi kapatildi.')).toBeVisible();
  await expect(page.getByText('Ticket is closed.')).toBeVisible();
  await page.getByRole('link', { name: 'Back to support' }).click();
  await expect(page.getByText('1 ticket found')).toBeVisible();
  await expect(page.getByRole('main').getByText('Closed', { exact: true })).toBeVisible();
});

test('shows an error page for a ticket of another player', async ({
  page,
  browser,
  baseURL,
  signUp,
  browserErrors,
}) => {
  const owner = await openSeparatePage(browser, baseURL);
  await owner.request.post('/auth/signup', { data: newAccount() });
  const id = await createTicket(owner, freshSubject('Mine alone'));
  await owner.context().close();
  await signUp();
  for (const path of [`/support/${id}`, '/support/999999999', '/support/none']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'This ticket does not exist.' })).toBeVisible();
    await expectAccessible(page);
  }
  // The browser logs the expected 404s.
  expect(browserErrors.every((each) => each.includes('404'))).toBe(true);
  browserErrors.splice(0);
});

test('visitors are asked to sign in, with a link to the F.A.Q.', async ({ page }) => {
  await page.goto('/support');
  await expect(page.getByRole('heading', { name: 'Sign in to see this page.' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'Read the F.A.Q' }).click();
  await expect(page).toHaveURL(/\/faq$/);
});

test('an empty message stores nothing, markup is shown as it was written, and direction marks are removed', async ({
  page,
  signUp,
}) => {
  await signUp();
  const id = await createTicket(page, '<i>Is this</i> \u202Eelit');
  await page.goto(`/support/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('<i>Is this</i> elit');
  await send(page);
  await messageBox(page).fill('   \n ');
  await send(page);
  await expect(messageBox(page)).toHaveValue('');
  const hostile = '<img src=x onerror="document.title=1"><script>1</script>\n  💎 [a](javascript:1)';
  await messageBox(page).fill(`\u202E${hostile}`);
  await send(page);
  await expect(messages(page)).toHaveCount(2);
  expect(await messages(page).last().locator('[dir=auto]').textContent()).toBe(hostile);
  await expect(page.getByRole('log').locator('script, [onerror], a')).toHaveCount(0);
  await messageBox(page).fill(`${'x'.repeat(3_999)}y`);
  await send(page);
  await expect(messages(page)).toHaveCount(3);
  await expectNoHorizontalScroll(page);
});

test('a draft survives a reload', async ({ page, signUp }) => {
  await signUp();
  const id = await createTicket(page, freshSubject('A long story'));
  await page.goto(`/support/${id}`);
  await messageBox(page).fill('Half of a long sto');
  await page.reload();
  await expect(messageBox(page)).toHaveValue('Half of a long sto');
});

test('the list marks unread tickets until they are opened', async ({ page, browser, baseURL, signUp }) => {
  await signUp();
  const id = await createTicket(page, freshSubject('Read me'));
  await page.goto('/support');
  await expect(page.getByText('1 ticket found')).toBeVisible();
  const staff = await openSeparatePage(browser, baseURL);
  await signInAsAdmin(staff);
  await staff.request.post(`/auth/sendTicketMessage/${id}`, { data: { message: 'An answer.' } });
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Read me' });
  await expect(row.getByText('Unread')).toBeAttached();
  await row.getByRole('link').click();
  await expect(messages(page)).toHaveCount(2);
  await page.getByRole('link', { name: 'Back to support' }).click();
  await expect(row).toContainText('2 messages');
  await expect(row.getByText('Unread')).toHaveCount(0);
  await staff.context().close();
});

test('a conversation scrolls to the end for an own message', async ({ page, signUp }) => {
  await signUp();
  const id = await createTicket(page, freshSubject('Many words'));
  const long = Array.from({ length: 60 }, (_, index) => `line ${index}`).join('\n');
  await page.request.post(`/auth/sendTicketMessage/${id}`, { data: { message: long } });
  await page.goto(`/support/${id}`);
  await expect(messages(page)).toHaveCount(2);
  const log = page.getByRole('log', { name: 'Conversation' });
  const fromEnd = () => log.evaluate((list) => list.scrollHeight - list.scrollTop - list.clientHeight);
  await expect.poll(fromEnd).toBeLessThan(2);
  await log.evaluate((list) => list.scrollTo({ top: 0 }));
  await expect.poll(fromEnd).toBeGreaterThan(100);
  await messageBox(page).fill('And one more.');
  await send(page);
  await expect(messages(page)).toHaveCount(3);
  await expect.poll(fromEnd).toBeLessThan(2);
});

for (const width of [360, 1280]) {
  test(`the support pages fit at ${width} pixels`, async ({ page, signUp }) => {
    test.slow();
    await signUp();
    await page.setViewportSize({ width, height: 780 });
    const id = await createTicket(page, `${'Averyveryverylongword'.repeat(5)} and more`);
    for (const path of ['/support', `/support/${id}`]) {
      await page.goto(path);
      await expect(page.getByRole('main').getByText(/Averyvery/)).toBeVisible();
      await expectNoHorizontalScroll(page);
      await expectAccessible(page);
    }
    await signInAsAdmin(page);
    await page.evaluate(() => localStorage.clear());
    for (const path of ['/admin', `/admin?ticket=${id}`]) {
      await page.goto(path);
      await expect(
        page
          .getByRole('main')
          .getByText(/Averyvery/)
          .first(),
      ).toBeVisible();
      await expectNoHorizontalScroll(page);
      await expectAccessible(page);
    }
  });
}
