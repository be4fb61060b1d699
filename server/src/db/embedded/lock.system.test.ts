import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '#testing/folders.ts';
import { acquireLock, DataDirInUse, findHolder } from './lock.ts';
import { ownIdentity } from './processes.ts';

/** Takes and keeps the lock in a child process; prints the outcome. */
const CONTENDER = `
  const { acquireLock } = await import(process.argv[1]);
  try {
    await acquireLock(process.argv[2]);
    console.log('held');
    setInterval(() => {}, 1_000);
  } catch (error) {
    console.log('refused ' + error.pid);
  }`;

function contend(dataDir: string) {
  const module = path.join(import.meta.dirname, 'lock.ts');
  const child = spawn(process.execPath, ['--input-type=module', '--eval', CONTENDER, module, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, firstLine: once(createInterface(child.stdout), 'line').then(String) };
}

test('locks a folder for one process and names it to others until it is released', async () => {
  const dataDir = await temporaryFolder();
  expect(await findHolder(dataDir)).toBeUndefined();
  const release = await acquireLock(dataDir);
  expect(await findHolder(dataDir)).toBe(process.pid);
  await expect(acquireLock(dataDir)).rejects.toThrow(`in use by process ${process.pid}`);
  const other = contend(dataDir);
  expect(await other.firstLine).toBe(`refused ${process.pid}`);
  await release();
  expect(await findHolder(dataDir)).toBeUndefined();
  await (
    await acquireLock(dataDir)
  )();
});

test('lets exactly one of many concurrent processes take the lock', async () => {
  const dataDir = await temporaryFolder();
  const contenders = Array.from({ length: 5 }, () => contend(dataDir));
  const firstLine = await Promise.all(contenders.map((each) => each.firstLine));
  const winner = contenders[firstLine.indexOf('held')];
  expect(firstLine.filter((each) => each === 'held')).toHaveLength(1);
  expect(await findHolder(dataDir)).toBe(winner?.child.pid);
});

test('frees the lock of a killed process', async () => {
  const dataDir = await temporaryFolder();
  const { child, firstLine } = contend(dataDir);
  expect(await firstLine).toBe('held');
  await expect(acquireLock(dataDir)).rejects.toThrow(DataDirInUse);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const release = await acquireLock(dataDir);
  expect(await readdir(path.join(dataDir, 'lock'))).toHaveLength(1);
  await release();
});

test('ignores a lock whose pid was reused by another process', async () => {
  const dataDir = await temporaryFolder();
  const { pid, start } = ownIdentity();
  await mkdir(path.join(dataDir, 'lock'));
  await writeFile(path.join(dataDir, 'lock', `${pid}.${start}0`), 'held');
  expect(await findHolder(dataDir)).toBeUndefined();
  await (
    await acquireLock(dataDir)
  )();
});
