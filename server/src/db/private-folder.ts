import { chmod, mkdir } from 'node:fs/promises';

/** Creates a folder that only this user can enter, whatever the umask is. An existing one stays as it is. */
export async function makePrivateFolder(folder: string): Promise<void> {
  const created = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (created !== undefined) await chmod(folder, 0o700);
}
