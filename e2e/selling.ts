import { expect, type Locator, type Page } from '@playwright/test';

/** Saves another price, which is asked about in the same way. */
export async function savePrice(page: Page, modal: Locator): Promise<void> {
  await modal.getByRole('button', { name: 'Save price' }).click();
  const again = modal.getByRole('button', { name: 'Save it all the same' });
  await expect(again.or(page.getByText('The price is changed.'))).toBeVisible();
  if (await again.isVisible()) await again.click();
}

/** Submits an item, whatever was won: one that is offered for less than quick sell pays is asked about once more. */
export async function submitItem(page: Page, modal: Locator): Promise<void> {
  await modal.getByRole('button', { name: 'Submit Item' }).click();
  const again = modal.getByRole('button', { name: 'List it all the same' });
  await expect(again.or(page.getByText(/^Item .+ listed for sale at /))).toBeVisible();
  if (await again.isVisible()) await again.click();
}
