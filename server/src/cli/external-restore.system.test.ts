import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDb } from '#db/db.ts';
import { createLog } from '#log.ts';
import { installTool, runCommand } from '#testing/commands.ts';
import { createTestDatabase } from '#testing/database.ts';
import { temporaryFolder } from '#testing/folders.ts';
import { sharedDatabase, type SiteProcess, startSite } from '#testing/site-process.ts';

const REFUSAL = 'Karat did not start. A backup was restored, but its seeds and chains may already be known';
const ANOTHER_SECRET = 'x'.repeat(32);
const STAND_IN = path.resolve(import.meta.dirname, '../testing/restore-process.ts');

async function createStore(template?: 'template0') {
  const database = await createTestDatabase(template);
  onTestFinished(() => database.drop());
  const db = openDb({ connection: database.connection, log: createLog('silent') });
  onTestFinished(() => db.close());
  return { settings: sharedDatabase(database.connection), sql: db.sql };
}

async function start(settings: Readonly<Record<string, string>>): Promise<SiteProcess> {
  const site = await startSite(await temporaryFolder(), settings);
  onTestFinished(() => site.kill());
  return site;
}

test('does not start on a dump restored by hand until its secrets are rotated', { timeout: 120_000 }, async () => {
  const { settings, sql } = await createStore();
  await (await start(settings)).stop();
  // A plain restart is not taken for a restore.
  await (await start(settings)).stop();

  // Like pg_restore: recreates the table and fills its row from the dump.
  await sql`create table from_dump (like database_origin including all)`;
  await sql`insert into from_dump select * from database_origin`;
  await sql`drop table database_origin`;
  await sql`alter table from_dump rename to database_origin`;
  await expect(start(settings)).rejects.toThrow(`${REFUSAL} and were not rotated. Run npm run rotate-secrets.`);
  expect((await runCommand(['rotate-secrets'], settings)).code).toBe(0);
  await (await start(settings)).stop();

  await sql`update database_origin set cluster_id = 'another cluster'`;
  await expect(start(settings)).rejects.toThrow(REFUSAL);
});

test(
  'db:restore rotates the secrets of a dump, and the site does not start if that failed',
  { timeout: 120_000 },
  async () => {
    const { settings } = await createStore('template0');
    const folder = await temporaryFolder();
    const dump = path.join(folder, 'karat.dump');
    await writeFile(dump, settings['SECRET']!);
    await installTool(
      folder,
      'pg_restore',
      `if (!process.argv.includes('--version')) import(${JSON.stringify(STAND_IN)});`,
    );
    const restore = (variables: Record<string, string> = {}) =>
      runCommand(['restore', dump], { ...settings, PATH: folder, ...variables });

    const failed = await restore({ SECRET: ANOTHER_SECRET });
    expect(failed.code).toBe(1);
    expect(failed.output).toContain('Run npm run rotate-secrets before you start the site');
    expect(failed.output).toContain('The seeds of 1 player cannot be decrypted with this SECRET');
    await expect(start(settings)).rejects.toThrow(REFUSAL);
    expect(await runCommand(['rotate-secrets'], settings)).toEqual({
      code: 0,
      output: expect.stringContaining('revealed the seeds of 1 player'),
    });
    await (await start(settings)).stop();
    expect(await restore()).toEqual({
      code: 1,
      output: expect.stringContaining('The database already contains a site.'),
    });
  },
);

test('db:restore into an empty database leaves a site that starts', { timeout: 60_000 }, async () => {
  const { settings } = await createStore('template0');
  const [folder, empty] = [await temporaryFolder(), await temporaryFolder()];
  const dump = path.join(folder, 'karat.dump');
  await writeFile(dump, settings['SECRET']!);
  const missing = await runCommand(['restore', dump], { ...settings, PATH: empty });
  expect(missing).toEqual({
    code: 1,
    output: expect.stringMatching(/pg_restore --no-owner .*\n.*npm run rotate-secrets\n$/),
  });

  await installTool(folder, 'pg_restore', 'process.exit(process.argv.includes("--version") ? 0 : 1)');
  const failed = await runCommand(['restore', dump], { ...settings, PATH: folder });
  expect(failed).toEqual({ code: 1, output: expect.stringContaining('pg_restore failed. The database is unchanged.') });

  await installTool(
    folder,
    'pg_restore',
    `if (!process.argv.includes('--version')) import(${JSON.stringify(STAND_IN)});`,
  );
  const restored = await runCommand(['restore', dump], { ...settings, PATH: folder });
  expect(restored).toEqual({ code: 0, output: expect.stringContaining('revealed the seeds of 1 player') });
  await (await start(settings)).stop();
});
