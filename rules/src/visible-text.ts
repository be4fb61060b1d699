/** Enough for every script that people write; beyond it lines grow into each other. */
const MARKS_IN_A_ROW_MAX = 3;

/** Scripts whose letters take another shape beside a joiner, which therefore belongs to the spelling. */
const JOINED =
  '[\\p{sc=Arab}\\p{sc=Syrc}\\p{sc=Deva}\\p{sc=Beng}\\p{sc=Guru}\\p{sc=Gujr}\\p{sc=Orya}\\p{sc=Taml}\\p{sc=Telu}\\p{sc=Knda}\\p{sc=Mlym}\\p{sc=Sinh}]';
const PICTURE = '\\p{ExtPict}[\\uFE0F\\p{EMod}]?';
/** What holds unseen characters rightly: joined pictures, keycaps, the flags of parts of countries, joined letters. */
const WHOLE = [
  '\\u{1F3F4}[\\u{E0030}-\\u{E0039}\\u{E0061}-\\u{E007A}]{3,6}\\u{E007F}',
  `${PICTURE}(?:\\u200D${PICTURE})*`,
  '[0-9#*]\\uFE0F\\u20E3',
  `(?<=${JOINED})[\\u200C\\u200D](?=${JOINED})`,
].join('|');
// Control characters, what turns the direction of writing, what has no width or no ink, and halves of characters.
const UNSEEN = '(?!\\n)[\\p{Cc}\\p{DI}\\p{Cs}\\p{NChar}\\u2800\\uFFF9-\\uFFFC]';
const WHOLE_OR_UNSEEN = new RegExp(`(${WHOLE})|${UNSEEN}`, 'gu');
const MARKS = new RegExp(`(\\p{M}{${MARKS_IN_A_ROW_MAX}})\\p{M}+`, 'gu');
const LINE_ENDS = /\r\n?|[\u0085\u2028\u2029]/g;

/** Again until nothing changes: what is taken out brings others together, which are then written in another order. */
function removeUnseen(text: string): string {
  const seen = text.normalize('NFC').replace(WHOLE_OR_UNSEEN, '$1').replace(MARKS, '$1');
  return seen === text ? seen : removeUnseen(seen);
}

/** Text that other people read: without invisible characters and changes of direction, with its lines as they are. */
export function cleanText(text: string): string {
  return removeUnseen(text.replace(LINE_ENDS, '\n').replace(/[\t\v\f]/g, ' '));
}

/** The same for a name or a title: one line with single spaces. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ').trim();
}
