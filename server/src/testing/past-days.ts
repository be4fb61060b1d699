import type { Db } from '#db/db.ts';

/** Moves everything that reports read a day back, past the triggers that keep these tables from changing. */
export async function letADayPass(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.sql`set local session_replication_role = replica`;
    await tx.sql`update ledger set created_at = created_at - interval '1 day'`;
    await tx.sql`update openings set created_at = created_at - interval '1 day'`;
    await tx.sql`update trade_offer_events set created_at = created_at - interval '1 day'`;
    await tx.sql`update listings set closed_at = closed_at - interval '1 day'`;
    await tx.sql`update item_prices set since = since - interval '1 day'`;
    await tx.sql`update rooms set ended_at = ended_at - interval '1 day'`;
    await tx.sql`update roulette_rounds set ended_at = ended_at - interval '1 day'`;
  });
}
