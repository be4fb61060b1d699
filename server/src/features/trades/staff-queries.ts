import type { Sql } from '#db/db.ts';

/** Let go by staff. */
export async function updateApproved(sql: Sql, offerId: number, actorId: number): Promise<void> {
  await sql`
    update trade_offers
    set state = 'CREATED', approved_by = ${actorId}, look_at = clock_timestamp(), updated_at = clock_timestamp()
    where id = ${offerId}`;
}

/**
 * One that was given up is new again. Its skins may be asked for once more, or break `trade_offer_skins_one_open`; a withdrawal
 * takes whichever is in stock by now.
 */
export async function updateRetried(sql: Sql, offerId: number): Promise<void> {
  await sql`
    update trade_offers
    set state = 'CREATED', reason = null, cancel_reason = null, cancelled_by = null,
        look_at = clock_timestamp(), updated_at = clock_timestamp()
    where id = ${offerId}`;
  await sql`
    update trade_offer_skins set is_open = true, asset_id = case when kind = 'deposit' then asset_id end
    from trade_offers where offer_id = ${offerId} and trade_offers.id = offer_id`;
}

export async function updateFlag(sql: Sql, playerId: number): Promise<void> {
  await sql`update players set flagged_at = coalesce(flagged_at, now()) where id = ${playerId}`;
}

/** Whether there was one. */
export async function clearFlagOf(sql: Sql, playerId: number): Promise<boolean> {
  const rows = await sql`
    update players set flagged_at = null where id = ${playerId} and flagged_at is not null returning id`;
  return rows.length > 0;
}

export async function hasPlayer(sql: Sql, playerId: number): Promise<boolean> {
  return (await sql`select from players where id = ${playerId}`).length > 0;
}

/**
 * Reversals come together: what else the player has under hold is looked at now, and what is still open is called off. One that is
 * just being changed is left to whoever does: it is looked at anyway, or refused by the flag.
 */
export async function updateOthersOfFlagged(sql: Sql, playerId: number, cancelReason: string): Promise<number[]> {
  const rows = await sql<{ id: number }>`
    with other as (
      select id, state in ('AWAITING_APPROVAL', 'CREATED', 'SENT') as is_open from trade_offers
      where player_id = ${playerId} and state in ('AWAITING_APPROVAL', 'CREATED', 'SENT', 'HELD', 'CREDITED', 'DELIVERED')
      for no key update skip locked
    )
    update trade_offers
    set look_at = clock_timestamp(),
        cancel_reason = case when is_open then coalesce(cancel_reason, ${cancelReason}) else cancel_reason end
    from other where trade_offers.id = other.id
    returning trade_offers.id`;
  return rows.map(({ id }) => id);
}

/** The skin came back to us: it is the player's, but bound until staff have looked. */
export async function updateItemReturned(sql: Sql, inventoryId: number): Promise<void> {
  await sql`update inventory set state = 'WITHDRAWING' where id = ${inventoryId} and state = 'WITHDRAWN'`;
}

/** What came back of reversed withdrawals is the player's to use again; answers which. */
export async function updateReturnedToOwned(sql: Sql, playerId: number): Promise<number[]> {
  const rows = await sql<{ id: number }>`
    update inventory set state = 'OWNED'
    where player_id = ${playerId} and state = 'WITHDRAWING' and not exists (
      select from trade_offers
      where inventory_id = inventory.id and state in ('AWAITING_APPROVAL', 'CREATED', 'SENT', 'DELIVERED', 'FINAL'))
    returning id`;
  return rows.map(({ id }) => id);
}
