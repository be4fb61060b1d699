import { fillPath } from '@karat/contract/endpoint';
import { pageAliases, type PageName, pages } from '@karat/contract/pages';
import type { APIRequestContext, Page } from '@playwright/test';
import { admin } from '../admin.ts';
import { expect, expectAccessible, expectNoHorizontalScroll, newAccount, type NewAccount, test } from '../fixtures.ts';

/** The title of each page in the mixed language and in Turkish; `$` stands for its parameter. */
const TITLES: Readonly<Record<PageName, readonly [mixed: string, turkish: string]>> = {
  home: ['Duellos', 'Düellolar'],
  cases: ['Cases', 'Kasalar'],
  case: ['Case: $', 'Kasa: $'],
  caseOdds: ['Odds: $', 'Oranlar: $'],
  fair: ['Provably fair', 'Kanıtlanabilir adillik'],
  roll: ['Roll #$', 'Çekiliş #$'],
  round: ['Round #$', 'Tur #$'],
  market: ['Market Place', 'Pazar'],
  marketItem: ['Market Place: skin', 'Pazar: skin'],
  listings: ['My listings', 'İlanlarım'],
  missions: ['Missions', 'Görevler'],
  roulette: ['Roulette', 'Rulet'],
  leaderboard: ['Leaderboard', 'Sıralama'],
  player: ['Player: $', 'Oyuncu: $'],
  sharedDrop: ['Shared drop', 'Paylaşılan ödül'],
  sharedMatch: ['Shared match', 'Paylaşılan maç'],
  inventory: ['My Inventory', 'Envanterim'],
  profile: ['My Profile', 'Profilim'],
  security: ['Security', 'Güvenlik'],
  resetPassword: ['Reset password', 'Parolayı sıfırla'],
  confirmEmail: ['Confirm e-mail', 'E-postayı onayla'],
  history: ['Game history', 'Oyun geçmişim'],
  saferPlay: ['Safer play', 'Güvenli oyun'],
  support: ['Support', 'Destek'],
  ticket: ['Support ticket', 'Destek talebi'],
  room: ['Match room', 'Maç odası'],
  faq: ['F.A.Q', 'Sıkça sorulan sorular'],
  admin: ['Support tickets · Admin', 'Destek talepleri · Yönetim'],
  adminTransactions: ['Transactions · Admin', 'İşlemler · Yönetim'],
  adminItems: ['Items · Admin', 'Eşyalar · Yönetim'],
  adminCases: ['Cases · Admin', 'Kasalar · Yönetim'],
  adminUsers: ['Users · Admin', 'Kullanıcılar · Yönetim'],
  adminGames: ['Games · Admin', 'Oyunlar · Yönetim'],
  adminLogs: ['Logs · Admin', 'Kayıtlar · Yönetim'],
  adminMissions: ['Missions · Admin', 'Görevler · Yönetim'],
  adminGame: ['Games · Admin', 'Oyunlar · Yönetim'],
  adminUser: ['Users · Admin', 'Kullanıcılar · Yönetim'],
  adminTransaction: ['Transactions · Admin', 'İşlemler · Yönetim'],
  adminListings: ['Listings · Admin', 'İlanlar · Yönetim'],
  adminTrades: ['Trade offers · Admin', 'Takas teklifleri · Yönetim'],
  adminPrices: ['Prices · Admin', 'Fiyatlar · Yönetim'],
  adminServer: ['Game server · Admin', 'Oyun sunucusu · Yönetim'],
  adminReports: ['Reports · Admin', 'Raporlar · Yönetim'],
  adminReportRows: ['Reports · Admin', 'Raporlar · Yönetim'],
  adminReportSkins: ['Reports · Admin', 'Raporlar · Yönetim'],
  adminAdjustments: ['Adjustments · Admin', 'Bakiye değişiklikleri · Yönetim'],
  adminSwitches: ['Switches · Admin', 'Anahtarlar · Yönetim'],
  adminAlarms: ['Alarms · Admin', 'Alarmlar · Yönetim'],
};

/** Pages that ask visitors to sign in. Admin pages redirect everyone except staff to the start page. */
const PLAYERS_PAGES: ReadonlySet<PageName> = new Set([
  'listings',
  'inventory',
  'profile',
  'security',
  'confirmEmail',
  'history',
  'support',
  'ticket',
]);
const isStaffPage = (name: PageName): boolean => name.startsWith('admin');
const names = Object.keys(pages) as PageName[];

const SIGN_IN = ['Sign in to see this page.', 'Bu sayfayı görmek için giriş yapın.'] as const;
const LANGUAGES = ['mixed', 'tr'] as const;
type Params = Readonly<Record<string, string | number>>;

async function readBody<Body>(reply: ReturnType<APIRequestContext['get']>): Promise<Body> {
  const answer = await reply;
  expect([answer.url(), answer.status()]).toEqual([answer.url(), 200]);
  return (await answer.json()) as Body;
}

type Row = { id: number; name: string };

/** Creates one object for every page parameter; returns the parameters. */
async function createPageParams(request: APIRequestContext): Promise<Params> {
  const headers = { Accept: 'application/json' };
  const get = <Body>(path: string) => readBody<Body>(request.get(path, { headers }));
  const post = <Body>(path: string, data: object) => readBody<Body>(request.post(path, { data }));
  const cheapest = await get<{ data: Row[] }>('/case/getAllCases?sort=lowest&limit=1');
  const caseName = cheapest.data[0]!.name;
  const { reward } = await get<{ reward: Row }>(`/case/openCase/${encodeURIComponent(caseName)}`);
  const { data: roll } = await get<{ data: { handle: string } }>(`/fair/getRoll/${reward.id}`);
  const listing = await post<{ data: { itemId: number } }>('/user/listItemOnMarket', { itemId: reward.id, price: 999 });
  const question = { title: 'Where is my knife?', message: 'I have won a knife and cannot find it anywhere.' };
  const { ticket } = await post<{ ticket: Row }>('/auth/createTicket', question);
  const duel = { map: 'awp_lego', player_count: '1v1', server_location: 'istanbul' };
  const { roomId } = await post<{ roomId: number }>('/room/createGameRoom', duel);
  const { data: me } = await get<{ data: Row & { username: string } }>('/auth/me');
  const lines = await get<{ data: Row[] }>('/user/getTransactions');
  const rounds = () => get<{ data: Row[] }>('/roulette/getRounds?limit=1');
  await expect.poll(async () => (await rounds()).data.length, { timeout: 60_000 }).toBe(1);
  const roundId = (await rounds()).data[0]!.id;
  // Visitors see the roll when it is in the live feed.
  const drops = () => get<{ data: Row[] }>('/case/getLatestDrops');
  const isListed = async () => (await drops()).data.some(({ id }) => id === reward.id);
  await expect.poll(isListed, { timeout: 30_000 }).toBe(true);
  const { handle } = roll;
  const found = { caseName, rollId: handle, handle, roundId, gameId: roundId, itemId: listing.data.itemId };
  return {
    ...found,
    ticketId: ticket.id,
    roomId,
    userId: me.id,
    username: me.username,
    transactionId: lines.data[0]!.id,
  };
}

const titleOf = (name: PageName, params: Params, language: number): RegExp => {
  const [about] = /(?<=:)\w+/.exec(pages[name]) ?? [''];
  const words = TITLES[name][language]!.replace('$', String(params[about] ?? ''));
  // The count of unread notifications may come first.
  return new RegExp(`^(?:\\(\\d+\\) )?${words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')} – Karat$`);
};

type Role = 'visitor' | 'player' | 'admin';
type Visit = { readonly page: Page; readonly role: Role; readonly params: Params; readonly browserErrors: string[] };

/** Goes to a URL without loading the site again, as a link on it does. */
async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

type Checked = {
  readonly name: PageName;
  readonly path: string;
  readonly language: 0 | 1;
  readonly isLoaded?: boolean;
};

/** Opens a URL and checks the page. */
async function checkPage(visit: Visit, { name, path, language, isLoaded = true }: Checked) {
  const { page, role, params, browserErrors } = visit;
  const isSentHome = isStaffPage(name) && role !== 'admin';
  const isAsked = PLAYERS_PAGES.has(name) && role === 'visitor';
  if (isLoaded) await page.goto(fillPath(path, params));
  else await follow(page, fillPath(path, params));
  await expect(page).toHaveTitle(titleOf(isSentHome ? 'home' : name, params, language));
  if (isSentHome && role === 'visitor') {
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
  }
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeVisible();
  if (isAsked) await expect(heading).toHaveText(SIGN_IN[language]);
  if (isSentHome) await expect(page).toHaveURL(/^[^/]+\/\/[^/]+\/$/);
  else
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
      'href',
      new RegExp(`${fillPath(pages[name], params).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`),
    );
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expectNoHorizontalScroll(page);
  expect(browserErrors, path).toEqual([]);
}

/** Checks all pages: loaded at phone width in the mixed language, followed from page to page at desktop width in Turkish. */
async function checkAllPages(visit: Visit): Promise<void> {
  const { page, role } = visit;
  const aliases: Partial<Record<PageName, string>> = pageAliases;
  for (const [language, width] of [
    [0, 360],
    [1, 1280],
  ] as const) {
    await page.setViewportSize({ width, height: 780 });
    await page.goto(pages.faq);
    await page.evaluate((chosen) => localStorage.setItem('language', chosen), LANGUAGES[language]);
    await page.reload();
    for (const name of names) {
      const isSentHome = isStaffPage(name) && role !== 'admin';
      const alias = language === 1 ? aliases[name] : undefined;
      // A redirect is checked at one width only, and accessibility of a page in one role only. Loading takes long, so one
      // redirect is loaded and the others are followed.
      const isLoaded = language === 0 && (!isSentHome || name === 'admin');
      if (!isSentHome || language === 0) await checkPage(visit, { name, path: pages[name], language, isLoaded });
      if (language === 0 && isStaffPage(name) === (role === 'admin')) await expectAccessible(page);
      if (alias !== undefined) await checkPage(visit, { name, path: alias, language });
    }
  }
}

test.describe('every page works and fits', () => {
  test.setTimeout(480_000);
  let account: NewAccount;
  let params: Params;

  test.beforeAll(async ({ playwright, baseURL }) => {
    account = newAccount();
    const request = await playwright.request.newContext(baseURL === undefined ? {} : { baseURL });
    await readBody(request.post('/auth/signup', { data: account }));
    params = await createPageParams(request);
    await request.dispose();
  });

  test('for a visitor, who is asked to sign in on player pages and redirected from admin pages', async ({
    page,
    browserErrors,
  }) => {
    await checkAllPages({ page, role: 'visitor', params, browserErrors });
  });

  test('for a player, who is redirected from admin pages', async ({ page, browserErrors }) => {
    await readBody(page.request.post('/auth/login', { data: account }));
    await checkAllPages({ page, role: 'player', params, browserErrors });
  });

  test('for an admin', async ({ page, browserErrors }) => {
    await readBody(page.request.post('/auth/login', { data: admin }));
    await checkAllPages({ page, role: 'admin', params, browserErrors });
  });
});

test('an unknown URL shows an error page', { tag: '@core' }, async ({ page, browserErrors }) => {
  const reply = await page.goto('/nowhere');
  expect(reply?.status()).toBe(404);
  await expect(page.getByText('Page could not found.')).toBeVisible();
  // The browser logs the 404 of the page.
  browserErrors.splice(0);
});
