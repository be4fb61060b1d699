import type { Page } from '@playwright/test';
import { admin } from '../admin.ts';
import { expect, expectAccessible, expectNoHorizontalScroll, phone, test } from '../fixtures.ts';
import {
  answerOffer,
  readBalance,
  depositThree,
  dialog,
  saveTradeUrl,
  openBalance,
  sendWithdrawal,
} from '../trades.ts';

const START_BALANCE = 100_000;
async function winAndOpenWithdraw(page: Page): Promise<void> {
  const reply = await page.request.get('/case/openCase/Flint', { headers: { accept: 'application/json' } });
  expect(reply.status()).toBe(200);
  await page.goto('/inventory');
  await page
    .getByRole('article')
    .getByRole('button', { name: /Withdraw/ })
    .click();
}

test(
  'three skins are deposited, accepted and credited to the diamond, and held for eight days',
  { tag: '@core' },
  async ({ page, signUp }) => {
    await signUp();
    await page.goto('/');
    const amount = await depositThree(page);
    expect(await readBalance(page)).toBe(START_BALANCE);
    await expectAccessible(page);
    await answerOffer(page, 'Accept');
    await expect(dialog(page).getByText('Diamonds credited')).toBeVisible();
    await expect(dialog(page).getByText(/^On hold until /)).toBeVisible();
    expect(await readBalance(page)).toBe(START_BALANCE + amount);
    await dialog(page).getByRole('button', { name: 'Back' }).click();
    await dialog(page).getByRole('button', { name: 'Your offers' }).click();
    await expect(dialog(page).getByText(/diamonds are on hold, until/)).toBeVisible();
    await expectAccessible(page);
  },
);

test('a declined deposit and a cancelled deposit change nothing', async ({ page, signUp }) => {
  await signUp();
  await page.goto('/');
  await depositThree(page);
  await answerOffer(page, 'Decline');
  await expect(dialog(page).getByText('The offer was declined. Nothing was traded.')).toBeVisible();

  await dialog(page).getByRole('button', { name: 'Back' }).click();
  await dialog(page).getByRole('checkbox').first().check();
  await dialog(page).getByRole('button', { name: 'Send Trade Offer' }).click();
  await expect(dialog(page).getByRole('status').getByText('Waiting for you')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Cancel the offer' }).click();
  await dialog(page).getByRole('button', { name: 'Yes, cancel it' }).click();
  await expect(dialog(page).getByText('The offer was cancelled. Nothing was traded.')).toBeVisible();
  expect(await readBalance(page)).toBe(START_BALANCE);
});

for (const { persona, title, refused } of [
  { persona: 'Private Pelin', title: 'Your inventory is private', refused: /409/ },
  { persona: 'Empty Emre', title: 'You have no skins to deposit.', refused: undefined },
  { persona: 'Offline Olcay', title: 'Steam is not responding', refused: /503/ },
  { persona: 'Hasty Hale', title: 'Steam is busy', refused: /429/ },
]) {
  test(`${persona} sees: ${title}`, async ({ page, browserErrors }) => {
    await page.goto('/');
    await page.getByRole('banner').getByRole('button', { name: 'Sign in with Steam' }).click();
    await page.getByRole('link', { name: persona }).click();
    await expect(page.getByRole('button', { name: persona.replace(' ', '_') })).toBeVisible();
    const modal = await openBalance(page);
    for (const size of [phone.viewport, { width: 1_280, height: 860 }]) {
      await page.setViewportSize(size);
      await expect(modal.getByRole('heading', { name: title })).toBeVisible();
      await expectAccessible(page);
      await expectNoHorizontalScroll(page);
    }
    // The browser logs every refusal.
    for (const complaint of browserErrors.splice(0)) expect(complaint).toMatch(refused!);
  });
}

test('explains to a player without a mobile guard why nothing was sent', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('banner').getByRole('button', { name: 'Sign in with Steam' }).click();
  await page.getByRole('link', { name: 'Unguarded Umut' }).click();
  const modal = await openBalance(page);
  await modal.getByRole('checkbox').first().check();
  await modal.getByRole('button', { name: 'Send Trade Offer' }).click();
  await saveTradeUrl(modal);
  await expect(modal.getByText(/because the Steam Guard Mobile Authenticator is off/)).toBeVisible();
});

test('a declined withdrawal frees the skin, and an accepted one removes it', async ({ page, signUp }) => {
  await signUp();
  await winAndOpenWithdraw(page);
  await saveTradeUrl(dialog(page));
  await expect(dialog(page).getByRole('button', { name: 'Send Trade Offer' })).toBeVisible();
  await expectAccessible(page);
  await sendWithdrawal(page);
  await answerOffer(page, 'Decline');
  await expect(dialog(page).getByText('The offer was declined. Nothing was traded.')).toBeVisible();
  await page.keyboard.press('Escape');

  await page
    .getByRole('article')
    .getByRole('button', { name: /Withdraw/ })
    .click();
  await sendWithdrawal(page);
  await answerOffer(page, 'Accept');
  await expect(dialog(page).getByText('The skin is in your Steam inventory.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('(0 item found)')).toBeVisible();
});

test('the modals fit on a phone and on a desktop', async ({ page, signUp }) => {
  await signUp();
  await page.goto('/');
  for (const size of [phone.viewport, { width: 1_280, height: 860 }]) {
    await page.setViewportSize(size);
    const modal = await openBalance(page);
    await modal.getByRole('checkbox').first().check();
    await expect(modal.getByText('You will receive:')).toBeInViewport();
    await expect(modal.getByRole('button', { name: 'Send Trade Offer' })).toBeInViewport();
    await expectAccessible(page);
    await expectNoHorizontalScroll(page);
    await modal.getByRole('button', { name: 'Send Trade Offer' }).click();
    await expect(modal.getByRole('button', { name: 'Use my sandbox trade URL' })).toBeVisible();
    await expectAccessible(page);
    await expectNoHorizontalScroll(page);
    await page.keyboard.press('Escape');
    await expect(modal).toBeHidden();
  }
});

test('staff approve a large withdrawal, and clear the flag that a reversed deposit has set', async ({
  addPlayer,
  launch,
  browser,
}) => {
  test.setTimeout(240_000);
  const { origin: baseURL } = await launch({ WITHDRAW_APPROVAL_ABOVE: '0' });
  const { page, account } = await addPlayer({ baseURL });
  const staffContext = await browser.newContext({ baseURL });
  const staff = await staffContext.newPage();
  expect((await staffContext.request.post('/auth/login', { data: admin })).status()).toBe(200);
  await staff.goto('/admin/trades');
  await expect(staff.getByText('No offer matches.')).toBeVisible();

  await winAndOpenWithdraw(page);
  await saveTradeUrl(dialog(page));
  await expect(dialog(page).getByRole('button', { name: 'Send Trade Offer' })).toBeVisible();
  await sendWithdrawal(page);
  await expect(dialog(page).getByRole('status').getByText('Waiting for staff')).toBeVisible();
  const queue = staff.getByRole('region', { name: /^Waiting for approval/ });
  await expect(queue.getByText(account.username)).toBeVisible();
  await expectAccessible(staff);
  await queue.getByRole('button', { name: /^Approve/ }).click();
  await expect(queue).toBeHidden();
  await answerOffer(page, 'Accept');
  await expect(dialog(page).getByText('The skin is in your Steam inventory.')).toBeVisible();
  await page.keyboard.press('Escape');

  const modal = await openBalance(page);
  await modal.getByRole('checkbox').first().check();
  await modal.getByRole('button', { name: 'Send Trade Offer' }).click();
  const platform = await answerOffer(page, 'Accept');
  await expect(modal.getByText('Diamonds credited')).toBeVisible();
  await platform.reload();
  await platform.getByRole('button', { name: /Reverse/ }).click();
  await expect(modal.getByText('The trade was reversed on Steam.')).toBeVisible({ timeout: 60_000 });
  await modal.getByRole('button', { name: 'Back' }).click();
  await expect(modal.getByRole('heading', { name: 'Your account is under review' })).toBeVisible();

  const flagged = staff.getByRole('region', { name: 'Flagged accounts' });
  await expect(flagged.getByText(account.username)).toBeVisible();
  for (const width of [360, 1_280]) {
    await staff.setViewportSize({ width, height: 860 });
    await expectAccessible(staff);
    await expectNoHorizontalScroll(staff);
  }
  await flagged.getByRole('button', { name: `Clear flag of ${account.username}` }).click();
  await staff.getByRole('textbox', { name: 'Reason' }).fill('Looked at, and paid back');
  await staff.getByRole('button', { name: 'Clear the flag', exact: true }).click();
  await expect(flagged).toBeHidden();
  await page.keyboard.press('Escape');
  await expect((await openBalance(page)).getByRole('checkbox').first()).toBeVisible();
  await staffContext.close();
});
