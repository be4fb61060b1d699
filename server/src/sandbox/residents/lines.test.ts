import { messageText } from '@karat/contract/chat';
import { hasLink } from '@karat/rules/chat';
import { USERNAME_LENGTH_MIN, USERNAME_PATTERN } from '@karat/rules/names';
import { expect, test } from 'vitest';
import { LINES, PROGRAM_LINES, TOPICS } from './lines.ts';
import { RESIDENT_NAMES } from './names.ts';

const all = Object.values(LINES).flatMap((topics) => Object.values(topics).flat());
const LONG_ITEM = 'StatTrak™ Souvenir Desert Eagle | Emerald Jörmungandr (Battle-Scarred)';

test('has about eighty lines in two languages, none of them twice', () => {
  expect(all.length).toBeGreaterThanOrEqual(80);
  for (const language of ['tr', 'en'] as const) {
    const lines = Object.values(LINES[language]).flat();
    expect(new Set(lines).size).toBe(lines.length);
    for (const topic of TOPICS) expect(LINES[language][topic].length).toBeGreaterThan(1);
  }
});

test.each([...all, ...Object.values(PROGRAM_LINES)])('the chat takes %j', (line) => {
  const filled = line.replace(/\{\w+\}/g, LONG_ITEM);
  expect(messageText.safeParse(filled).success).toBe(true);
  expect(hasLink(line)).toBe(false);
});

test('no line is about diamonds, advice or betting', () => {
  const about =
    /elmas|diamond|balance|bakiye|para\b|money|profit|kâr|kazan|\bbet|bahis|oyna(?:yın|sana)|invest|yatır|double|katla|all.?in|deposit|buy|satın|ucuz|cheap|price|fiyat/i;
  expect(all.filter((line) => about.test(line))).toEqual([]);
});

test('names are valid, differ, and are enough for forty residents', () => {
  const names = RESIDENT_NAMES.map(({ username }) => username);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThanOrEqual(40);
  for (const name of names) {
    expect(name).toMatch(USERNAME_PATTERN);
    expect(name.length).toBeGreaterThanOrEqual(USERNAME_LENGTH_MIN);
  }
});
