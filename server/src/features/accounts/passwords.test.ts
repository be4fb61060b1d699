import { Refusal } from '@karat/contract/refusal';
import { expect, test } from 'vitest';
import { createPasswords } from './passwords.ts';

test('verifies the password with its hash and no other', async () => {
  const passwords = createPasswords();
  const hash = await passwords.hash('kırmızı elma');
  expect(await passwords.verify('kırmızı elma', hash)).toBe(true);
  expect(await passwords.verify('kirmizi elma', hash)).toBe(false);
  expect(await passwords.verify('', hash)).toBe(false);
});

test('a hash contains argon2id with its parameters and differs each time', async () => {
  const passwords = createPasswords();
  const [one, two] = await Promise.all([passwords.hash('parola1'), passwords.hash('parola1')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(one).not.toBe(two);
});

test('composed and decomposed letters are the same password', async () => {
  const passwords = createPasswords();
  expect(await passwords.verify('s\u0327ifre-1', await passwords.hash('\u015fifre-1'))).toBe(true);
});

test('a hash with other parameters still verifies', async () => {
  const passwords = createPasswords();
  const weaker = '$argon2id$v=19$m=64,t=1,p=1$c29tZXNhbHQ$';
  const { argon2Sync } = await import('node:crypto');
  const cost = { memory: 64, passes: 1, parallelism: 1, tagLength: 32 };
  const tag = argon2Sync('argon2id', { ...cost, message: 'password', nonce: 'somesalt' });
  expect(await passwords.verify('password', weaker + tag.toString('base64').replaceAll('=', ''))).toBe(true);
});

test('without a hash verification returns false', async () => {
  expect(await createPasswords().verify('anything', undefined)).toBe(false);
});

test('a malformed hash is a bug, not a wrong password', async () => {
  await expect(createPasswords().verify('anything', '$2b$10$bcrypt')).rejects.toThrow('Malformed password hash');
});

test('hashes two at a time, lets fifty wait and refuses the rest', async () => {
  const passwords = createPasswords();
  const outcomes = await Promise.allSettled(Array.from({ length: 60 }, () => passwords.verify('parola1', undefined)));
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(refused).toHaveLength(8);
  for (const { reason } of refused) {
    expect(reason).toBeInstanceOf(Refusal);
    expect(reason).toMatchObject({ code: 'unavailable', retryAfterSeconds: 3 });
  }
  expect(await passwords.verify('parola1', undefined)).toBe(false);
});
