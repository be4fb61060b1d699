import { expect, test } from 'vitest';
import { nameKey, USERNAME_PATTERN } from './names.ts';

test.each([
  ['Kaan', 'kaan'],
  ['KIRMIZI', 'kirmizi'],
  ['kırmızı', 'kirmizi'],
  ['İpek', 'ipek'],
  ['ipek', 'ipek'],
  ['ŞAFAK', 'şafak'],
])('%s is the same name as %s', (username, key) => {
  expect(nameKey(username)).toBe(nameKey(key));
});

test('a decomposed letter is the same name as the composed one', () => {
  expect(nameKey('s\u0327afak')).toBe(nameKey('şafak'));
});

test.each(['kaan_tr', 'deniz.b', 'Şafak-34', 'ÇĞİÖŞÜçğıöşü'])('allows %s as a name', (username) => {
  expect(username).toMatch(USERNAME_PATTERN);
});

test.each(['kaan tr', 'kааn' /* Cyrillic а */, 'kaan\u200b', 'kaan\u202e', 'kaan\0', '<kaan>', 'kaan@x'])(
  'refuses %j as a name',
  (username) => {
    expect(username).not.toMatch(USERNAME_PATTERN);
  },
);
