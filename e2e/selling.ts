import { expect, type Locator, type Page } from '@playwright/test';

/** Saves a new price, and confirms it if asked. */
export async function savePrice(page: Page, modal: Locator): Promise<void> {
  await modal.getByRole('button', { name: 'Save price' }).click();
  const anywayButton = modal.getByRole('button', { name: 'Save anyway' });
  await expect(anywayButton.or(page.getByText('Price changed.'))).toBeVisible();
  if (await anywayButton.isVisible()) await anywayButton.click();
}

/** Lists an item, and confirms if asked: the site asks again when the price is below the quick-sell price. */
export async function submitItem(page: Page, modal: Locator): Promise<void> {
  await modal.getByRole('button', { name: 'Submit Item' }).click();
  const anywayButton = modal.getByRole('button', { name: 'List it anyway' });
  await expect(anywayButton.or(page.getByText(/^Item .+ listed for sale at /))).toBeVisible();
  if (await anywayButton.isVisible()) await anywayButton.click();
}
