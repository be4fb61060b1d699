import { randomBytes } from 'node:crypto';
import { type Client, DatabaseError } from 'pg';
import { applySettings, clientConfig, type Connection, openClient, type Settings } from './connection.ts';
import { deadlineSettings } from './pool.ts';
import { wireTypes } from './statements.ts';

/** Longer than a server takes to accept a connection. A pooler without a free connection does not answer at all. */
const OPTIONS = { types: wireTypes, query_timeout: 5_000 };

/** A pooler between this process and PostgreSQL does not keep sessions; the message is for the operator. */
export class UnsuitablePooler extends Error {}

const SHARED =
  'The pooler at DATABASE_URL shares connections between transactions. Set it to session mode (PgBouncer: pool_mode = session), or connect to PostgreSQL directly.';
const TOO_SMALL =
  'The pooler at DATABASE_URL gives this process no second connection. Allow as many connections as docs/operating.md says.';

type Mark = { readonly key: string; readonly value: string };
type SessionState = { readonly pid: number; readonly value: string | null; readonly isLocked: boolean };

function newMark(): Mark {
  const bytes = randomBytes(8);
  return { key: bytes.readBigInt64BE().toString(), value: bytes.toString('hex') };
}

/** Sets a setting and takes a lock that nothing else uses. */
async function markSession(client: Client, { key, value }: Mark): Promise<void> {
  await client.query(`select set_config('karat.session', $1, false), pg_advisory_lock($2::int8)`, [value, key]);
}

/** A prepared statement: it fails on another server connection than the one where it was prepared. */
async function readSession(client: Client, { key }: Mark): Promise<SessionState> {
  const { rows } = await client.query<SessionState>({
    name: 'karat_session',
    text: `
      select pg_backend_pid() as pid, current_setting('karat.session', true) as value, exists (
        select from pg_locks
        where locktype = 'advisory' and granted and pid = pg_backend_pid() and objsubid = 1
          and (classid::int8 << 32 | objid::int8) = $1::int8
      ) as "isLocked"`,
    values: [key],
  });
  return rows[0]!;
}

/** The second connection is in a transaction meanwhile, so that a sharing pooler gives the first one another server connection. */
async function doesSessionPersist(client: Client, other: Client): Promise<boolean> {
  const mark = newMark();
  await markSession(client, mark);
  const first = await readSession(client, mark);
  const isWhole = ({ pid, value, isLocked }: SessionState): boolean =>
    pid === first.pid && value === mark.value && isLocked;
  // A pooler that rotates its servers uses another one for the next transaction.
  for (const state of [first, await readSession(client, mark)]) if (!isWhole(state)) return false;
  await other.query('begin');
  const { rows } = await other.query<{ pid: number }>('select pg_backend_pid() as pid');
  if (rows[0]?.pid === first.pid) return false;
  return isWhole(await readSession(client, mark));
}

/** Timeouts and the process name must hold in the transactions after the one that set them. */
async function doSettingsPersist(client: Client, connection: Connection): Promise<boolean> {
  const { application_name: name = '' } = clientConfig(connection);
  const expected: Settings = { ...deadlineSettings(), application_name: name };
  await applySettings(client, deadlineSettings());
  const { rows } = await client.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any($1)',
    [Object.keys(expected)],
  );
  return rows.length === Object.keys(expected).length && rows.every((row) => expected[row.name] === row.setting);
}

/** Prepared statement missing, prepared statement exists already, and a protocol violation by a pooler. */
const SESSION_LOST_STATES = new Set(['26000', '42P05', '08P01']);

function isSessionLost(error: unknown): boolean {
  return error instanceof DatabaseError && SESSION_LOST_STATES.has(error.code ?? '');
}

async function assertSessionPersists(client: Client, connection: Connection): Promise<void> {
  const other = await openClient(connection, OPTIONS).catch((error: unknown) => {
    const isWaiting = error instanceof Error && error.message === 'Query read timeout';
    throw isWaiting ? new UnsuitablePooler(TOO_SMALL, { cause: error }) : error;
  });
  try {
    if ((await doesSessionPersist(client, other)) && (await doSettingsPersist(client, connection))) return;
  } catch (error) {
    if (!isSessionLost(error)) throw error;
  } finally {
    await other.end().catch(() => undefined);
  }
  throw new UnsuitablePooler(SHARED);
}

/** Throws unless settings, locks and prepared statements stay on a connection from one transaction to the next. */
export async function assertSessionPooling(connection: Connection): Promise<void> {
  const client = await openClient(connection, OPTIONS);
  try {
    await assertSessionPersists(client, connection);
  } finally {
    await client.end().catch(() => undefined);
  }
}
