import { describe, expect, test } from 'vitest';
import { isOurOrigin, originOf } from './origin.ts';
import { refuseCrossSite, requestSource } from './cross-site.ts';

const env = { host: '127.0.0.1', publicOrigin: undefined };
const open = { host: '0.0.0.0', publicOrigin: 'https://karat.example' };
const host = 'localhost:3000';

test.each([
  ['our page', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }, 'own-page'],
  [
    'another site',
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
    'cross-site',
  ],
  [
    'a sister site',
    { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
    'cross-site',
  ],
  [
    'a picture on our own page',
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
    'cross-site',
  ],
  [
    'a navigation',
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    'cross-site',
  ],
  ['an address typed in', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }, 'cross-site'],
  [
    'a prefetch',
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty', 'sec-purpose': 'prefetch' },
    'cross-site',
  ],
  ['an old prefetch', { origin: 'http://localhost:3000', purpose: 'prefetch' }, 'cross-site'],
  ['our origin', { origin: 'http://localhost:3000' }, 'own-page'],
  ['loopback by another name', { origin: 'http://127.0.0.1:3000' }, 'own-page'],
  ['another port', { origin: 'http://localhost:4000' }, 'cross-site'],
  ['a foreign origin', { origin: 'https://evil.example' }, 'cross-site'],
  ['no origin at all', { origin: 'null' }, 'cross-site'],
  ['our referer', { referer: 'http://localhost:3000/cases?page=2' }, 'own-page'],
  ['a foreign referer', { referer: 'https://evil.example/localhost:3000' }, 'cross-site'],
  ['a broken referer', { referer: 'localhost' }, 'cross-site'],
  ['a script', {}, 'no-page'],
  ["Node's fetch, with a mode and nothing else", { 'sec-fetch-mode': 'cors' }, 'no-page'],
])('%s', (_, headers, source) => {
  expect(requestSource({ host, ...headers }, env)).toBe(source);
});

test('refuses another site, unless the call has a bearer token', () => {
  const headers = { host, origin: 'https://evil.example' };
  expect(() => refuseCrossSite(headers, env)).toThrow('This request came from another site and was refused.');
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
