import type { Sql } from './session.ts';

/** Publishes a message to all processes that listen to the channel, once the surrounding transaction commits. */
export async function publish(sql: Sql, channel: string, payload: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`;
}
