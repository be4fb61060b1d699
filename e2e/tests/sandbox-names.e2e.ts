import { fillPath } from '@karat/contract/endpoint';
import { pages } from '@karat/contract/pages';
import type { APIRequestContext, Page } from '@playwright/test';
import { admin } from '../admin.ts';
import { expect, expectAccessible, expectNoHorizontalScroll, type NewAccount, test } from '../fixtures.ts';

test.setTimeout(480_000);

const WIDTHS = [360, 1280] as const;
const json = { headers: { Accept: 'application/json' } };

async function readBody<Body>(reply: ReturnType<APIRequestContext['get']>): Promise<Body> {
  const answer = await reply;
  expect([answer.url(), answer.status()]).toEqual([answer.url(), 200]);
  return (await answer.json()) as Body;
}

type Activity = {
  readonly caseName: string;
  readonly itemId: number;
  readonly ticketId: number;
  readonly roomId: number;
  readonly roundId: number;
  readonly transactionId: number;
  readonly userId: number;
};
type Row = { readonly id: number };

/** Bets in the current round, or in the next one if betting has closed. Returns the round. */
async function placeBet(request: APIRequestContext): Promise<number> {
  const data = { playerBet: 'red', amount: 100 };
  let roundId = 0;
  await expect(async () => {
    const reply = await request.post('/roulette/placeBet', { data });
    expect(reply.status()).toBe(200);
    roundId = ((await reply.json()) as { data: { roundId: number } }).data.roundId;
  }).toPass({ timeout: 60_000 });
  return roundId;
}

/** Does as a player everything that shows their name somewhere. */
async function doEverything({ request }: Page): Promise<Activity> {
  const get = <Body>(path: string) => readBody<Body>(request.get(path, json));
  const post = <Body>(path: string, data: object) => readBody<Body>(request.post(path, { data }));
  const cheapest = await get<{ data: { name: string }[] }>('/case/getAllCases?sort=lowest&limit=1');
  const caseName = cheapest.data[0]!.name;
  const { reward } = await get<{ reward: Row }>(`/case/openCase/${encodeURIComponent(caseName)}`);
  const listing = await post<{ data: { itemId: number } }>('/user/listItemOnMarket', { itemId: reward.id, price: 999 });
  const question = { title: 'Where is my knife?', message: 'I have won a knife and cannot find it anywhere.' };
  const { ticket } = await post<{ ticket: Row }>('/auth/createTicket', question);
  const duel = { map: 'awp_lego', player_count: '1v1', server_location: 'istanbul' };
  const { roomId } = await post<{ roomId: number }>('/room/createGameRoom', duel);
  const { standing } = await get<{ standing: { suggestedTradeUrl: string } }>('/user/getTradeOffers');
  await readBody(request.put('/user/setTradeUrl', { data: { tradeUrl: standing.suggestedTradeUrl } }));
  const skins = await get<{ data: { assetid: string; tradable: boolean }[] }>('/user/getUserSteamInventory');
  await post('/user/createDeposit', { assetIds: [skins.data.find(({ tradable }) => tradable)!.assetid] });
  const { data: me } = await get<{ data: Row }>('/auth/me');
  const lines = await get<{ data: Row[] }>('/user/getTransactions');
  const roundId = await placeBet(request);
  const drops = () => get<{ data: Row[] }>('/case/getLatestDrops');
  const isListed = async () => (await drops()).data.some(({ id }) => id === reward.id);
  await expect.poll(isListed, { timeout: 30_000 }).toBe(true);
  const found = { caseName, itemId: listing.data.itemId, ticketId: ticket.id, roomId, roundId };
  return { ...found, transactionId: lines.data[0]!.id, userId: me.id };
}

async function writeMessage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  const input = page.getByRole('textbox', { name: 'Message…' });
  await input.fill('good luck');
  await input.press('Enter');
  await expect(page.getByRole('log').getByText('good luck')).toBeVisible();
}

/**
 * Every text with the name that has no mark directly behind it, marks that are cut, and whether the main part of the page
 * has the name.
 */
function findNames(name: string) {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    if (text.data.trim() !== '' && text.parentElement?.closest('script, style') === null) texts.push(text);
  }
  // The e-mail address of the account begins with the name.
  const named = texts.filter(({ data }) => data.replaceAll(`${name}@`, '').includes(name));
  const isMarked = (text: Text): boolean => {
    // In a log line the number of the account follows the name.
    const after = texts.slice(texts.indexOf(text) + 1).find(({ data }) => !/^#\d+$/.test(data.trim()));
    return text.data.includes('(sandbox)') || ['sandbox', '(sandbox)'].includes(after?.data.trim() ?? '');
  };
  const isCut = (mark: Element): boolean => {
    const { right, width } = mark.getBoundingClientRect();
    for (let box = mark.parentElement; box !== null; box = box.parentElement) {
      const overflow = getComputedStyle(box).overflowX;
      if (overflow === 'auto' || overflow === 'scroll') break;
      if (overflow !== 'visible' && right > box.getBoundingClientRect().right + 1) return width > 0;
    }
    return mark.scrollWidth > mark.clientWidth + 1;
  };
  const marks = texts.filter(({ data }) => data.trim() === 'sandbox').map((text) => text.parentElement!);
  return {
    unmarked: named.filter((text) => !isMarked(text)).map((text) => text.parentElement!.outerHTML),
    cut: marks.filter(isCut).map((mark) => mark.parentElement!.outerHTML),
    isInMain: named.some((text) => text.parentElement!.closest('main') !== null),
  };
}

/** Opens a page and checks the names there at every width. */
async function checkNames(page: Page, path: string, name: string): Promise<void> {
  await page.goto(path);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 780 });
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    // Sections further down load when a player comes near.
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    const found = () => page.evaluate(findNames, name);
    // On a phone, the page of a case has no live drops, and so no names.
    const isInMain = width >= 768 || !path.startsWith('/case/');
    await expect
      .poll(async () => ({ path, width, ...(await found()) }))
      .toEqual({ path, width, unmarked: [], cut: [], isInMain });
    await expectNoHorizontalScroll(page);
  }
  await expectAccessible(page);
}

/** The chat beside every page, and on a phone above it. */
async function checkChat(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 780 });
  await page.goto(pages.faq);
  await expect(page.getByRole('log').getByText(name, { exact: true })).toBeVisible();
  expect(await page.evaluate(findNames, name)).toMatchObject({ unmarked: [], cut: [] });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('button', { name: /^Chat/ }).click();
  await expect(page.getByRole('log').getByText(name, { exact: true })).toBeVisible();
  expect(await page.evaluate(findNames, name)).toMatchObject({ unmarked: [], cut: [] });
}

test('the word "sandbox" is beside the name of a sandbox player on every page, for everyone', async ({
  launch,
  addPlayer,
}) => {
  const site = await launch({ ROULETTE_BETTING_MS: '20000' });
  const options = { baseURL: site.origin, reducedMotion: 'reduce' } as const;
  const program = await addPlayer(options);
  const { username: name } = program.account;
  await site.makeSandboxPlayer(name);
  const activity = await doEverything(program.page);
  await writeMessage(program.page, fillPath(pages.room, activity));
  await writeMessage(program.page, pages.faq);

  const publicPages = [pages.home, pages.cases, pages.case, pages.marketItem, pages.room, pages.player];
  const [visitor, player, staff] = [await addPlayer(options), await addPlayer(options), await addPlayer(options)];
  await visitor.page.context().clearCookies();
  for (const { page } of [visitor, player]) {
    for (const path of publicPages) await checkNames(page, fillPath(path, { ...activity, username: name }), name);
    await placeBet(program.page.request);
    await checkNames(page, pages.roulette, name);
    await checkChat(page, name);
  }

  await checkStaffPages(staff, { activity, name });
});

type Staff = { readonly page: Page; readonly account: NewAccount };

async function checkStaffPages({ page }: Staff, { activity, name }: { activity: Activity; name: string }) {
  await readBody(page.request.post('/auth/login', { data: admin }));
  const adjustment = { userId: activity.userId, amount: 1_000_000_000, reason: 'Too much for one person' };
  await readBody(page.request.post('/admin/adjustBalance', { data: adjustment }));
  const staffPages = [
    pages.admin,
    pages.ticket,
    pages.adminTransactions,
    pages.adminTransaction,
    `${pages.adminCases}?view=opened`,
    pages.adminUsers,
    pages.adminUser,
    pages.adminGame,
    pages.adminLogs,
    pages.adminListings,
    pages.adminTrades,
    pages.adminServer,
    pages.adminAdjustments,
  ];
  const params = { ...activity, gameId: activity.roundId };
  for (const path of staffPages) await checkNames(page, fillPath(path, params), name);
  await checkChat(page, name);
}
