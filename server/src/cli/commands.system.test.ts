import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { installTool, type CommandResult, runCommand } from '#testing/commands.ts';
import { openDb } from '#db/db.ts';
import { createLog } from '#log.ts';
import { createSeal } from '#seal.ts';
import { createTestDatabase } from '#testing/database.ts';
import { readEmails, setEmail } from '#testing/email-queue.ts';
import { addPlayer } from '#testing/fixtures.ts';
import { temporaryFolder } from '#testing/folders.ts';
import { turnOnApp } from '#testing/second-factor.ts';
import { sharedDatabase } from '#testing/site-process.ts';

type CommandLine = readonly [string, ...string[]];

const COMMANDS: CommandLine[] = [
  ['audit'],
  ['backup'],
  ['leave-sandbox'],
  ['make-admin', 'player-name'],
  ['migrate'],
  ['remove-second-factor', 'player-name'],
  ['rotate-secrets'],
];
const EACH = COMMANDS.map((command) => ({ name: command[0], command }));
const MODES = 0o777;

async function readMode(file: string): Promise<number> {
  return (await stat(file)).mode & MODES;
}

async function readSettings(template?: 'template0'): Promise<Record<string, string>> {
  return (await openDatabase(template)).settings;
}

async function openDatabase(template?: 'template0') {
  const database = await createTestDatabase(template);
  onTestFinished(() => database.drop());
  return { connection: database.connection, settings: sharedDatabase(database.connection) };
}

const nameOf = (settings: Record<string, string>): string => new URL(settings['DATABASE_URL']!).pathname.slice(1);

test.each(EACH)('$name refuses a missing DATA_DIR and creates nothing', async ({ command }) => {
  const cwd = await temporaryFolder();
  const dataDir = path.join(cwd, 'nowhere');
  expect(await runCommand(command, { DATA_DIR: dataDir }, { cwd })).toEqual({
    code: 1,
    output: expect.stringMatching(
      `^Database: embedded PostgreSQL in ${dataDir}\\nThere is no database in ${dataDir}: .*DATA_DIR or DATABASE_URL`,
    ),
  });
  expect(await readdir(cwd)).toEqual([]);
});

test.each(EACH)('$name refuses a DATA_DIR without a database, and leaves it as it is', async ({ command }) => {
  const cwd = await temporaryFolder();
  await writeFile(path.join(cwd, 'secret'), 'of a site');
  await mkdir(path.join(cwd, 'postgres'));
  const { code, output } = await runCommand(command, { DATA_DIR: cwd }, { cwd });
  expect([code, output]).toEqual([1, expect.stringContaining(`There is no database in ${cwd}`)]);
  expect(await readdir(cwd)).toEqual(['postgres', 'secret']);
  expect(await readdir(path.join(cwd, 'postgres'))).toEqual([]);
});

test.each(EACH)('$name refuses a database that does not answer, and shows no password', async ({ command }) => {
  const cwd = await temporaryFolder();
  const settings = { DATABASE_URL: 'postgres://user:hunter2@127.0.0.1:1/none', SECRET: 'x'.repeat(32) };
  const { code, output } = await runCommand(command, settings, { cwd });
  expect(code).toBe(1);
  expect(output).toMatch(
    /^Database: PostgreSQL database "none" at 127\.0\.0\.1:1\nThe database cannot be reached: .*ECONNREFUSED/,
  );
  expect(output).not.toContain('hunter2');
  expect(await readdir(cwd)).toEqual([]);
});

test('only db:migrate accepts an empty database', { timeout: 60_000 }, async () => {
  const cwd = await temporaryFolder();
  const settings = await readSettings('template0');
  const run = (command: CommandLine): Promise<CommandResult> => runCommand(command, settings, { cwd });
  for (const command of COMMANDS.filter(([name]) => name !== 'migrate')) {
    expect(await run(command)).toEqual({
      code: 1,
      output: expect.stringContaining('The database is empty'),
    });
  }
  expect(await run(['migrate'])).toEqual({ code: 0, output: expect.stringContaining('Applied 0001_accounts.sql.') });
  expect(await run(['audit'])).toEqual({ code: 0, output: expect.stringContaining('The books are right') });
  const sealed = await run(['audit', '--sealed']);
  expect(sealed).toEqual({ code: 0, output: expect.stringContaining('No month is sealed yet.') });
  expect(await readdir(cwd)).toEqual([]);
});

test('prints the database that each command used', { timeout: 60_000 }, async () => {
  const settings = await readSettings();
  const [cwd, tools] = [await temporaryFolder(), await temporaryFolder()];
  await installTool(tools, 'pg_dump', '');
  for (const command of [...COMMANDS, ['restore', 'absent.dump'] as const]) {
    const { output } = await runCommand(command, { ...settings, PATH: tools }, { cwd });
    expect(output).toMatch(new RegExp(`^Database: PostgreSQL database "${nameOf(settings)}" at /.*:5432\\n`));
  }
});

test('keeps a dump and its new folder private, also while it is written', async () => {
  const settings = await readSettings();
  const [cwd, tools] = [await temporaryFolder(), await temporaryFolder()];
  await installTool(
    tools,
    'pg_dump',
    `const fs = require('node:fs');
     const file = process.argv.find((each) => each.startsWith('--file='))?.slice(7);
     if (file !== undefined) fs.writeFileSync(file, (fs.openSync(file, 'w'), fs.statSync(file).mode & 0o777).toString(8));`,
  );
  const backUp = () => runCommand(['backup', 'new/backups'], { ...settings, PATH: tools }, { cwd, umask: '000' });
  expect(await backUp()).toEqual({ code: 0, output: expect.stringMatching(/\.dump\. It does not contain SECRET/) });
  const folder = path.join(cwd, 'new/backups');
  const [dump = '', ...others] = await readdir(folder);
  expect(others).toEqual([]);
  expect(await readFile(path.join(folder, dump), 'utf8')).toBe('600');
  expect(await readMode(path.join(folder, dump))).toBe(0o600);
  expect([await readMode(folder), await readMode(path.dirname(folder))]).toEqual([0o700, 0o700]);
});

test('leaves no dump behind when a backup fails or pg_dump is missing', async () => {
  const settings = await readSettings();
  const [cwd, tools, empty] = [await temporaryFolder(), await temporaryFolder(), await temporaryFolder()];
  const missing = await runCommand(['backup'], { ...settings, PATH: empty }, { cwd });
  expect(missing).toEqual({
    code: 1,
    output: expect.stringMatching(
      /pg_dump is not installed\. Run this on a machine that has it:\n {2}umask 077; pg_dump .*"\$DATABASE_URL"/,
    ),
  });
  expect(await readdir(cwd)).toEqual([]);
  await installTool(tools, 'pg_dump', "if (!process.argv.includes('--version')) process.exit(3)");
  const failed = await runCommand(['backup'], { ...settings, PATH: tools }, { cwd });
  expect(failed).toEqual({ code: 1, output: expect.stringContaining('pg_dump failed. No backup was written.') });
  expect(await readdir(path.join(cwd, 'backups'))).toEqual([]);
});

test(
  'makes a player an admin and removes a second factor, with an e-mail to the player',
  { timeout: 120_000 },
  async () => {
    const { connection, settings } = await openDatabase();
    const cwd = await temporaryFolder();
    const db = openDb({ connection, log: createLog('silent') });
    onTestFinished(() => db.close());
    const seal = createSeal(settings['SECRET']!);
    const { id } = await addPlayer(db);
    await db.sql`update players set username = 'Kaptan', username_key = 'kaptan' where id = ${id}`;
    await setEmail(db.sql, id, 'kaptan@karat.example');
    await turnOnApp({ db, seal }, id);
    const email = { SMTP_URL: 'smtp://127.0.0.1:1', EMAIL_FROM: 'no-reply@karat.example' };
    const run = async (...command: CommandLine) => {
      const { code, output } = await runCommand(command, { ...settings, ...email }, { cwd });
      return [code, output.replace(/^Database: .*\n/, '').trim()];
    };

    expect(await run('make-admin', 'kaptan')).toEqual([0, 'kaptan is now an admin and has to sign in again.']);
    const removed = 'The second factor of kaptan was removed. All devices were signed out.';
    expect(await run('remove-second-factor', 'kaptan')).toEqual([0, removed]);
    expect(await run('remove-second-factor', 'kaptan')).toEqual([0, 'kaptan has no second factor.']);
    expect(await readEmails({ db, seal }, id)).toMatchObject([
      { template: 'notice.factorChanged', parameters: { change: 'removed-by-staff' } },
    ]);

    await db.sql`update players set state = 'banned' where id = ${id}`;
    expect(await run('make-admin', 'kaptan')).toEqual([1, 'The player "kaptan" is banned. Lift the ban first.']);
  },
);

test.each(['make-admin', 'remove-second-factor'])('%s explains its usage', async (name) => {
  const usage = { code: 1, output: `Usage: npm run ${name} -- <username>\n` };
  expect(await runCommand([name], {})).toEqual(usage);
  expect(await runCommand([name, 'kaptan', 'kimse'], {})).toEqual(usage);
});
