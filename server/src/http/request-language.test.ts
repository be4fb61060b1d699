import { expect, test } from 'vitest';
import { requestLanguage } from './request-language.ts';

test.each([
  [{}, undefined],
  [{ 'x-language': 'tr' }, 'tr'],
  [{ 'x-language': 'mixed', 'accept-language': 'tr' }, 'mixed'],
  [{ 'x-language': 'klingon', 'accept-language': 'en-GB,en;q=0.9' }, 'en'],
  [{ 'accept-language': 'TR-tr,tr;q=0.9,en;q=0.8' }, 'tr'],
  [{ 'accept-language': 'de,en;q=0.5' }, undefined],
])('reads %j as %s', (headers, language) => {
  expect(requestLanguage(headers)).toBe(language);
});
