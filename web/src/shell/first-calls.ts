import { dropEarly, sendEarly } from '#core/api.ts';

/** URLs that are requested on every page, and on pages whose path matches a pattern. */
export type FirstCalls = {
  readonly everywhere: string;
  readonly pages: readonly (readonly [pattern: string, addresses: readonly string[]])[];
};

type PageLocation = { readonly pathname: string; readonly search: string };

/** Responses that the page has not used by then are outdated. */
const UNUSED_MAX_MS = 10_000;

/** Sends the requests that the page will make, while its scripts are still loading. */
export function sendFirstCalls({ pathname, search }: PageLocation, calls: FirstCalls): void {
  if (search !== '') return;
  const [pattern, own = []] = calls.pages.find(([each]) => new RegExp(each).test(pathname)) ?? [];
  const addresses = [calls.everywhere, ...own.map((each) => pathname.replace(new RegExp(pattern!), each))];
  // One task each: all at once would delay the first paint.
  for (const address of addresses) setTimeout(sendEarly, 0, address);
  setTimeout(dropEarly, UNUSED_MAX_MS);
}
