import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Connection } from '#db/connection.ts';
import { openClient } from '#db/connection.ts';
import { startEmbedded } from '#db/embedded.ts';
import { migrate } from '#db/migrate.ts';
import { createLog } from '#log.ts';
import type { Figure } from './figures.ts';
import { fillLedger, PLAYERS } from './months/fill.ts';
import { startWagers } from './months/wagers.ts';

const FIRST = '0034_months.sql';
const MIGRATIONS = path.resolve(import.meta.dirname, '../src/db/migrations');
const ROWS = process.argv.includes('--quick') ? 1_000_000 : 10_000_000;
const CLIENTS = 4;
/** A statement of the site waits this long for a lock before it is refused. */
const LOCK_TIMEOUT_MS = 2_000;

type Step = { readonly statement: string; readonly tookMs: number };

/** A log that collects the steps of the migration. */
function createStepLog(steps: Step[]) {
  return createLog('debug', {
    write(line) {
      const { statement, tookMs } = JSON.parse(line) as Partial<Step>;
      if (statement !== undefined && tookMs !== undefined) steps.push({ statement, tookMs });
    },
  });
}

async function fillEarlier(connection: Connection, folder: string): Promise<void> {
  const earlier = path.join(folder, 'earlier');
  await mkdir(earlier);
  for (const name of (await readdir(MIGRATIONS)).filter((each) => each < FIRST)) {
    await cp(path.join(MIGRATIONS, name), path.join(earlier, name));
  }
  await migrate(connection, createLog('warn'), { folder: earlier });
  const client = await openClient(connection);
  await fillLedger(client, ROWS);
  await client.end();
}

async function countRows(connection: Connection): Promise<{ ledger: number; wrong: number }> {
  const client = await openClient(connection);
  const { rows } = await client.query<{ ledger: number; wrong: number }>(`
    select (select count(*)::int4 from ledger) as ledger,
           (select count(*)::int4 from wallets join (
              select player_id, sum(amount) as amount, count(*) as rows from ledger group by player_id
            ) as moved using (player_id) where (balance, version) <> (amount, rows)) as wrong`);
  await client.end();
  return rows[0]!;
}

/** How long it takes to hash the rows of the largest month, as its seal does. */
async function measureHash(connection: Connection): Promise<number> {
  const client = await openClient(connection);
  const startMs = performance.now();
  await client.query(`
    select month_content_hash(format('months.%I', partition_name)::regclass, array(
      select attname::text from pg_attribute where attrelid = 'ledger'::regclass and attnum > 0 order by attnum))
    from month_partitions where table_name = 'ledger' and starts_at = '-infinity'`);
  await client.end();
  return performance.now() - startMs;
}

/** Divides a large ledger into months while clients wager, and reports how long each step takes and the longest wait of a wager. */
export async function months(): Promise<readonly Figure[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'karat-bench-'));
  const embedded = await startEmbedded({ dataDir: folder, log: createLog('warn') });
  try {
    const { connection } = embedded;
    const beganMs = performance.now();
    await fillEarlier(connection, folder);
    const filledMs = performance.now() - beganMs;
    const wagers = await startWagers(connection, {
      clients: CLIENTS,
      players: PLAYERS,
      lockTimeoutMs: LOCK_TIMEOUT_MS,
    });
    await wagers.measure(5_000);
    const usual = wagers.takeFigures();
    const steps: Step[] = [];
    await migrate(connection, createStepLog(steps));
    const during = wagers.takeFigures();
    await wagers.measure(5_000);
    const after = wagers.takeFigures();
    const done = await wagers.stop();
    for (const { statement, tookMs } of steps)
      console.log(`    ${statement.padEnd(44)} ${String(tookMs).padStart(8)} ms`);
    const { ledger, wrong } = await countRows(connection);
    const isWhole = ledger === ROWS + done && wrong === 0;
    console.log(
      `    filled ${ROWS} rows in ${Math.round(filledMs / 1000)} s; ${ledger} rows afterwards, ${isWhole ? 'complete' : 'NOT COMPLETE'}`,
    );
    console.log(`    hashed the rows of the ledger in ${Math.round((await measureHash(connection)) / 1000)} s`);
    return [
      {
        name: `dividing a ledger of ${ROWS} rows: the longest wait of a wager meanwhile / its lock timeout`,
        ratios: [isWhole && during.failed === 0 ? during.longestMs / LOCK_TIMEOUT_MS : Number.POSITIVE_INFINITY],
        atMost: 0.5,
        note: `${Math.round(during.longestMs)} ms; before ${Math.round(usual.longestMs)}, after ${Math.round(after.longestMs)} ms; ${during.done} wagers, ${during.failed} failed`,
      },
    ];
  } finally {
    await embedded.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
