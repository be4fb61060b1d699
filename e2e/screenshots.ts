import { type APIRequestContext, type Page, chromium, expect, request as requests } from '@playwright/test';
import path from 'node:path';
import { admin } from './admin.ts';
import { launchSite } from './launch.ts';

// Takes the pictures of the README, from a site with some activity: node e2e/screenshots.ts
const FOLDER = path.resolve(import.meta.dirname, '../docs/screenshots');
const NAMES = ['Aydan', 'Borahan', 'Cemre', 'Deniz', 'Ecrin', 'Ferit'];
const CASES = ['Bedrock', 'Flint', 'Flint', 'Bedrock'];

type SteamInventoryItem = { readonly id: number; readonly quick_sell_price: number };

const site = await launchSite({ SANDBOX_MATCH_SPEED: '1', ROULETTE_BETTING_MS: '20000', RESIDENTS: 'on' });
const { origin } = site;

async function signUpAs(username: string): Promise<APIRequestContext> {
  const caller = await requests.newContext({ baseURL: origin });
  const data = { username, email: `${username}@example.com`, password: 'elmas-elmas' };
  expect((await caller.post('/auth/signup', { data })).status()).toBe(200);
  return caller;
}

/** Opens cases and lists some of the items. */
async function openAndList(caller: APIRequestContext, index: number): Promise<void> {
  for (const name of CASES) await caller.get(`/case/openCase/${name}?count=3`);
  const reply = await caller.get('/user/getUserInventory?view=market');
  const { data } = (await reply.json()) as { data: { descriptions: SteamInventoryItem[] } };
  for (const { id: itemId, quick_sell_price: worth } of data.descriptions.slice(0, 5)) {
    await caller.post('/user/listItemOnMarket', { data: { itemId, price: Math.round(worth * (1.15 + index / 40)) } });
  }
}

async function bet(callers: readonly APIRequestContext[]): Promise<void> {
  for (const [index, caller] of callers.entries()) {
    const playerBet = ['red', 'black', 'green'][index % 3];
    await caller.post('/roulette/placeBet', { data: { playerBet, amount: 250 * (index + 1) } });
  }
}

const executablePath = process.env['CHROMIUM_PATH'];
const browser = await chromium.launch(executablePath === undefined ? {} : { executablePath });

async function takeScreenshot(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(1_500);
  await page.screenshot({ path: path.join(FOLDER, `${name}.png`) });
}

async function openPage(signIn?: { username: string; password: string }): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1280, height: 800 } });
  if (signIn !== undefined) expect((await context.request.post('/auth/login', { data: signIn })).status()).toBe(200);
  return context.newPage();
}

const callers: APIRequestContext[] = [];
for (const name of NAMES) callers.push(await signUpAs(name));
for (const [index, caller] of callers.entries()) await openAndList(caller, index);
const rooms = [
  { map: 'awp_lego', player_count: '1v1', server_location: 'istanbul', ticketPrice: 1_000 },
  { map: 'aim_redline', player_count: '2v2', server_location: 'warsaw', ticketPrice: 500 },
  { map: 'awp_lego', player_count: '1v1', server_location: 'warsaw', ticketPrice: 0 },
];
for (const [index, data] of rooms.entries()) await callers[index]!.post('/room/createGameRoom', { data });
await bet(callers);

const page = await openPage({ username: 'demo', password: 'karat-demo' });
// Time for the residents to play, trade and chat.
await page.waitForTimeout(90_000);
await page.goto('/market');
await takeScreenshot(page, 'market');
await page.goto('/roulette');
await page.getByText('Betting is open').first().waitFor();
await bet(callers);
await takeScreenshot(page, 'roulette');
await page.goto('/case/Bedrock');
await page.getByRole('button', { name: /^Open/ }).click();
await page.locator('[data-phase=spinning]').first().waitFor();
await takeScreenshot(page, 'case');

await page.goto('/');
// Drops appear after their animation has ended.
await page.getByText('No cases opened yet').waitFor({ state: 'hidden', timeout: 60_000 });
await takeScreenshot(page, 'home');

const staffPage = await openPage(admin);
await staffPage.goto('/admin/reports');
await takeScreenshot(staffPage, 'reports');

await browser.close();
await site.stop();
