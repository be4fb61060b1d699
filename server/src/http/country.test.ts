import { expect, test } from 'vitest';
import { countryOf } from './country.ts';

const told = (value: string | string[] | undefined, countryHeader: string | undefined = 'cf-ipcountry') =>
  countryOf({ headers: { 'cf-ipcountry': value } }, { countryHeader });

test('reads the country from the proxy header', () => {
  expect([told('TR'), told('be')]).toEqual(['TR', 'BE']);
});

test('ignores values that are not country codes', () => {
  expect([told(undefined), told(''), told('T1'), told('Turkey'), told('?')]).toEqual(Array(5).fill(undefined));
});

test('takes the last of several values, because the others come from the client', () => {
  expect([told('DE, TR'), told(['DE', 'TR'])]).toEqual(['TR', 'TR']);
});

test('ignores headers that the operator has not configured', () => {
  expect(countryOf({ headers: { 'cf-ipcountry': 'TR' } }, { countryHeader: undefined })).toBeUndefined();
});
