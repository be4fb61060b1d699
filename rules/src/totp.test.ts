import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { acceptedTotpSteps, base32Decode, base32Encode, otpauthUri, totpCode, totpMessage, totpStep } from './totp.ts';

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text));

const hmac = (algorithm: string, key: string, step: number) =>
  new Uint8Array(createHmac(algorithm, key).update(totpMessage(step)).digest());

const KEY = '12345678901234567890';
const KEYS = {
  sha1: KEY,
  sha256: `${KEY}123456789012`,
  sha512: KEY.repeat(3) + '1234',
};

test.each<[seconds: number, algorithm: keyof typeof KEYS, code: string]>([
  [59, 'sha1', '94287082'],
  [59, 'sha256', '46119246'],
  [59, 'sha512', '90693936'],
  [1_111_111_109, 'sha1', '07081804'],
  [1_111_111_109, 'sha256', '68084774'],
  [1_111_111_109, 'sha512', '25091201'],
  [1_111_111_111, 'sha1', '14050471'],
  [1_111_111_111, 'sha256', '67062674'],
  [1_111_111_111, 'sha512', '99943326'],
  [1_234_567_890, 'sha1', '89005924'],
  [1_234_567_890, 'sha256', '91819424'],
  [1_234_567_890, 'sha512', '93441116'],
  [2_000_000_000, 'sha1', '69279037'],
  [2_000_000_000, 'sha256', '90698825'],
  [2_000_000_000, 'sha512', '38618901'],
  [20_000_000_000, 'sha1', '65353130'],
  [20_000_000_000, 'sha256', '77737706'],
  [20_000_000_000, 'sha512', '47863826'],
])('second %d with %s has the code of RFC 6238', (seconds, algorithm, code) => {
  expect(totpCode(hmac(algorithm, KEYS[algorithm], totpStep(seconds * 1_000)), 8)).toBe(code);
});

test.each(
  ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489'].map(
    (code, count) => [count, code] as const,
  ),
)('count %d has the code of RFC 4226', (count, code) => {
  expect(totpCode(hmac('sha1', KEY, count))).toBe(code);
});

test('accepts the code of the current step, the one before and the one after', () => {
  expect(acceptedTotpSteps(60_000)).toEqual([1, 2, 3]);
  expect(acceptedTotpSteps(89_999)).toEqual([1, 2, 3]);
  expect(acceptedTotpSteps(90_000)).toEqual([2, 3, 4]);
});

test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('encodes "%s" as RFC 4648 and decodes it', (text, encoded) => {
  expect(base32Encode(bytesOf(text))).toBe(encoded);
  expect(base32Decode(encoded)).toEqual(bytesOf(text));
});

test('decodes what people type, and refuses other characters', () => {
  expect(base32Decode('mzxw 6ytb oi======')).toEqual(bytesOf('foobar'));
  expect(base32Decode('MZXW1')).toBeUndefined();
});

test('decodes every encoded key', () => {
  for (let length = 0; length <= 40; length++) {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 97 + length * 31) % 256);
    expect(base32Decode(base32Encode(bytes))).toEqual(bytes);
  }
});

test('writes the address that apps read from a QR code', () => {
  expect(otpauthUri({ issuer: 'Karat Duels', account: 'ayşe:1', secret: 'MZXW6' })).toBe(
    'otpauth://totp/Karat%20Duels:ay%C5%9Fe%3A1?secret=MZXW6&issuer=Karat%20Duels&algorithm=SHA1&digits=6&period=30',
  );
});
