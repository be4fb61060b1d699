import { expect, test } from 'vitest';
import { chooseSystemUser, sharedUserWarning } from './system-user.ts';

const ROOT = 'root:x:0:0:root:/root:/bin/bash';
const NOBODY = 'nobody:x:65534:65533:nobody:/nonexistent:/usr/sbin/nologin';
const KARAT = 'karat:x:998:997::/opt/karat:/usr/sbin/nologin';
const OTHERS = ['not-karat:x:1:1::/:/bin/sh', 'karat2:x:2:2::/:/bin/sh'];

const passwdFile = (...lines: readonly string[]): string => `${[ROOT, ...OTHERS, ...lines].join('\n')}\n`;

test('chooses the system user karat, otherwise nobody', () => {
  expect(chooseSystemUser(passwdFile(NOBODY, KARAT))).toEqual({ uid: 998, gid: 997 });
  expect(chooseSystemUser(passwdFile(NOBODY))).toEqual({ uid: 65_534, gid: 65_533 });
  expect(chooseSystemUser(passwdFile())).toBeUndefined();
});

test('converts negative ids to unsigned', () => {
  expect(chooseSystemUser(passwdFile('nobody:*:-2:-2:Unprivileged User:/var/empty:/usr/bin/false'))).toEqual({
    uid: 4_294_967_294,
    gid: 4_294_967_294,
  });
});

test('skips the user karat if its uid is 0', () => {
  expect(chooseSystemUser(passwdFile(NOBODY, 'karat:x:0:0::/:/bin/sh'))).toEqual({ uid: 65_534, gid: 65_533 });
});

test('explains how to create or use a dedicated user', () => {
  const nobody = { uid: 65_534, gid: 65_533 };
  expect(sharedUserWarning(passwdFile(NOBODY), nobody, '/data/postgres')).toBe(
    "PostgreSQL runs as the system user nobody, which other services may share. To give it a user of its own, stop the site and run: adduser --system --group karat (or useradd --system karat), then chown -R karat: '/data/postgres'",
  );
  expect(sharedUserWarning(passwdFile(NOBODY, KARAT), nobody, '/data/postgres')).toBe(
    "PostgreSQL runs as the system user nobody, which other services may share. To give it a user of its own, stop the site and run: chown -R karat: '/data/postgres'",
  );
});

test('gives no warning when PostgreSQL runs as a dedicated user', () => {
  expect(sharedUserWarning(passwdFile(NOBODY, KARAT), { uid: 998, gid: 997 }, '/data')).toBeUndefined();
  expect(sharedUserWarning(passwdFile(NOBODY), undefined, '/data')).toBeUndefined();
});
