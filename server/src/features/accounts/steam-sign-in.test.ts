import { USERNAME_LENGTH_MAX, USERNAME_PATTERN } from '@karat/rules/names';
import { expect, test } from 'vitest';
import { deriveUsername } from './steam-sign-in.ts';

test.each([
  ['Robin', 'Robin'],
  ['Şimşek Ali', 'Şimşek_Ali'],
  ['★ Kaan ★', 'Kaan'],
  ['  Frost   Byte  ', 'Frost_Byte'],
  ['<script>alert(1)</script>', 'scriptalert1script'],
  ['кирилл', 'player'],
  ['', 'player'],
  ['...', 'player'],
  ['s\u0327ah', 'şah'],
  ['ka\u202ean', 'kaan'],
])('%j becomes %s', (persona, username) => {
  expect(deriveUsername(persona)).toBe(username);
});

test('makes a valid name with room for a suffix from any persona name', () => {
  const name = deriveUsername(`${'Ali '.repeat(500)}\u0000🎮`);
  expect(name).toMatch(USERNAME_PATTERN);
  expect(name.length).toBeLessThanOrEqual(USERNAME_LENGTH_MAX - 6);
});
