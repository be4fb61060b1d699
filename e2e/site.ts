import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type BrowserContext, type BrowserContextOptions, type Page } from '@playwright/test';
import { launchSite } from './launch.ts';

export { expect };

export type Person = { readonly username: string; readonly email: string; readonly password: string };

let made = 0;

/** Somebody nobody else is: each journey makes its own people, so they run side by side. */
export function newPerson(): Person {
  const username = `gezgin_${process.pid.toString(36)}${Date.now().toString(36)}${(made++).toString(36)}`;
  return { username, email: `${username}@example.com`, password: 'elmas-elmas' };
}

type Site = Awaited<ReturnType<typeof launchSite>>;
type Arrival = { readonly page: Page; readonly person: Person };

type Fixtures = {
  /** Starts a site for this journey alone; it ends when everybody who arrived has left. */
  launch: (variables?: Readonly<Record<string, string>>) => Promise<Site>;
  /** Brings somebody else, signed up, in a browser of their own; what that complains of counts as well. */
  arrive: (options?: BrowserContextOptions) => Promise<Arrival>;
  /** Signs a new player up through the call, so that the page opens signed in. */
  signUp: () => Promise<Person>;
  /** What the browser complained of: errors in the console, violations of the policy. Must stay empty. */
  complaints: string[];
};

function noteComplaints(page: Page, complaints: string[]): void {
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') {
      complaints.push(`${message.text()} ${message.location().url}`);
    }
  });
}

/** Removes the blur behind modals and bars: without a graphics card it takes a quarter of the time of a journey. */
async function removeBlur(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { backdrop-filter: none !important }');
    document.adoptedStyleSheets = [sheet];
  });
}

/** A small phone. */
export const phone = { viewport: { width: 360, height: 740 } } as const;

export const test = base.extend<Fixtures & { leave: void }>({
  context: async ({ context }, use) => {
    await removeBlur(context);
    await use(context);
  },
  // Whoever a journey has brought goes with it: a page that stays open goes on working, and slows down all that follow.
  leave: [
    async ({ browser, page }, use) => {
      await use();
      for (const context of browser.contexts()) if (context !== page.context()) await context.close();
    },
    { auto: true },
  ],
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      noteComplaints(page, complaints);
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it what a fixture needs
  launch: async ({}, use) => {
    const sites: Site[] = [];
    await use(async (variables) => {
      const site = await launchSite(variables);
      sites.push(site);
      return site;
    });
    for (const site of sites) await site.stop();
  },
  arrive: async ({ browser, complaints, launch }, use) => {
    // Asked for only to be ended before it: pages that outlive their site complain.
    void launch;
    const contexts: BrowserContext[] = [];
    await use(async (options) => {
      const context = await browser.newContext(options);
      contexts.push(context);
      await removeBlur(context);
      const page = await context.newPage();
      noteComplaints(page, complaints);
      const person = newPerson();
      expect((await context.request.post('/auth/signup', { data: person })).status()).toBe(200);
      return { page, person };
    });
    for (const context of contexts) await context.close();
  },
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
  // No page has frames, so none has to be opened to put what was found in them together; and what passes is not listed.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'], preload: false });
  const { violations } = await axe.withTags(tags).analyze();
  const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
  expect(told).toEqual([]);
}

/** No page is wider than its window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(wider).toBeLessThanOrEqual(0);
}
