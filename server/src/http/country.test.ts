import { expect, test } from 'vitest';
import { countryOf } from './country.ts';

const country = (value: string | string[] | undefined, countryHeader: string | undefined = 'cf-ipcountry') =>
  countryOf({ headers: { 'cf-ipcountry': value } }, { countryHeader });

test('reads the country from the proxy header', () => {
  expect([country('TR'), country('be')]).toEqual(['TR', 'BE']);
});

test('ignores values that are not country codes', () => {
  expect([country(undefined), country(''), country('T1'), country('Turkey'), country('?')]).toEqual(
    Array(5).fill(undefined),
  );
});

test('takes the last of several values, because the others come from the client', () => {
  expect([country('DE, TR'), country(['DE', 'TR'])]).toEqual(['TR', 'TR']);
});

test('ignores headers that the operator has not configured', () => {
  expect(countryOf({ headers: { 'cf-ipcountry': 'TR' } }, { countryHeader: undefined })).toBeUndefined();
});
