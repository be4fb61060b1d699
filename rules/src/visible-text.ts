/** Enough for every script; more combining marks would overlap other lines. */
const MARKS_IN_A_ROW_MAX = 3;

/** Scripts in which a joiner changes the shape of letters and therefore belongs to the spelling. */
const JOINED =
  '[\\p{sc=Arab}\\p{sc=Syrc}\\p{sc=Deva}\\p{sc=Beng}\\p{sc=Guru}\\p{sc=Gujr}\\p{sc=Orya}\\p{sc=Taml}\\p{sc=Telu}\\p{sc=Knda}\\p{sc=Mlym}\\p{sc=Sinh}]';
const PICTURE = '\\p{ExtPict}[\\uFE0F\\p{EMod}]?';
/** Sequences that may contain invisible characters: joined emoji, keycaps, regional flags, joined letters. */
const ALLOWED = [
  '\\u{1F3F4}[\\u{E0030}-\\u{E0039}\\u{E0061}-\\u{E007A}]{3,6}\\u{E007F}',
  `${PICTURE}(?:\\u200D${PICTURE})*`,
  '[0-9#*]\\uFE0F\\u20E3',
  `(?<=${JOINED})[\\u200C\\u200D](?=${JOINED})`,
].join('|');
// Control characters, direction changes, characters without width or ink, and lone surrogates.
const INVISIBLE = '(?!\\n)[\\p{Cc}\\p{DI}\\p{Cs}\\p{NChar}\\u2800\\uFFF9-\\uFFFC]';
const ALLOWED_OR_INVISIBLE = new RegExp(`(${ALLOWED})|${INVISIBLE}`, 'gu');
const MARKS = new RegExp(`(\\p{M}{${MARKS_IN_A_ROW_MAX}})\\p{M}+`, 'gu');
const LINE_ENDS = /\r\n?|[\u0085\u2028\u2029]/g;

/** Repeats until nothing changes, because removing characters brings others together, which normalisation may reorder. */
function removeInvisible(text: string): string {
  const visible = text.normalize('NFC').replace(ALLOWED_OR_INVISIBLE, '$1').replace(MARKS, '$1');
  return visible === text ? visible : removeInvisible(visible);
}

/** Removes invisible characters and direction changes from text that other people read, and keeps the line breaks. */
export function cleanText(text: string): string {
  return removeInvisible(text.replace(LINE_ENDS, '\n').replace(/[\t\v\f]/g, ' '));
}

/** Cleans a name or a title to one line with single spaces. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ').trim();
}
