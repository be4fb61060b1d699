import type { Sql } from './session.ts';

/**
 * Has the next statements of the transaction planned for their actual values. A plan for any value may read far more rows: of a rare
 * type, of a long time or of a busy player.
 */
export async function forceCustomPlans(sql: Sql): Promise<void> {
  await sql`set local plan_cache_mode = force_custom_plan`;
}
