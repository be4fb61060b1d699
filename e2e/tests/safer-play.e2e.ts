import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoHorizontalScroll, phone, test } from '../fixtures.ts';

const ACCEPT_JSON = { headers: { accept: 'application/json' } };

/** Opens the cheapest case by API; returns the code of a refusal. */
async function openByApi(page: Page): Promise<string | undefined> {
  const reply = await page.request.get('/case/openCase/Flint', ACCEPT_JSON);
  return reply.ok() ? undefined : ((await reply.json()) as { code: string }).code;
}

const region = (page: Page, name: string) => page.getByRole('region', { name });
const dialog = (page: Page) => page.getByRole('dialog');

/** Sets a limit on the page. */
async function setLimit(page: Page, name: string, amount: string): Promise<void> {
  await region(page, 'Your limits')
    .getByRole('button', { name: new RegExp(`^(Set a limit|Change): ${name}$`) })
    .click();
  await page.getByLabel(`${name}, in diamonds`).fill(amount);
  await page.keyboard.press('Enter');
}

test(
  'a limit applies at once in every tab, and its refusal links to the limits',
  { tag: '@core' },
  async ({ page, context, signUp }) => {
    await signUp();
    expect(await openByApi(page)).toBeUndefined();
    const other = await context.newPage();
    await other.goto('/case/Flint');
    await expect(other.getByRole('button', { name: /^Open/ })).toBeEnabled();

    await page.goto('/safer-play');
    await setLimit(page, 'Daily wagers', '300');
    await expect(page.getByText('Limit saved. It applies from now on.')).toBeVisible();
    const bar = page.getByRole('progressbar', { name: 'Daily wagers' });
    await expect(bar).toHaveAttribute('aria-valuetext', '250 of 300 used');

    await other.getByRole('button', { name: /^Open/ }).click();
    await expect(other.getByRole('alert').filter({ hasText: 'limit' }).first()).toBeVisible();
    await other.getByRole('main').getByRole('link', { name: 'See your limits' }).click();
    await expect(other).toHaveURL(/\/safer-play$/);
    await expect(other.getByRole('progressbar', { name: 'Daily wagers' })).toHaveAttribute('aria-valuenow', '83');
  },
);

test('a higher limit waits for a day in every tab, and can be withdrawn', async ({ page, context, signUp }) => {
  await signUp();
  await page.goto('/safer-play');
  await setLimit(page, 'Weekly losses', '1.000');
  await expect(page.getByText('1.000 diamonds')).toBeVisible();
  const other = await context.newPage();
  await other.goto('/safer-play');
  await expect(other.getByText('1.000 diamonds')).toBeVisible();

  await setLimit(page, 'Weekly losses', '5.000');
  await expect(page.getByText('Request saved. Your limit stays the same until you confirm the change.')).toBeVisible();
  await expect(other.getByText(/Requested on .+: 5\.000 diamonds\. You can confirm it from/)).toBeVisible();
  await expect(other.getByRole('button', { name: 'Confirm: Weekly losses' })).toHaveCount(0);
  await other.getByRole('button', { name: 'Keep current limit: Weekly losses' }).click();
  await expect(page.getByText(/You asked for/)).toHaveCount(0);
  await expect(page.getByText('1.000 diamonds')).toBeVisible();
});

test('refuses all wagers during a break', async ({ page, signUp }) => {
  await signUp();
  await page.goto('/safer-play#break');
  await region(page, 'Take a break').getByText('3 days').click();
  await region(page, 'Take a break').getByRole('button', { name: 'Take a break' }).click();
  await expect(dialog(page).getByText('Opening cases, betting and joining rooms')).toBeVisible();
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Start the break' }).click();
  await expect(region(page, 'Take a break').getByText(/^Your break lasts until /)).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
  expect(await openByApi(page)).toBe('on_break');
  const bet = async () => {
    const reply = await page.request.post('/roulette/placeBet', { data: { playerBet: 'red', amount: 10 } });
    return ((await reply.json()) as { code: string }).code;
  };
  // Between two rounds no bet is accepted: wait for the next.
  await expect.poll(bet, { timeout: 60_000 }).toBe('on_break');
});

test('an exclusion requires typing a word, and works by keyboard alone', async ({ page, signUp }) => {
  await signUp();
  await page.goto('/safer-play#exclusion');
  await region(page, 'Self-exclusion').getByRole('button', { name: 'Exclude myself' }).focus();
  await page.keyboard.press('Enter');
  await dialog(page).getByRole('button', { name: 'Continue' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByLabel('Type STOP to confirm')).toBeFocused();
  await page.keyboard.type('nothing');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText('Type the word STOP.')).toBeVisible();
  await dialog(page).getByLabel('Type STOP to confirm').fill('STOP');
  await page.keyboard.press('Enter');
  await expect(region(page, 'Self-exclusion').getByText(/^You have excluded yourself until /)).toBeVisible();
  expect(await openByApi(page)).toBe('self_excluded');
});

test('offers limits once, after the first opening', async ({ page, signUp }) => {
  await signUp();
  await page.goto('/case/Flint');
  await page.getByRole('button', { name: 'Fast open' }).click();
  await page.getByRole('button', { name: /^Open/ }).click();
  await expect(page.getByRole('button', { name: /Quick Sell/ })).toBeVisible();
  await page.getByRole('link', { name: 'Set limits' }).click();
  await expect(region(page, 'Your limits')).toBeVisible();
  await page.goto('/case/Flint');
  // To offer limits again, the page would request them before it shows the prize.
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.getByRole('button', { name: /^Open/ }).click();
  await expect(page.getByRole('button', { name: /Quick Sell/ })).toBeVisible();
  expect(requests).toContain('/case/openCase/Flint');
  expect(requests).not.toContain('/user/limits');
  await expect(page.getByRole('link', { name: 'Set limits' })).toHaveCount(0);
});

test('a player downloads the data export and deletes the account', async ({ page, signUp }) => {
  const account = await signUp();
  await page.goto('/safer-play#data');
  const waiting = page.waitForEvent('download');
  await region(page, 'Your data').getByRole('link', { name: 'All data as JSON' }).click();
  expect((await waiting).suggestedFilename()).toMatch(/\.json$/);

  await page.getByRole('button', { name: 'Delete account' }).click();
  await expect(dialog(page).getByText('Your balance: 100.000 diamonds')).toBeVisible();
  await expectAccessible(page);
  await dialog(page).getByLabel(`Type your username: ${account.username}`).fill(account.username);
  await dialog(page).getByLabel('Your password').fill(account.password);
  await dialog(page).getByRole('button', { name: 'Delete permanently' }).click();
  await expect(page.getByText('Your account has been deleted.')).toBeVisible();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Login' })).toBeVisible();
  const signIn = await page.request.post('/auth/login', { data: account });
  expect(signIn.ok()).toBe(false);
});

for (const [language, title] of [
  ['mixed', 'Your limits'],
  ['en', 'Your limits'],
  ['tr', 'Sınırlarınız'],
] as const) {
  test(`the page fits and is accessible on a desktop and on a phone (${language})`, async ({
    page,
    addPlayer,
    signUp,
  }) => {
    await signUp();
    const phonePlayer = await addPlayer(phone);
    for (const each of [page, phonePlayer.page]) {
      await each.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
      expect((await each.request.put('/user/limits', { data: limits(5_000) })).ok()).toBe(true);
      expect((await each.request.put('/user/limits', { data: limits(9_000) })).ok()).toBe(true);
      await each.goto('/guvenli-oyun');
      await expect(region(each, title)).toBeVisible();
      await expect(each.locator('.motion-shimmer')).toHaveCount(0);
      await expectNoHorizontalScroll(each);
      await expectAccessible(each);
    }
  });
}

const limits = (allowed: number) => ({ limits: [{ kind: 'wager', period: 'day', allowed }] });
