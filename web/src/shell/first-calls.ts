import { dropEarly, sendEarly } from '#core/api.ts';

/** What a page asks for when it is opened by its plain address, by the address. */
const CALLS: readonly (readonly [page: RegExp, calls: readonly string[]])[] = [
  [
    /^\/$/,
    [
      '/room/getActiveRooms',
      '/roulette/getCurrentRound',
      '/roulette/getRounds?limit=8',
      '/user/getLeaderboard?sort=elo&page=1&limit=3',
      '/case/getLatestDrops',
    ],
  ],
  [/^\/cases$/, ['/case/getAllCases?page=1&sort=highest&limit=20', '/case/getLatestDrops']],
  [/^\/case\/([^/]+)$/, ['/user/getCaseByName/$1', '/case/getLatestDrops']],
  [/^\/market$/, ['/user/getMarketItems?page=1&limit=40&sort=newest']],
];
const EVERYWHERE = '/auth/me?optional=1';
/** Who has not come for an answer by then wants a newer one. */
const KEPT_MS = 10_000;

/** Asks for what the page will ask for while the scripts that do so are still on their way. */
export function askEarly({ pathname, search }: Pick<Location, 'pathname' | 'search'>): void {
  if (search !== '') return;
  const [page, calls = []] = CALLS.find(([pattern]) => pattern.test(pathname)) ?? [];
  const addresses = [EVERYWHERE, ...calls.map((each) => pathname.replace(page!, each))];
  // Each in a turn of its own: together they would hold up the first paint.
  for (const address of addresses) setTimeout(sendEarly, 0, address);
  setTimeout(dropEarly, KEPT_MS);
}
