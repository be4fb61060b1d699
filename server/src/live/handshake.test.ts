import { describe, expect, test } from 'vitest';
import { readEnv } from '#env.ts';
import { createConnectionGuard } from './handshake.ts';

const FAR = '203.0.113.7';

function from(remoteAddress: string, headers: Record<string, string> = {}) {
  return { headers, socket: { remoteAddress } };
}

describe('connections from one address', () => {
  test('are limited to a hundred at a time', () => {
    const guard = createConnectionGuard(readEnv({}));
    const uncounts = Array.from({ length: 100 }, () => {
      expect(guard.admits(from(FAR))).toBe(true);
      return guard.countConnection(from(FAR));
    });
    expect(guard.admits(from(FAR))).toBe(false);
    expect(guard.admits(from('203.0.113.8'))).toBe(true);
    uncounts[0]!();
    expect(guard.admits(from(FAR))).toBe(true);
    expect(guard.refusedCount()).toBe(1);
  });

  test('are limited to twenty times as many from this machine', () => {
    const guard = createConnectionGuard(readEnv({}));
    for (let count = 0; count < 2_000; count += 1) guard.countConnection(from('127.0.0.1'));
    expect(guard.admits(from('127.0.0.1'))).toBe(false);
    expect(guard.admits(from('::1'))).toBe(true);
  });

  test('are counted by the address that a trusted proxy saw', () => {
    const guard = createConnectionGuard(readEnv({ TRUST_PROXY: '1' }));
    for (let count = 0; count < 100; count += 1) {
      guard.countConnection(from('127.0.0.1', { 'x-forwarded-for': `10.0.0.${count}, ${FAR}` }));
    }
    expect(guard.admits(from('127.0.0.1', { 'x-forwarded-for': `127.0.0.1, ${FAR}` }))).toBe(false);
    expect(guard.admits(from('127.0.0.1', { 'x-forwarded-for': '203.0.113.8' }))).toBe(true);
  });

  test('are counted by the peer address without a trusted proxy', () => {
    const guard = createConnectionGuard(readEnv({}));
    for (let count = 0; count < 100; count += 1)
      guard.countConnection(from(FAR, { 'x-forwarded-for': `10.0.0.${count}` }));
    expect(guard.admits(from(FAR, { 'x-forwarded-for': '127.0.0.1' }))).toBe(false);
  });
});

test('accepts only the origin of PUBLIC_URL when it is set', () => {
  const guard = createConnectionGuard(readEnv({ PUBLIC_URL: 'https://karat.example', HOST: '0.0.0.0' }));
  const host = 'karat.example';
  expect(guard.admits(from(FAR, { host, origin: 'https://karat.example' }))).toBe(true);
  for (const origin of [
    'http://karat.example',
    'https://karat.example.evil.example',
    'https://www.karat.example',
    'null',
    '',
  ]) {
    expect(guard.admits(from(FAR, { host, origin }))).toBe(false);
  }
  expect(guard.admits(from(FAR, { host: 'evil.example', origin: 'http://evil.example' }))).toBe(false);
});
