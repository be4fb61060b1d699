import { expect, type Locator, type Page } from '@playwright/test';

export const dialog = (page: Page): Locator => page.getByRole('dialog');

const parseDiamonds = (text: string): number => Number(/([\d.]+) diamonds/.exec(text)![1]!.replaceAll('.', ''));

/** The player's balance according to the API. */
export async function readBalance(page: Page): Promise<number> {
  return (await (await page.request.get('/auth/me')).json()).data.balance;
}

export async function openBalance(page: Page): Promise<Locator> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /Balance:/ })
    .click();
  const modal = page.getByRole('dialog', { name: 'Add balance to your account' });
  await modal.getByRole('button', { name: 'Skins' }).waitFor();
  return modal;
}

/** Enters the trade URL, which the site asks for with the first offer. */
export async function saveTradeUrl(modal: Locator): Promise<void> {
  await modal.getByRole('button', { name: 'Use my sandbox trade URL' }).click();
}

/** Deposits the three most expensive skins; returns the expected diamonds. */
export async function depositThree(page: Page): Promise<number> {
  const modal = await openBalance(page);
  for (const index of [0, 1, 2]) await modal.getByRole('checkbox').nth(index).check();
  const total = modal.getByText('You will receive:').locator('..');
  const amount = parseDiamonds(await total.innerText());
  expect(amount).toBeGreaterThan(0);
  await modal.getByRole('button', { name: 'Send Trade Offer' }).click();
  await saveTradeUrl(modal);
  await expect(modal.getByRole('status').getByText('Waiting for you')).toBeVisible();
  return amount;
}

/** Opens the offer on the sandbox's trade page, checks its code, and answers it. */
export async function answerOffer(page: Page, answer: 'Accept' | 'Decline'): Promise<Page> {
  const code = await dialog(page)
    .getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/)
    .innerText();
  const opened = page.context().waitForEvent('page');
  await dialog(page)
    .getByRole('link', { name: /^Open the offer/ })
    .click();
  const platform = await opened;
  await expect(platform.getByText(code)).toBeVisible();
  await platform.getByRole('button', { name: answer }).click();
  return platform;
}

export async function sendWithdrawal(page: Page): Promise<void> {
  await dialog(page).getByRole('button', { name: 'Send Trade Offer' }).click();
  await dialog(page).getByRole('button', { name: 'Yes, send it' }).click();
}
