import { expect, test } from 'vitest';
import { BadEnv } from '#variables.ts';
import { staffAddressesOf } from './staff-addresses.ts';

const networks = staffAddressesOf({ STAFF_ADDRESSES: '203.0.113.7, 198.51.100.0/24 2001:db8::/32,fe80::1' })!;

test.each([
  ['203.0.113.7', true],
  ['203.0.113.8', false],
  ['198.51.100.0', true],
  ['198.51.100.255', true],
  ['198.51.101.0', false],
  ['::ffff:198.51.100.9', true],
  ['::ffff:203.0.113.8', false],
  ['2001:db8:1::9', true],
  ['2001:DB8:ffff::', true],
  ['2001:db9::', false],
  ['fe80::1%eth0', true],
  ['', false],
  ['unknown', false],
])('%s is one of the addresses: %s', (address, isIn) => {
  expect(networks.has(address)).toBe(isIn);
});

test('a network of all addresses has only those of its family', () => {
  const all = staffAddressesOf({ STAFF_ADDRESSES: '0.0.0.0/0' })!;
  expect([all.has('192.0.2.1'), all.has('2001:db8::1')]).toEqual([true, false]);
});

test('without a list every address is allowed', () => {
  expect([staffAddressesOf({}), staffAddressesOf({ STAFF_ADDRESSES: ' , ' })]).toEqual([undefined, undefined]);
});

test.each(['karat.example', '203.0.113', '203.0.113.0/33', '203.0.113.0/', '10.0.0.0/8/8', '::/129', '10.0.0.0/-1'])(
  'refuses "%s"',
  (text) => {
    expect(() => staffAddressesOf({ STAFF_ADDRESSES: `10.0.0.1 ${text}` })).toThrow(BadEnv);
  },
);
