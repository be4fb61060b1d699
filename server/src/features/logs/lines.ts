import type { Sql } from '#db/db.ts';
import { selectLogLines } from './queries.ts';

export const LINE_LENGTH_MAX = 1_000;

/** Fetched beyond what is shown, so that nothing is cut in two before it is looked at. */
const LENGTH_SPARE = 400;

/** Letters that are one and the same to whoever searches. */
const ALIKE = ['cCçÇ', 'gGğĞ', 'iIıİ', 'oOöÖ', 'sSşŞ', 'uUüÜ'];

function patternOfLetter(letter: string): string {
  if (/[\\^$.|?*+()[\]{}]/.test(letter)) return `\\${letter}`;
  const alike = ALIKE.find((letters) => letters.includes(letter));
  if (alike !== undefined) return `[${alike}]`;
  const cases = new Set([letter, letter.toLowerCase(), letter.toUpperCase()].filter((each) => [...each].length === 1));
  return cases.size === 1 ? letter : `[${[...cases].join('')}]`;
}

/** Finds the text itself, in small or capital letters; null where there is nothing to find. */
export function patternOf(search: string): string | null {
  return search === '' ? null : Array.from(search, patternOfLetter).join('');
}

/** What would break a line, turn it round or hide in it. */
const UNSHOWN = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;
const EMAIL = /[^\s"'<>(),;:@/\\]{1,64}@[^\s"'<>(),;:@/\\]{1,255}/g;

function escaped(sign: string): string {
  return `\\u{${sign.codePointAt(0)!.toString(16)}}`;
}

/** One line on one line, without addresses of people, and no longer than a page can bear. */
export function shownOf(line: string): string {
  const shown = line.replace(EMAIL, '[e-mail]').replace(UNSHOWN, escaped);
  if (shown.length <= LINE_LENGTH_MAX) return shown;
  return `${shown.slice(0, LINE_LENGTH_MAX - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

type Asked = { readonly date: string; readonly search: string; readonly page: number; readonly limit: number };

/**
 * What staff did and what was notable on a day (UTC), the newest first. A line says when, who, what, to what or whom, why
 * and what changed; people by name and number, the site itself as `site`:
 *
 *     14:05:09 boss#3 wallet.adjust ayse#12 "a lost bet" {"balance": 100 → 120}
 *     14:04:51 ayse#12 account.signup {"by": "password"}
 *     14:00:00 site case.pause case:7 "The house edge fell below 5 %." {"name": "Ember"}
 */
export async function listLogLines(sql: Sql, { date, search, page, limit }: Asked) {
  const lengthMax = LINE_LENGTH_MAX + LENGTH_SPARE;
  const { total, lines } = await selectLogLines(sql, { date, pattern: patternOf(search), page, limit, lengthMax });
  return {
    data: lines.map(shownOf),
    pagination: { totalResults: total, resultsPerPage: limit, currentPage: page },
  };
}
