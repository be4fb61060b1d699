import { kept } from '#core/storage.ts';

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

/** Where login and signup leave their token. */
export const TOKEN_KEY = 'jwt_token';

/** Every call is made so: never out of a cache, and by whoever is signed in. */
export const REQUEST = { credentials: 'same-origin', cache: 'no-store' } as const satisfies RequestInit;

export function callerHeaders(): Record<string, string> {
  const token = kept(TOKEN_KEY);
  return { Accept: 'application/json', ...(token !== null && { Authorization: `Bearer ${token}` }) };
}

const early = new Map<string, Promise<Response>>();

/** Asks for what the page will ask for while the scripts that do so are still on their way. */
export function askEarly({ pathname, search }: Pick<Location, 'pathname' | 'search'>): void {
  if (search !== '') return;
  const [page, calls = []] = CALLS.find(([pattern]) => pattern.test(pathname)) ?? [];
  const addresses = [EVERYWHERE, ...calls.map((each) => pathname.replace(page!, each))];
  // Each in a turn of its own: together they would hold up the first paint.
  for (const address of addresses) setTimeout(ask, 0, address);
  setTimeout(() => early.clear(), KEPT_MS);
}

function ask(address: string): void {
  const answer = fetch(address, { ...REQUEST, headers: callerHeaders() });
  answer.catch(() => undefined);
  early.set(address, answer);
}

/** The answer to a call that left early, for whoever comes for it first. */
export function takeEarly(address: string): Promise<Response> | undefined {
  const answer = early.get(address);
  early.delete(address);
  return answer;
}
