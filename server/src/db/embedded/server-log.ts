import { open, rename, stat } from 'node:fs/promises';

const LOG_BYTES_MAX = 5_000_000;
const TAIL_BYTES = 8_000;

export async function readSize(logFile: string): Promise<number> {
  return stat(logFile).then(
    ({ size }) => size,
    () => 0,
  );
}

/** Keeps the current log and the previous one. */
export async function rotateLog(logFile: string): Promise<void> {
  if ((await readSize(logFile)) > LOG_BYTES_MAX) await rename(logFile, `${logFile}.1`);
}

/** The end of the text that was written after the offset. */
export async function readLogSince(logFile: string, offset: number): Promise<string> {
  const file = await open(logFile, 'r');
  try {
    const { size } = await file.stat();
    const from = Math.max(offset, size - TAIL_BYTES);
    const tail = Buffer.alloc(Math.max(size - from, 0));
    const { bytesRead } = await file.read(tail, 0, tail.length, from);
    return tail.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}
