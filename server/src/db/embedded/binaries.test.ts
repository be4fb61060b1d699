import { mkdir, readFile, readlink, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#testing/folders.ts';
import { findBinaries, linkLibraries } from './binaries.ts';

test('creates missing library links and leaves existing ones', async () => {
  const folder = await temporaryFolder();
  const lib = path.join(folder, 'native/lib');
  await mkdir(lib, { recursive: true });
  await writeFile(path.join(lib, 'libpq.so.5.18'), 'library');
  await symlink('elsewhere', path.join(lib, 'libpq.so'));
  const links = ['libpq.so.5', 'libpq.so'].map((name) => ({
    source: 'native/lib/libpq.so.5.18',
    target: `native/lib/${name}`,
  }));
  await writeFile(path.join(folder, 'native/pg-symlinks.json'), JSON.stringify(links));
  await linkLibraries(folder);
  await linkLibraries(folder);
  expect(await readFile(path.join(lib, 'libpq.so.5'), 'utf8')).toBe('library');
  expect(await readlink(path.join(lib, 'libpq.so'))).toBe('elsewhere');
});

test('a package without a list of links needs none', async () => {
  await expect(linkLibraries(await temporaryFolder())).resolves.toBeUndefined();
});

test('finds the programs where they can run', async () => {
  const { postgres, initdb } = await findBinaries(undefined, await temporaryFolder(), () => undefined);
  expect(path.basename(postgres)).toBe('postgres');
  expect(path.dirname(initdb)).toBe(path.dirname(postgres));
});
