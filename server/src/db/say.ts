import type { Sql } from './session.ts';

/** Said to whoever listens to the channel, in every process, once the transaction around it is durable. */
export async function say(sql: Sql, channel: string, payload: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`;
}
