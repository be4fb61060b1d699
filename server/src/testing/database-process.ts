import { createLog } from '#log.ts';
import { openDb } from '#db/db.ts';
import { startEmbedded } from '#db/embedded.ts';

// A process that tests kill. It starts the embedded database, commits one number after another, and prints each.
const [, , dataDir = ''] = process.argv;
const log = createLog('silent');
const embedded = await startEmbedded({ dataDir, log });
const db = openDb({ connection: embedded.connection, log });
await db.sql`create table if not exists acknowledged (number bigint primary key)`;
process.stdout.write('ready\n');

let isStopping = false;
process.once('SIGTERM', () => (isStopping = true));
const [latest] = await db.sql<{ number: number }>`select coalesce(max(number), 0) as number from acknowledged`;
for (let number = (latest?.number ?? 0) + 1; !isStopping; number++) {
  await db.sql`insert into acknowledged (number) values (${number})`;
  process.stdout.write(`${number}\n`);
}
await db.close();
await embedded.stop();
