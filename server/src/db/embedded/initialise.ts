import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { changeOwner, runAs } from './system-user.ts';
import { EmbeddedError, failureOf } from './embedded-error.ts';
import { newDataFolder } from './location.ts';
import { USER, type Installation } from './postmaster.ts';

/** Creates the data folder under another name and renames it, so that an unfinished one is never taken for a database. */
export async function initialise({ binaries, user, dataFolder, settings }: Installation): Promise<void> {
  const part = newDataFolder(dataFolder);
  if ((await readdir(dataFolder).catch(() => [])).length > 0) {
    throw new EmbeddedError(
      `${dataFolder} contains something that is not a database. Move it away, or restore a backup.`,
    );
  }
  await mkdir(part, { mode: 0o700 });
  await changeOwner(user, part);
  const { code, output } = await runAs(user, binaries.initdb, [
    `--pgdata=${part}`,
    `--username=${USER}`,
    '--encoding=UTF8',
    '--locale=C',
    '--data-checksums',
    '--auth=trust',
    '--no-instructions',
    ...(settings['fsync'] === 'off' ? ['--no-sync'] : []),
  ]);
  if (code !== 0) {
    await rm(part, { recursive: true, force: true });
    throw failureOf(`The database could not be made in ${dataFolder}`, output);
  }
  await rename(part, dataFolder);
}
