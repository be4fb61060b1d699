import { expect, test } from 'vitest';
import { chooseAccount, sharedUserNote } from './account.ts';

const ROOT = 'root:x:0:0:root:/root:/bin/bash';
const NOBODY = 'nobody:x:65534:65533:nobody:/nonexistent:/usr/sbin/nologin';
const KARAT = 'karat:x:998:997::/opt/karat:/usr/sbin/nologin';
const OTHERS = ['not-karat:x:1:1::/:/bin/sh', 'karat2:x:2:2::/:/bin/sh'];

const users = (...lines: readonly string[]): string => `${[ROOT, ...OTHERS, ...lines].join('\n')}\n`;

test('chooses the system user karat, otherwise nobody', () => {
  expect(chooseAccount(users(NOBODY, KARAT))).toEqual({ uid: 998, gid: 997 });
  expect(chooseAccount(users(NOBODY))).toEqual({ uid: 65_534, gid: 65_533 });
  expect(chooseAccount(users('nobody:*:-2:-2:Unprivileged User:/var/empty:/usr/bin/false'))).toEqual({
    uid: 4_294_967_294,
    gid: 4_294_967_294,
  });
  expect(chooseAccount(users())).toBeUndefined();
});

test('never chooses a user karat that is root', () => {
  expect(chooseAccount(users(NOBODY, 'karat:x:0:0::/:/bin/sh'))).toEqual({ uid: 65_534, gid: 65_533 });
});

test('explains how to create or use a dedicated user', () => {
  const nobody = { uid: 65_534, gid: 65_533 };
  expect(sharedUserNote(users(NOBODY), nobody, '/data/postgres')).toBe(
    "PostgreSQL runs as the system user nobody, which other services may share. To give it a user of its own, stop the site and run: adduser --system --group karat (or useradd --system karat), then chown -R karat: '/data/postgres'",
  );
  expect(sharedUserNote(users(NOBODY, KARAT), nobody, '/data/postgres')).toBe(
    "PostgreSQL runs as the system user nobody, which other services may share. To give it a user of its own, stop the site and run: chown -R karat: '/data/postgres'",
  );
});

test('gives no note when PostgreSQL runs as a dedicated user', () => {
  expect(sharedUserNote(users(NOBODY, KARAT), { uid: 998, gid: 997 }, '/data')).toBeUndefined();
  expect(sharedUserNote(users(NOBODY), undefined, '/data')).toBeUndefined();
});
