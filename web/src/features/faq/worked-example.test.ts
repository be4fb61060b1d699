import { expect, test } from 'vitest';
import { workedExample as example } from './worked-example.ts';

const utf8 = new TextEncoder();

function hex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function sha256(text: string): Promise<string> {
  return hex(await crypto.subtle.digest('SHA-256', utf8.encode(text)));
}

async function hmacSha256(key: string, text: string): Promise<string> {
  const hmacKey = await crypto.subtle.importKey('raw', utf8.encode(key), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ]);
  return hex(await crypto.subtle.sign('HMAC', hmacKey, utf8.encode(text)));
}

test('has a revealed seed that matches its commitment', async () => {
  expect(await sha256(example.serverSeed)).toBe(example.serverSeedHash);
});

test('has a table that matches the hash in its roll', async () => {
  expect(await sha256(example.caseText)).toBe(example.caseHash);
  expect(example.message).toContain(example.caseHash);
});

test('draws the stated ticket from a word that is not rejected', async () => {
  expect(await hmacSha256(example.serverSeed, example.message)).toBe(example.digest);
  expect(example.digest.slice(0, 8)).toBe(example.firstWordHex);
  expect(Number.parseInt(example.firstWordHex, 16)).toBe(example.firstWord);
  expect(example.firstWord).toBeLessThan(2 ** 32 - (2 ** 32 % 10_000));
  expect(example.firstWord % 10_000).toBe(example.ticket);
});

test('has a ticket that wins the first item of the table', () => {
  const { items } = JSON.parse(example.caseText) as { items: [id: number, tickets: number][] };
  expect(items.reduce((sum, [, tickets]) => sum + tickets, 0)).toBe(10_000);
  expect(items[0]).toEqual([1, 7_992]);
  expect(example.ticket).toBeLessThan(7_992);
});
