import { getMe } from '@karat/contract/accounts';
import { getAllCases, getCaseByName } from '@karat/contract/cases';
import { getLatestDrops } from '@karat/contract/drops';
import type { Endpoint, CallInput } from '@karat/contract/endpoint';
import { getMarketItems } from '@karat/contract/market';
import { type PageName, pages } from '@karat/contract/pages';
import { getActiveRooms } from '@karat/contract/rooms';
import { getWelcome } from '@karat/contract/welcome';
import type { FirstCalls } from '../src/shell/first-calls.ts';

/** The URL of a call, with `$1`, `$2` for its path parameters: those of the page, in the same order. */
function callUrl<E extends Endpoint>(
  { path }: E,
  ...[query]: 'query' extends keyof E ? [query: CallInput<E>['query' & keyof CallInput<E>]] : [query?: undefined]
): string {
  let count = 0;
  const url = path.replace(/:\w+/g, () => `$${(count += 1)}`);
  return query === undefined ? url : `${url}?${new URLSearchParams(query as Record<string, string>).toString()}`;
}

/** What the first view shows. Sections further down make their own requests when they are rendered. */
const CALLS: Partial<Record<PageName, readonly string[]>> = {
  home: [
    callUrl(getActiveRooms),
    callUrl(getAllCases, { page: '1', sort: 'lowest', limit: '20' }),
    callUrl(getLatestDrops),
    callUrl(getWelcome),
  ],
  cases: [callUrl(getAllCases, { page: '1', sort: 'lowest', limit: '20' }), callUrl(getLatestDrops)],
  case: [callUrl(getCaseByName), callUrl(getLatestDrops)],
  market: [callUrl(getMarketItems, { page: '1', limit: '40', sort: 'newest' })],
};

/**
 * The first requests of pages that are opened without a query string: patterns of page paths with URLs of calls, in which `$1` is
 * the parameter of the page. The build puts them into the boot script, which runs before the contract is loaded.
 */
export const firstCalls: FirstCalls = {
  everywhere: callUrl(getMe, { optional: '1' }),
  pages: Object.entries(CALLS).map(
    ([name, addresses]) => [`^${pages[name as PageName].replace(/:\w+/g, '([^/]+)')}$`, addresses] as const,
  ),
};
