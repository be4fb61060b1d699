import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type BrowserContext, type BrowserContextOptions, type Page } from '@playwright/test';
import { launchSite } from './launch.ts';

export { expect };

export type NewAccount = { readonly username: string; readonly email: string; readonly password: string };

let accountCount = 0;

/** Builds the data of a unique new account. Journeys run in parallel, so each one creates its own players. */
export function newAccount(): NewAccount {
  const username = `e2e_${process.pid.toString(36)}${Date.now().toString(36)}${(accountCount++).toString(36)}`;
  return { username, email: `${username}@example.com`, password: 'elmas-elmas' };
}

type Site = Awaited<ReturnType<typeof launchSite>>;
type SignedUpPlayer = { readonly page: Page; readonly account: NewAccount };

type Fixtures = {
  /** Starts a site for this journey alone. The site stops after the pages that `addPlayer` opened have closed. */
  launch: (variables?: Readonly<Record<string, string>>) => Promise<Site>;
  /** Signs up another player in a separate browser context. Its browser errors also fail the test. */
  addPlayer: (options?: BrowserContextOptions) => Promise<SignedUpPlayer>;
  /** Signs up a player by API, so that the page opens signed in. */
  signUp: () => Promise<NewAccount>;
  /** Console errors and warnings, page errors and CSP violations. Must be empty at the end. */
  browserErrors: string[];
};

function recordBrowserErrors(page: Page, browserErrors: string[]): void {
  page.on('pageerror', (error) => browserErrors.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') {
      browserErrors.push(`${message.text()} ${message.location().url}`);
    }
  });
}

/** Removes the blur behind modals and bars: without a GPU it takes a quarter of a journey's time. */
async function removeBlur(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { backdrop-filter: none !important }');
    document.adoptedStyleSheets = [sheet];
  });
}

export const phone = { viewport: { width: 360, height: 740 } } as const;

export const test = base.extend<Fixtures & { closeContexts: void }>({
  context: async ({ context }, use) => {
    await removeBlur(context);
    await use(context);
  },
  // Closes the contexts that a journey has opened: open pages keep using the processor and slow down later journeys.
  closeContexts: [
    async ({ browser, page }, use) => {
      await use();
      for (const context of browser.contexts()) if (context !== page.context()) await context.close();
    },
    { auto: true },
  ],
  browserErrors: [
    async ({ page }, use) => {
      const browserErrors: string[] = [];
      recordBrowserErrors(page, browserErrors);
      await use(browserErrors);
      expect(browserErrors).toEqual([]);
    },
    { auto: true },
  ],
  // oxlint-disable-next-line no-empty-pattern -- Playwright derives the dependencies of a fixture from the destructured argument
  launch: async ({}, use) => {
    const sites: Site[] = [];
    await use(async (variables) => {
      const site = await launchSite(variables);
      sites.push(site);
      return site;
    });
    for (const site of sites) await site.stop();
  },
  addPlayer: async ({ browser, browserErrors, launch }, use) => {
    // Depends on `launch` so that pages close before their site stops: otherwise they would log errors.
    void launch;
    const contexts: BrowserContext[] = [];
    await use(async (options) => {
      const context = await browser.newContext(options);
      contexts.push(context);
      await removeBlur(context);
      const page = await context.newPage();
      recordBrowserErrors(page, browserErrors);
      const account = newAccount();
      expect((await context.request.post('/auth/signup', { data: account })).status()).toBe(200);
      return { page, account };
    });
    for (const context of contexts) await context.close();
  },
  signUp: async ({ page }, use) => {
    await use(async () => {
      const account = newAccount();
      const reply = await page.request.post('/auth/signup', { data: account });
      expect(reply.status()).toBe(200);
      return account;
    });
  },
});

/** Checks WCAG 2.2 AA, as far as axe can. */
export async function expectAccessible(page: Page): Promise<void> {
  // While something fades or changes its colour, its contrast is neither the one before nor the one after.
  await page.evaluate(async () => {
    const endsSoon = ({ effect, currentTime }: Animation) =>
      Number(effect?.getComputedTiming().endTime) - Number(currentTime) < 1500;
    const ending = document.getAnimations().filter((each) => each.playState === 'running' && endsSoon(each));
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  // Legacy mode is enough, because no page has frames; passed rules are not needed.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'], preload: false });
  const { violations } = await axe.withTags(tags).analyze();
  const messages = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
  expect(messages).toEqual([]);
}

/** Checks that the page is not wider than its window. */
export async function expectNoHorizontalScroll(page: Page): Promise<void> {
  const overflowPx = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflowPx).toBeLessThanOrEqual(0);
}
