import { expect, test } from 'vitest';
import { createSeal } from '#seal.ts';

// Errors of Node: a wrong tag, or too few bytes for one.
const REFUSED = /unable to authenticate|Invalid/;

const seal = createSeal('a secret of thirty-two characters');

test.each(['', 'a', '00112233445566778899aabbccddeeff'.repeat(2), 'Şanslı Kutu 🎲'])(
  'opens what it sealed: %j',
  (text) => {
    expect(seal.open(seal.close(text))).toBe(text);
  },
);

test('seals the same text differently each time and hides it', () => {
  const [one, other] = [seal.close('a seed'), seal.close('a seed')];
  expect(one.equals(other)).toBe(false);
  expect(one.includes('a seed')).toBe(false);
});

test('opens nothing with another secret', () => {
  expect(() => createSeal('another secret').open(seal.close('a seed'))).toThrow(REFUSED);
});

test('opens what another process sealed with the same secret', () => {
  expect(createSeal('a secret of thirty-two characters').open(seal.close('a seed'))).toBe('a seed');
});

test('detects any changed, missing or extra byte', () => {
  const sealed = seal.close('a seed');
  for (const at of sealed.keys()) {
    const changed = Buffer.from(sealed);
    changed[at] = changed[at]! ^ 1;
    expect(() => seal.open(changed)).toThrow(REFUSED);
  }
  expect(() => seal.open(sealed.subarray(0, -1))).toThrow(REFUSED);
  expect(() => seal.open(sealed.subarray(1))).toThrow(REFUSED);
  expect(() => seal.open(Buffer.concat([sealed, Buffer.from([0])]))).toThrow(REFUSED);
  expect(() => seal.open(Buffer.alloc(0))).toThrow(REFUSED);
});
