import { describe, expect, test } from 'vitest';
import { isOurOrigin, originOf } from './origin.ts';
import { refuseCrossSite, requestSource } from './cross-site.ts';

const env = { host: '127.0.0.1', publicOrigin: undefined };
const open = { host: '0.0.0.0', publicOrigin: 'https://karat.example' };
const host = 'localhost:3000';

test.each([
  ['our page', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }, 'us'],
  [
    'another site',
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
    'stranger',
  ],
  ['a sister site', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }, 'stranger'],
  [
    'a picture on our own page',
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
    'stranger',
  ],
  [
    'a navigation',
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    'stranger',
  ],
  ['an address typed in', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }, 'stranger'],
  ['a prefetch', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty', 'sec-purpose': 'prefetch' }, 'stranger'],
  ['an old prefetch', { origin: 'http://localhost:3000', purpose: 'prefetch' }, 'stranger'],
  ['our origin', { origin: 'http://localhost:3000' }, 'us'],
  ['loopback by another name', { origin: 'http://127.0.0.1:3000' }, 'us'],
  ['another port', { origin: 'http://localhost:4000' }, 'stranger'],
  ['a foreign origin', { origin: 'https://evil.example' }, 'stranger'],
  ['no origin at all', { origin: 'null' }, 'stranger'],
  ['our referer', { referer: 'http://localhost:3000/cases?page=2' }, 'us'],
  ['a foreign referer', { referer: 'https://evil.example/localhost:3000' }, 'stranger'],
  ['a broken referer', { referer: 'localhost' }, 'stranger'],
  ['a script', {}, 'nobody'],
  ["Node's fetch, with a mode and nothing else", { 'sec-fetch-mode': 'cors' }, 'nobody'],
])('%s', (_, headers, sender) => {
  expect(requestSource({ host, ...headers }, env)).toBe(sender);
});

test('refuses another site, unless the call has a bearer token', () => {
  const headers = { host, origin: 'https://evil.example' };
  expect(() => refuseCrossSite(headers, env)).toThrow('This call must come from our own page.');
  expect(() => refuseCrossSite({ ...headers, authorization: 'Bearer x' }, env)).not.toThrow();
});

describe('our origin', () => {
  test('is exactly PUBLIC_URL when it is set', () => {
    expect(originOf({ host: 'evil.example' }, open)).toBe('https://karat.example');
    expect(isOurOrigin('https://karat.example', { host }, open)).toBe(true);
    expect(isOurOrigin('http://karat.example', { host }, open)).toBe(false);
    expect(isOurOrigin('https://karat.example:8443', { host }, open)).toBe(false);
    expect(isOurOrigin('https://karat.example.evil.example', { host }, open)).toBe(false);
  });

  test('is otherwise the host of the request', () => {
    expect(originOf({ host: '192.168.1.5:3000' }, { ...open, publicOrigin: undefined })).toBe(
      'http://192.168.1.5:3000',
    );
  });

  test('contains only a host and a port', () => {
    expect(originOf({ host: 'a/b"><script>' }, env)).toBe('http://localhost');
  });

  test('has no loopback aliases if other machines are served', () => {
    const everywhere = { host: '0.0.0.0', publicOrigin: undefined };
    expect(isOurOrigin('http://127.0.0.1:3000', { host }, everywhere)).toBe(false);
  });
});
