import type { Sql } from '#db/db.ts';

/** The epoch of a loop's lease; 0 if the loop has not run. */
export async function selectEpoch(sql: Sql, name: string): Promise<number> {
  const [lease] = await sql<{ epoch: number }>`select epoch from leases where name = ${name}`;
  return lease?.epoch ?? 0;
}

export type RoundRow = { readonly id: number; readonly state: string };

export async function selectLastRound(sql: Sql): Promise<RoundRow> {
  const [round] = await sql<RoundRow>`select id, state from roulette_rounds order by id desc limit 1`;
  return round ?? { id: 0, state: 'none' };
}

/** Ends all connections of the site's processes; returns how many. */
export async function terminateConnections(sql: Sql): Promise<number> {
  const ended = await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name like 'karat %' and application_name <> current_setting('application_name')`;
  return ended.length;
}

/** How far the settlement of a round is: players up to this id are paid. */
export type Progress = { readonly paidTo: number; readonly isEnded: boolean };

export async function selectProgress(sql: Sql, roundId: number): Promise<Progress> {
  const [progress] = await sql<Progress>`
    select paid_to as "paidTo", ended_at is not null as "isEnded" from roulette_rounds where id = ${roundId}`;
  return progress!;
}
