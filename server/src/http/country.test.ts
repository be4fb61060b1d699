import { expect, test } from 'vitest';
import { countryOf } from './country.ts';

const told = (value: string | string[] | undefined, countryHeader: string | undefined = 'cf-ipcountry') =>
  countryOf({ headers: { 'cf-ipcountry': value } }, { countryHeader });

test('the proxy says where a visitor is', () => {
  expect([told('TR'), told('be')]).toEqual(['TR', 'BE']);
});

test('what is no code is not known', () => {
  expect([told(undefined), told(''), told('T1'), told('Turkey'), told('?')]).toEqual(Array(5).fill(undefined));
});

test('of several the last counts: the others are the client’s own words', () => {
  expect([told('DE, TR'), told(['DE', 'TR'])]).toEqual(['TR', 'TR']);
});

test('a header that the operator has not named is anybody’s word', () => {
  expect(countryOf({ headers: { 'cf-ipcountry': 'TR' } }, { countryHeader: undefined })).toBeUndefined();
});
