import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { exists } from './location.ts';

export const RESTORED_FILE = 'restored';

const fileOf = (dataDir: string): string => path.join(dataDir, RESTORED_FILE);

/** Marks the data as restored from a backup whose secrets may be known by now: the site must not start on it yet. */
export async function markRestored(dataDir: string): Promise<void> {
  await writeFile(fileOf(dataDir), '', { mode: 0o600, flush: true });
}

export function isMarkedRestored(dataDir: string): Promise<boolean> {
  return exists(fileOf(dataDir));
}

/** Removes the mark after the secrets were rotated. */
export async function clearRestoredMark(dataDir: string): Promise<void> {
  await rm(fileOf(dataDir), { force: true });
}
