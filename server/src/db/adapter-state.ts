import type { Sql } from './session.ts';

/** Values that adapters keep across restarts. Secrets must be sealed by the caller. */
export function createAdapterState(sql: Sql) {
  return {
    async load(name: string): Promise<unknown> {
      const [row] = await sql<{ value: unknown }>`select value from adapter_state where name = ${name}`;
      return row?.value;
    },
    async save(name: string, value: unknown): Promise<void> {
      await sql`
        insert into adapter_state (name, value) values (${name}, ${JSON.stringify(value)})
        on conflict (name) do update set value = excluded.value, updated_at = now()`;
    },
  };
}
