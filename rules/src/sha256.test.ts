import { expect, test } from 'vitest';
import { hmacSha256, sha256Hex, utf8 } from './sha256.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

test.each([
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  [
    'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  ],
])('the SHA-256 of "%s" matches FIPS 180-4', (text, digest) => {
  expect(sha256Hex(text)).toBe(digest);
});

test.each([
  [
    Uint8Array.from({ length: 20 }, () => 0x0b),
    'Hi There',
    'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
  ],
  [utf8('Jefe'), 'what do ya want for nothing?', '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843'],
  [
    Uint8Array.from({ length: 131 }, () => 0xaa),
    'Test Using Larger Than Block-Size Key - Hash Key First',
    '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
  ],
])('matches the HMAC of RFC 4231 (%#)', (key, message, digest) => {
  expect(hex(hmacSha256(key, utf8(message)))).toBe(digest);
});

test.each([
  ['a', '61'],
  ['ş', 'c59f'],
  ['€', 'e282ac'],
  ['💎', 'f09f928e'],
  ['aş€💎z', '61c59fe282acf09f928e7a'],
])('%s is written %s in UTF-8', (text, bytes) => {
  expect(hex(utf8(text))).toBe(bytes);
});

test.each(['\ud800', 'a\udc00', '\ud83d'])('throws for a lone surrogate: %j', (text) => {
  expect(() => utf8(text)).toThrow(RangeError);
});
