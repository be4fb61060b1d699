/** Above this number of pages the pager leaves some out. */
export const ALL_PAGES_SHOWN_MAX = 10;

export type PagerEntry = number | 'ellipsis';

/** The number of pages of a list; an empty list has one. */
export function pageCount(totalResults: number, resultsPerPage: number): number {
  return Math.max(1, Math.ceil(totalResults / resultsPerPage));
}

/**
 * The entries of a pager: all pages up to ten; above that the first three and the last, the first and the last three, or the
 * first, the current one with its neighbours, and the last.
 */
export function pagerEntries(current: number, count: number): PagerEntry[] {
  if (count <= ALL_PAGES_SHOWN_MAX) return Array.from({ length: count }, (_, index) => index + 1);
  if (current <= 3) return [1, 2, 3, 'ellipsis', count];
  if (current >= count - 2) return [1, 'ellipsis', count - 2, count - 1, count];
  return [1, 'ellipsis', current - 1, current, current + 1, 'ellipsis', count];
}

/** The page number in a URL, limited to the pages of the list; 1 if it is invalid. */
export function pageFrom(text: string | null, count = Number.MAX_SAFE_INTEGER): number {
  if (text === null || !/^[1-9]\d{0,8}$/.test(text)) return 1;
  return Math.min(Number(text), count);
}
