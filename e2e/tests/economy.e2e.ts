import type { Page } from '@playwright/test';
import { submitItem } from '../selling.ts';
import { expect, test } from '../fixtures.ts';
import { answerOffer, readBalance, depositThree, dialog, saveTradeUrl, sendWithdrawal } from '../trades.ts';

const START_BALANCE = 100_000;
const CASE_PRICE = 450;
const LISTING_PRICE = 900;
const FEE = 45;

type Won = { readonly market_hash_name: string };

const nameOf = ({ market_hash_name: name }: Won): string => name.replace(/\s*\([^()]*\)$/, '');

async function openCase(page: Page): Promise<Won> {
  await page.goto('/case/Bedrock');
  const reply = page.waitForResponse((response) => response.url().includes('/case/openCase/'));
  await page.getByRole('button', { name: /^Open/ }).click();
  const { reward } = (await (await reply).json()) as { reward: Won };
  await expect(page.getByText(`You won ${reward.market_hash_name}.`)).toBeAttached();
  return reward;
}

async function offerOnMarket(page: Page, won: Won): Promise<void> {
  await page.goto('/market');
  await page.getByRole('button', { name: '+ Sell Your Item' }).click();
  const modal = page.getByRole('dialog', { name: 'Sell Your Item' });
  await modal.getByRole('button', { name: nameOf(won) }).click();
  await modal.getByLabel('Price', { exact: true }).fill(String(LISTING_PRICE));
  await submitItem(page, modal);
  await expect(page.getByText(/^Item .+ listed for sale at \$900\.$/)).toBeVisible();
}

async function buyFromMarket(page: Page, won: Won): Promise<void> {
  await page.goto('/market');
  await page
    .getByRole('main')
    .getByRole('link')
    .filter({ hasText: nameOf(won) })
    .click();
  await page.getByRole('button', { name: /^Buy for 900 from / }).click();
  await page.getByRole('dialog', { name: 'Buy this skin?' }).getByRole('button', { name: 'Buy for 900' }).click();
  await expect(page.getByText(/ bought for 900\./)).toBeVisible();
}

async function withdraw(page: Page): Promise<void> {
  await page.goto('/inventory');
  await page
    .getByRole('article')
    .getByRole('button', { name: /Withdraw/ })
    .click();
  await saveTradeUrl(dialog(page));
  await sendWithdrawal(page);
  await answerOffer(page, 'Accept');
  await expect(dialog(page).getByRole('status').getByText('Delivered')).toBeVisible();
  await page.goto('/inventory');
  await expect(page.getByText('(0 item found)')).toBeVisible();
}

test('deposits skins, opens a case, sells the item and withdraws it, and the books balance', async ({
  launch,
  addPlayer,
}) => {
  // A separate site has to start, and two browsers do everything.
  test.setTimeout(240_000);
  const site = await launch();
  const { page: seller } = await addPlayer({ baseURL: site.origin });
  await seller.goto('/');
  const deposited = await depositThree(seller);
  await answerOffer(seller, 'Accept');
  await expect(dialog(seller).getByText('Diamonds credited')).toBeVisible();
  expect(await readBalance(seller)).toBe(START_BALANCE + deposited);

  const won = await openCase(seller);
  await offerOnMarket(seller, won);
  const { page: buyer } = await addPlayer({ baseURL: site.origin });
  await buyFromMarket(buyer, won);
  await withdraw(buyer);

  expect(await readBalance(seller)).toBe(START_BALANCE + deposited - CASE_PRICE + LISTING_PRICE - FEE);
  expect(await readBalance(buyer)).toBe(START_BALANCE - LISTING_PRICE);

  const output = await site.audit();
  expect(output).toContain('The books are right');
  const totalOf = (account: string): string | undefined => new RegExp(`^${account}\\s+(\\S+)$`, 'm').exec(output)?.[1];
  expect(totalOf('external:vault')).toBe((-deposited).toLocaleString('en-US'));
  expect(totalOf('house:cases')).toBe(String(CASE_PRICE));
  expect(totalOf('house:market')).toBe(String(FEE));
  expect(totalOf('sum')).toBe('0');
});
