import { getMe } from '@karat/contract/accounts';
import { getAllCases, getCaseByName } from '@karat/contract/cases';
import { getLatestDrops } from '@karat/contract/drops';
import type { Endpoint, Sent } from '@karat/contract/endpoint';
import { getLeaderboard } from '@karat/contract/leaderboard';
import { getMarketItems } from '@karat/contract/market';
import { type PageName, pages } from '@karat/contract/pages';
import { getActiveRooms } from '@karat/contract/rooms';
import { getCurrentRound, getRounds } from '@karat/contract/roulette';
import type { FirstCalls } from '../src/shell/first-calls.ts';

/** The URL of a call, with `$1`, `$2` for its path parameters: those of the page, in the same order. */
function addressOf<E extends Endpoint>(
  { path }: E,
  ...[query]: 'query' extends keyof E ? [query: Sent<E>['query' & keyof Sent<E>]] : [query?: undefined]
): string {
  let count = 0;
  const address = path.replace(/:\w+/g, () => `$${(count += 1)}`);
  return query === undefined
    ? address
    : `${address}?${new URLSearchParams(query as Record<string, string>).toString()}`;
}

const CALLS: Partial<Record<PageName, readonly string[]>> = {
  home: [
    addressOf(getActiveRooms),
    addressOf(getCurrentRound),
    addressOf(getRounds, { limit: '8' }),
    addressOf(getLeaderboard, { sort: 'elo', page: '1', limit: '3' }),
    addressOf(getLatestDrops),
  ],
  cases: [addressOf(getAllCases, { page: '1', sort: 'highest', limit: '20' }), addressOf(getLatestDrops)],
  case: [addressOf(getCaseByName), addressOf(getLatestDrops)],
  market: [addressOf(getMarketItems, { page: '1', limit: '40', sort: 'newest' })],
};

/**
 * The first requests of pages that are opened without a query string: patterns of page paths with URLs of calls, in which `$1` is
 * the parameter of the page. The build puts them into the boot script, which runs before the contract is loaded.
 */
export const firstCalls: FirstCalls = {
  everywhere: addressOf(getMe, { optional: '1' }),
  pages: Object.entries(CALLS).map(
    ([name, addresses]) => [`^${pages[name as PageName].replace(/:\w+/g, '([^/]+)')}$`, addresses] as const,
  ),
};
