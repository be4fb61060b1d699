import { pageAliases, pages } from '@karat/contract/pages';

/** What may stand for a parameter: nothing that could end the path, the header or the origin it stands in. */
const SEGMENT = "[\\w.~!*'()%-]+";

const PATTERNS = [...Object.values(pages), ...Object.values(pageAliases)].map(
  (page) => new RegExp(`^${page.replace(/:\w+/g, SEGMENT)}$`),
);

/** Where to go after a sign-in: a page of ours, whatever was asked for. */
export function returnPathOf(asked: string | undefined): string {
  return asked !== undefined && PATTERNS.some((pattern) => pattern.test(asked)) ? asked : pages.home;
}
