import { pageAliases, pages } from '@karat/contract/pages';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../site.ts';

const open = (page: string): string => page.replace(/:\w+/, '1');
const plain = Object.values(pages).filter((page) => !page.includes(':') && !page.startsWith('/admin'));

for (const path of plain) {
  test(`${path} is whole for a visitor, on a phone and on a desk`, async ({ page }) => {
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 780 });
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    }
  });
}

test('Turkish addresses lead to the same pages, with one canonical link', async ({ page, signUp }) => {
  await signUp();
  for (const [name, alias] of Object.entries(pageAliases)) {
    if (alias.includes(':') || alias.startsWith('/admin')) continue;
    await page.goto(alias);
    const canonical = pages[name as keyof typeof pages];
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`${open(canonical)}$`));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
});

test('an unknown address says so, and leads home', async ({ page, complaints }) => {
  const reply = await page.goto('/nowhere');
  expect(reply?.status()).toBe(404);
  await expect(page.getByText('Page could not found.')).toBeVisible();
  // The browser itself reports the status of the page it loaded.
  complaints.splice(0);
});
