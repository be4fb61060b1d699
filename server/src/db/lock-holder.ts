import type { SharedClient } from './shared-client.ts';

/** A process that holds locks and has sent nothing on that connection since. */
export type SilentHolder = { readonly processName: string; readonly silentSince: string };

/**
 * The holders of these locks that are silent for longer than `silentMs` by the database clock. Considers only processes with our
 * naming scheme, which send a heartbeat every second, and never this process itself.
 */
export function selectSilentHolders(
  client: Pick<SharedClient, 'query'>,
  locks: { readonly names: readonly string[]; readonly silentMs: number },
): Promise<SilentHolder[]> {
  return client.query<SilentHolder>(
    // Materialized: otherwise all connections are looked at once for each lock.
    `with holders as materialized (
       select distinct pid from pg_locks
       where locktype = 'advisory' and granted and objsubid = 1
         and database = (select oid from pg_database where datname = current_database())
         and (classid::int8 << 32 | objid::int8) in (select hashtextextended(name, 0) from unnest($1::text[]) as name)
     ), silent as materialized (
       select pid, application_name, state_change from pg_stat_activity
       where state_change <= clock_timestamp() - $2 * interval '1 millisecond'
         and usename = session_user
         and application_name ~ '^karat [0-9a-f]{8}$' and application_name <> current_setting('application_name')
     )
     select distinct application_name as "processName", state_change::text as "silentSince"
     from holders join silent using (pid)`,
    [locks.names, locks.silentMs],
  );
}

/**
 * Ends every connection of a process, which frees its locks and rolls back its open transactions. A frozen process would keep
 * them for ever, because its kernel keeps the connections alive.
 */
export async function endConnections(client: Pick<SharedClient, 'query'>, processName: string): Promise<void> {
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and usename = session_user and application_name = $1`,
    [processName],
  );
}

/** How many connections hold a lock together. */
export async function countHolders(client: Pick<SharedClient, 'query'>, name: string): Promise<number> {
  const [row] = await client.query<{ total: number }>(
    `select count(*)::int4 as total from pg_locks
     where locktype = 'advisory' and granted and objsubid = 1
       and database = (select oid from pg_database where datname = current_database())
       and (classid::int8 << 32 | objid::int8) = hashtextextended($1, 0)`,
    [name],
  );
  return row?.total ?? 0;
}
