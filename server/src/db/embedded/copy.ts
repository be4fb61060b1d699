import { createHash } from 'node:crypto';
import { mkdir, open, readdir, type FileHandle } from 'node:fs/promises';
import path from 'node:path';

/** A file of a backup with its expected size and hash. */
export type CopiedFile = { readonly path: string; readonly bytes: number; readonly sha256: string };

const CHUNK_BYTES = 1024 * 1024;
/** The number of files that are copied concurrently. A disk syncs the writes of several files together. */
const CONCURRENT_FILES = 16;

async function copyContents(source: FileHandle, target: FileHandle): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  const { size } = await source.stat();
  const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, Math.max(size, 1)));
  for (let bytes = 0; ;) {
    const { bytesRead } = await source.read(chunk, 0, chunk.length, bytes);
    if (bytesRead === 0) return { bytes, sha256: hash.digest('hex') };
    const part = chunk.subarray(0, bytesRead);
    hash.update(part);
    await target.writeFile(part);
    bytes += bytesRead;
  }
}

/** Copies a file, syncs it to disk, and returns its size and hash. */
export async function copyFile(from: string, to: string): Promise<{ bytes: number; sha256: string }> {
  await mkdir(path.dirname(to), { recursive: true, mode: 0o700 });
  const source = await open(from, 'r');
  try {
    const target = await open(to, 'wx', 0o600);
    try {
      const copied = await copyContents(source, target);
      await target.sync();
      return copied;
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** Does the work for every item, several at a time; after a failure no further item is started. */
export async function forEachConcurrently<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  let hasFailed = false;
  const drain = async (): Promise<void> => {
    for (const item of waiting) {
      if (hasFailed) return;
      await work(item).catch((error: unknown) => {
        hasFailed = true;
        throw error;
      });
    }
  };
  const drained = await Promise.allSettled(Array.from({ length: CONCURRENT_FILES }, drain));
  const failure = drained.find((each) => each.status === 'rejected');
  if (failure !== undefined) throw failure.reason;
}

/** Every folder and file below a folder, as relative paths. Entries that disappear meanwhile are skipped. */
export async function listTree(root: string, below = ''): Promise<{ folders: string[]; files: string[] }> {
  const folders: string[] = [];
  const files: string[] = [];
  const entries = await readdir(path.join(root, below), { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const relative = path.join(below, entry.name);
    if (entry.isFile()) files.push(relative);
    if (!entry.isDirectory()) continue;
    const inner = await listTree(root, relative);
    folders.push(relative, ...inner.folders);
    files.push(...inner.files);
  }
  return { folders, files };
}
