import { cleanText } from './visible-text.ts';

export const CHAT_LENGTH_MAX = 250;

const LINES_MAX = 4;

const SPACES = /[^\S\n]+/g;
/** Runs after spaces are collapsed, because a long run of spaces would be scanned again from each of its positions. */
const LINE_BREAKS = / ?\n\s*/g;

/** A message as it is stored and shown: without invisible characters and needless spaces or lines. */
export function cleanChat(text: string): string {
  const lines = cleanText(text).replace(SPACES, ' ').replace(LINE_BREAKS, '\n').trim().split('\n');
  return [...lines.slice(0, LINES_MAX - 1), lines.slice(LINES_MAX - 1).join(' ')].join('\n').trim();
}

/** Domain endings that are not words. They mean a URL even if the space after a full stop is missing. */
const ENDING =
  'net|org|io|ru|xyz|info|co|app|dev|shop|store|casino|click|ly|tv|cc|tk|ml|ga|cf|gq|icu|cx|su|ws|vip|website|com';
/** Domain endings that are also English or Turkish words. They need further signs of a URL. */
const WORD_ENDING =
  'gg|me|to|biz|live|top|club|pro|link|site|online|win|bet|fun|games?|gifts?|trade|money|cash|skins?|cases?|market|space|tech|art|tr|us|in|is|it|so|be|de|uk|eu';
const COM = '[cс]\\s?[oо0]\\s?[mм]';
const DOT = '(?:[.。·•∙⋅‧]|\\s?[([{<]\\s?(?:dot|nokta|[.,])\\s?[)\\]}>]\\s?)';
const SPELLED_DOT = '\\s+(?:dot|nokta|punkt|точка)\\s+';
const NO_LETTER = '(?![\\p{L}\\p{N}])';
const LETTER = '[\\p{L}\\p{N}\\p{M}]';
const LINKS = [
  `\\bh(?:tt|xx)ps?\\s?:`,
  `[a-z][a-z0-9+-]+:[/\\\\]{2}${LETTER}`,
  `\\bwww\\s?[.,]\\s?${LETTER}`,
  `${LETTER}\\s?(?:${DOT}|,)\\s?${COM}${NO_LETTER}`,
  `${LETTER}${DOT}(?:${ENDING})${NO_LETTER}`,
  `${LETTER}\\s\\.\\s?(?:${ENDING})${NO_LETTER}`,
  `${LETTER}${SPELLED_DOT}(?:${COM}|${ENDING}|gg|tr)${NO_LETTER}`,
  `${LETTER}${DOT}(?:${WORD_ENDING})(?:/|:\\d)`,
  `\\p{L}-${LETTER}*\\p{L}${DOT}(?:${WORD_ENDING})${NO_LETTER}`,
  `\\b(?:discord|dsc|invite)\\s?${DOT}\\s?gg${NO_LETTER}`,
  `\\b(?:t|telegram|wa)${DOT}me${NO_LETTER}`,
  `(?<![\\p{L}\\p{N}.])(?:\\d{1,3}\\.){3}\\d{1,3}(?![\\p{L}\\p{N}.]*[\\p{L}\\p{N}])`,
];
const LINK = new RegExp(LINKS.join('|'), 'iu');

/** Whether a cleaned message contains a link, including common tricks to get past filters. */
export function hasLink(message: string): boolean {
  return LINK.test(message.normalize('NFKC'));
}

/** The letters and digits of a message. Equal for messages that count as the same. */
export function chatDuplicateKey(message: string): string {
  return message.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '') || message;
}
