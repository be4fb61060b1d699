import type { Sql } from '#db/db.ts';
import { selectLogLines } from './queries.ts';

export const LINE_LENGTH_MAX = 1_000;

/** Fetched beyond the shown length, so that nothing is cut before e-mail addresses are removed. */
const LENGTH_SPARE = 400;

/** Letters that a search treats as equal. */
const EQUIVALENT_LETTERS = ['cCçÇ', 'gGğĞ', 'iIıİ', 'oOöÖ', 'sSşŞ', 'uUüÜ'];

function letterPattern(letter: string): string {
  if (/[\\^$.|?*+()[\]{}]/.test(letter)) return `\\${letter}`;
  const alike = EQUIVALENT_LETTERS.find((letters) => letters.includes(letter));
  if (alike !== undefined) return `[${alike}]`;
  const cases = new Set([letter, letter.toLowerCase(), letter.toUpperCase()].filter((each) => [...each].length === 1));
  return cases.size === 1 ? letter : `[${[...cases].join('')}]`;
}

/** A regular expression that finds the text regardless of case; null for an empty search. */
export function searchPattern(search: string): string | null {
  return search === '' ? null : Array.from(search, letterPattern).join('');
}

/** Characters that would break a line, reverse it or be invisible in it. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;
const EMAIL = /[^\s"'<>(),;:@/\\]{1,64}@[^\s"'<>(),;:@/\\]{1,255}/g;

function escaped(sign: string): string {
  return `\\u{${sign.codePointAt(0)!.toString(16)}}`;
}

/** The text on a single line, without e-mail addresses and with limited length. */
export function sanitizeLine(line: string): string {
  const shown = line.replace(EMAIL, '[e-mail]').replace(UNPRINTABLE, escaped);
  if (shown.length <= LINE_LENGTH_MAX) return shown;
  return `${shown.slice(0, LINE_LENGTH_MAX - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

type LogRequest = { readonly date: string; readonly search: string; readonly page: number; readonly limit: number };

/**
 * The staff actions and notable events of a day (UTC), newest first. A line contains time, actor, action, object, reason and
 * changes; people by name and id, the site itself as `site`:
 *
 *     14:05:09 boss#3 wallet.adjust ayse#12 "a lost bet" {"balance": 100 → 120}
 *     14:04:51 ayse#12 account.signup {"by": "password"}
 *     14:00:00 site case.pause case:7 "The house edge fell below 5 %." {"name": "Ember"}
 */
export async function listLogLines(sql: Sql, { date, search, page, limit }: LogRequest) {
  const lengthMax = LINE_LENGTH_MAX + LENGTH_SPARE;
  const { total, lines } = await selectLogLines(sql, { date, pattern: searchPattern(search), page, limit, lengthMax });
  return {
    data: lines.map(sanitizeLine),
    pagination: { totalResults: total, resultsPerPage: limit, currentPage: page },
  };
}
