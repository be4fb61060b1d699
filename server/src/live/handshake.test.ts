import { describe, expect, test } from 'vitest';
import { readEnv } from '#env.ts';
import { createConnectionGuard } from './handshake.ts';

const FAR = '203.0.113.7';

function from(remoteAddress: string, headers: Record<string, string> = {}) {
  return { headers, socket: { remoteAddress } };
}

describe('connections from one address', () => {
  test('are limited to a hundred at a time', () => {
    const door = createConnectionGuard(readEnv({}));
    const leaves = Array.from({ length: 100 }, () => {
      expect(door.admits(from(FAR))).toBe(true);
      return door.enter(from(FAR));
    });
    expect(door.admits(from(FAR))).toBe(false);
    expect(door.admits(from('203.0.113.8'))).toBe(true);
    leaves[0]!();
    expect(door.admits(from(FAR))).toBe(true);
    expect(door.refusedCount()).toBe(1);
  });

  test('are limited to twenty times as many from this machine', () => {
    const door = createConnectionGuard(readEnv({}));
    for (let count = 0; count < 2_000; count += 1) door.enter(from('127.0.0.1'));
    expect(door.admits(from('127.0.0.1'))).toBe(false);
    expect(door.admits(from('::1'))).toBe(true);
  });

  test('are counted by the address that a trusted proxy saw', () => {
    const door = createConnectionGuard(readEnv({ TRUST_PROXY: '1' }));
    for (let count = 0; count < 100; count += 1) {
      door.enter(from('127.0.0.1', { 'x-forwarded-for': `10.0.0.${count}, ${FAR}` }));
    }
    expect(door.admits(from('127.0.0.1', { 'x-forwarded-for': `127.0.0.1, ${FAR}` }))).toBe(false);
    expect(door.admits(from('127.0.0.1', { 'x-forwarded-for': '203.0.113.8' }))).toBe(true);
  });

  test('are counted by the peer address without a trusted proxy', () => {
    const door = createConnectionGuard(readEnv({}));
    for (let count = 0; count < 100; count += 1) door.enter(from(FAR, { 'x-forwarded-for': `10.0.0.${count}` }));
    expect(door.admits(from(FAR, { 'x-forwarded-for': '127.0.0.1' }))).toBe(false);
  });
});

test('accepts only the origin of PUBLIC_URL when it is set', () => {
  const door = createConnectionGuard(readEnv({ PUBLIC_URL: 'https://karat.example', HOST: '0.0.0.0' }));
  const host = 'karat.example';
  expect(door.admits(from(FAR, { host, origin: 'https://karat.example' }))).toBe(true);
  for (const origin of [
    'http://karat.example',
    'https://karat.example.evil.example',
    'https://www.karat.example',
    'null',
    '',
  ]) {
    expect(door.admits(from(FAR, { host, origin }))).toBe(false);
  }
  expect(door.admits(from(FAR, { host: 'evil.example', origin: 'http://evil.example' }))).toBe(false);
});
