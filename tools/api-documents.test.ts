// Checks the API documents as their users need them: they pass a linter, and generated clients and types compile.
import { compile, type JSONSchema } from 'json-schema-to-typescript';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiDocuments, lintDocuments, readApiDocuments } from './api-documents.ts';

const MODULES = path.resolve(import.meta.dirname, '../node_modules');
const STRICT =
  '--strict --noEmit --skipLibCheck --target es2024 --lib es2024,dom --module esnext --moduleResolution bundler';

let folder: string;
let documents: ApiDocuments;

beforeAll(async () => {
  documents = await readApiDocuments();
  // Inside node_modules, so that the generated client finds its runtime.
  folder = await mkdtemp(path.join(MODULES, '.api-client-'));
});
afterAll(() => rm(folder, { recursive: true }));

const run = (program: string, args: readonly string[]) =>
  promisify(execFile)(process.execPath, [path.join(MODULES, program), ...args], { cwd: folder });

/** Output of the compiler in strict mode; empty if the program compiles. */
async function compilerErrors(name: string, source: string): Promise<string> {
  await writeFile(path.join(folder, name), source);
  return run('typescript/bin/tsc', [...STRICT.split(' '), '--types', '', name]).then(
    () => '',
    ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
  );
}

test('the documents pass the linter, which reports a call without an operationId', async () => {
  expect(await lintDocuments(documents)).toEqual([]);
  const nameless = JSON.parse(JSON.stringify(documents.openapi).replace('"operationId":"login",', '')) as object;
  expect((await lintDocuments({ nameless })).join()).toContain('operation-operationId');
});

test('a client generated from the OpenAPI document compiles, with calls named by operationId', async () => {
  await writeFile(path.join(folder, 'openapi.json'), JSON.stringify(documents.openapi));
  await run('oazapfts/dist/cli.js', ['openapi.json', 'client.ts']);
  const program = `
    import { changePassword, getActiveRooms, login, openCase, placeBet } from './client';
    export async function play(): Promise<number> {
      const session = await login({ username: 'kaan', password: 'parola-1' });
      if (session.status !== 200) throw new Error(session.data.code);
      const rooms = await getActiveRooms();
      if (rooms.status === 200) rooms.data.data.map(({ server_ip }): string | null => server_ip);
      const bet = await placeBet({ playerBet: 'red', amount: 5 });
      if (bet.status === 409) return bet.data.code === 'betting_closed' ? 0 : 1;
      const opened = await openCase('Hive');
      const changed = await changePassword({ oldPassword: 'a', newPassword: 'b', confirmPassword: 'b' });
      return opened.status + changed.status;
    }`;
  expect(await compilerErrors('program.ts', program)).toBe('');
  expect(await compilerErrors('wrong.ts', program.replace("'red'", "'blue'"))).toContain('"blue"');
});

test('types generated from the AsyncAPI document compile', async () => {
  const { messages } = documents.asyncapi.components;
  const properties = Object.fromEntries(Object.entries(messages).map(([name, { payload }]) => [name, payload]));
  const events = { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
  await writeFile(path.join(folder, 'events.ts'), await compile(events as JSONSchema, 'Events'));
  const program = `
    import type { Events } from './events.ts';
    export const sent: Events['SEND_GAME_ROOM_MESSAGE'] = { roomId: 5, message: 'good luck' };
    export const balanceOf = ({ balance }: Events['BALANCE_UPDATE']): number => balance;
    export const refusedFor = ({ code }: Events['ERROR']): boolean => code === 'muted';
    export const pictures = (room: Events['ROOM_DATA']): string[] => room.players.map(({ avatar }) => avatar);
    export const names = ({ onlineUsers }: Events['ONLINE_USERS']): string[] => onlineUsers.map(([, name]) => name);`;
  expect(await compilerErrors('listener.ts', program)).toBe('');
  expect(await compilerErrors('wrong-listener.ts', program.replace("'muted'", "'mutd'"))).not.toBe('');
});
