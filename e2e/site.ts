import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';

export { expect };

export type Person = { readonly username: string; readonly email: string; readonly password: string };

let made = 0;

/** Somebody nobody else is: each journey makes its own people, so they run side by side. */
export function newPerson(): Person {
  const username = `gezgin_${process.pid.toString(36)}${Date.now().toString(36)}${(made++).toString(36)}`;
  return { username, email: `${username}@example.com`, password: 'elmas-elmas' };
}

type Fixtures = {
  /** Signs a new player up through the call, so that the page opens signed in. */
  signUp: () => Promise<Person>;
  /** What the browser complained of: errors in the console, violations of the policy. Must stay empty. */
  complaints: string[];
};

export const test = base.extend<Fixtures>({
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') {
          complaints.push(`${message.text()} ${message.location().url}`);
        }
      });
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
  signUp: async ({ page }, use) => {
    await use(async () => {
      const person = newPerson();
      const reply = await page.request.post('/auth/signup', { data: person });
      expect(reply.status()).toBe(200);
      return person;
    });
  },
});

/** WCAG 2.2 AA, as far as a program can tell. */
export async function expectAccessible(page: Page): Promise<void> {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze();
  const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
  expect(told).toEqual([]);
}

/** No page is wider than its window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(wider).toBeLessThanOrEqual(0);
}
