import { dropEarly, sendEarly } from '#core/api.ts';

/** URLs that are requested on every page, and on pages whose path matches a pattern. */
export type FirstCalls = {
  readonly everywhere: string;
  readonly pages: readonly (readonly [pattern: string, urls: readonly string[]])[];
};

type PageLocation = { readonly pathname: string; readonly search: string };

/** Responses that the page has not used by then are outdated. */
const UNUSED_MAX_MS = 10_000;

/**
 * Sends the requests that the page will make, while its scripts are still loading. During maintenance the server refuses those of
 * single pages, which players do not see then.
 */
export function sendFirstCalls({ pathname, search }: PageLocation, calls: FirstCalls, status = ''): void {
  if (search !== '') return;
  const pages = status.includes('"name":"site"') ? [] : calls.pages;
  const [pattern, pageCalls = []] = pages.find(([each]) => new RegExp(each).test(pathname)) ?? [];
  const urls = [calls.everywhere, ...pageCalls.map((each) => pathname.replace(new RegExp(pattern!), each))];
  // One task each: all at once would delay the first paint.
  for (const url of urls) setTimeout(sendEarly, 0, url);
  setTimeout(dropEarly, UNUSED_MAX_MS);
}
