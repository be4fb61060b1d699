import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The site's secret: SECRET, or one created on the first start and stored in the data directory. */
export async function readSecret({
  secret,
  dataDir,
}: {
  secret: string | undefined;
  dataDir: string;
}): Promise<string> {
  if (secret !== undefined) return secret;
  const file = path.join(dataDir, 'secret');
  await mkdir(dataDir, { recursive: true });
  // 'wx' never overwrites: without the secret everything it encrypted would be unreadable.
  await writeFile(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  });
  return readFile(file, 'utf8');
}
