import { caseTicket } from '@karat/rules/fairness';
import { hmacSha256, sha256, sha256Hex, utf8 } from '@karat/rules/sha256';
import fc from 'fast-check';
import { createHash, createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { nodeHmac } from './fairness.ts';

const RUNS = { numRuns: 1_000 };

const bytes = (maxLength: number) => fc.uint8Array({ maxLength });
const letters = (maxLength: number) => fc.string({ unit: 'grapheme', maxLength });
const hexText = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length });

const context = fc.record({
  serverSeed: hexText(64),
  clientSeed: fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/),
  caseHash: hexText(64),
  entropy: fc.oneof(fc.constant(''), hexText(32)),
  nonce: fc.maxSafeNat(),
});

test("a roll is the same with Node's HMAC and with ours", () => {
  fc.assert(
    fc.property(context, (roll) => {
      expect(caseTicket(roll, nodeHmac)).toBe(caseTicket(roll));
    }),
    RUNS,
  );
});

test('our SHA-256 agrees with Node for messages of every length around block borders', () => {
  for (let length = 0; length <= 260; length++) {
    const message = Uint8Array.from({ length }, (_, index) => (index * 37 + length) & 0xff);
    expect(Buffer.from(sha256(message))).toEqual(createHash('sha256').update(message).digest());
  }
});

test('our SHA-256 agrees with Node for a message of a million bytes', () => {
  const message = new Uint8Array(1_000_000).fill(0x61);
  expect(Buffer.from(sha256(message))).toEqual(createHash('sha256').update(message).digest());
});

test('our HMAC agrees with Node for keys shorter and longer than a block', () => {
  fc.assert(
    fc.property(bytes(200), bytes(300), (key, message) => {
      expect(Buffer.from(hmacSha256(key, message))).toEqual(createHmac('sha256', key).update(message).digest());
    }),
    RUNS,
  );
});

test.each([0, 1, 63, 64, 65, 128, 129])('our HMAC agrees with Node for a key of %i bytes', (length) => {
  const key = new Uint8Array(length).fill(0xaa);
  expect(Buffer.from(hmacSha256(key, utf8('Şanslı Kutu 💎')))).toEqual(
    createHmac('sha256', key).update('Şanslı Kutu 💎').digest(),
  );
});

test('our UTF-8 encoding and text hash agree with Node in every script', () => {
  fc.assert(
    fc.property(letters(80), (text) => {
      expect(Buffer.from(utf8(text))).toEqual(Buffer.from(text, 'utf8'));
      expect(sha256Hex(text)).toBe(createHash('sha256').update(text, 'utf8').digest('hex'));
    }),
    RUNS,
  );
});

test('our UTF-8 encoding agrees with Node for every code point', () => {
  const isSurrogate = (point: number) => point >= 0xd800 && point <= 0xdfff;
  const points = Array.from({ length: 0x11_0000 }, (_, point) => point).filter((point) => !isSurrogate(point));
  for (let at = 0; at < points.length; at += 4_096) {
    const text = String.fromCodePoint(...points.slice(at, at + 4_096));
    expect(Buffer.compare(Buffer.from(utf8(text)), Buffer.from(text, 'utf8'))).toBe(0);
  }
});
