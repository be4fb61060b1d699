import { readFile } from 'node:fs/promises';
import { openDb } from '#db/db.ts';
import { migrate } from '#db/migrate.ts';
import { createSeeds } from '#features/fairness/fairness.ts';
import { createLog } from '#log.ts';
import { createSeal } from '#seal.ts';
import { addPlayer } from './fixtures.ts';

// Replaces pg_restore, whose version seldom matches the test server. Creates the tables of a site that ran elsewhere, with a
// player whose seeds are sealed with the text of the dump as secret.
const log = createLog('silent');
const connection = process.argv.find((each) => each.startsWith('--dbname='))?.slice('--dbname='.length) ?? '';
const dump = await readFile(process.argv.at(-1) ?? '', 'utf8');
const db = openDb({ connection, log });
await db.sql`drop table if exists database_origin`;
await migrate(connection, log);
await db.sql`insert into database_origin values (true, '1', 'another cluster', false)`;
const { id } = await addPlayer(db);
await createSeeds({ db, seal: createSeal(dump) }).ensure(id);
await db.close();
