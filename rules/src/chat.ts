export const CHAT_LENGTH_MAX = 250;

/** More of one sign in a row says nothing more. */
const RUN_LENGTH_MAX = 12;
/** Enough for every script that people write; beyond it lines grow into each other. */
const MARKS_IN_A_ROW_MAX = 3;
const LINES_MAX = 4;

// Control characters, what turns the direction of writing, what has no width, and halves of characters.
const UNSEEN =
  /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180E\u200B\u200C\u200E\u200F\u2028-\u202E\u2060-\u206F\u3164\uFE00-\uFE0E\uFEFF\uFFA0\uFFF9-\uFFFB]|[\u{E0000}-\u{E0FFF}]|\p{Cs}/gu;
const MARKS = new RegExp(`(\\p{M}{${MARKS_IN_A_ROW_MAX}})\\p{M}+`, 'gu');
const LINE_BREAKS = /[^\S\n]*\n\s*/g;
const SPACES = /[^\S\n]+/g;

/** A message as it is kept and shown: nothing in it that cannot be seen, and no more air than words. */
export function cleanChat(text: string): string {
  const seen = text.replace(/\r\n?/g, '\n').replace(/\t/g, ' ').replace(UNSEEN, '').normalize('NFC');
  const lines = seen.replace(MARKS, '$1').replace(LINE_BREAKS, '\n').replace(SPACES, ' ').trim().split('\n');
  return [...lines.slice(0, LINES_MAX - 1), lines.slice(LINES_MAX - 1).join(' ')].join('\n').trim();
}

const LINK =
  /\b(?:https?|ftp|steam):\/|\bwww\.|\b[\p{L}\p{N}-]{2,}\s?(?:\.|\(dot\)|\[dot\])\s?(?:com|net|org|io|gg|ru|tr|xyz|me|co|info|shop|site|online|app|dev|link|live|top|club|pro|biz|tv|cc|ly|to|click|store)\b/iu;
const RUN = new RegExp(`(\\S)\\1{${RUN_LENGTH_MAX},}`, 'u');

export type ChatFault = 'link' | 'flood';

/** What a clean message should not have: a way off the site, or one sign over and over. */
export function chatFault(message: string): ChatFault | undefined {
  if (LINK.test(message)) return 'link';
  return RUN.test(message) ? 'flood' : undefined;
}

/** What two messages have in common that say the same: letters and digits alone count. */
export function chatEssence(message: string): string {
  return message.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '') || message;
}

/** Whether a message speaks to a player: `@name`, followed by no further letter of a name. */
export function mentions(message: string, username: string): boolean {
  const name = username.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}_])@${name}(?![\\p{L}\\p{N}_-])`, 'iu').test(message);
}
