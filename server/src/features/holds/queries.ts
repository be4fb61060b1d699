import type { Sql } from '#db/db.ts';

/** Diamonds from deposits that can still be reversed, and when the last hold ends; null if nothing is held. */
export type Held = { readonly held: number; readonly until: string | null };

/**
 * A hold ends with its period, but only after a check that the trade still stands, because it may have been reversed while Steam did not
 * answer. If Steam never answers, the hold ends after this many more days.
 */
const UNCONFIRMED_DAYS = 7;

export async function selectHeld(sql: Sql, playerId: number): Promise<Held> {
  const [held] = await sql<Held>`
    select coalesce(sum(holds.amount), 0)::int8 as held, max(until) as until
    from holds join trade_offers on trade_offers.id = offer_id
    where holds.player_id = ${playerId} and ended_at is null and (until > now() or is_frozen
      or (trade_offers.state = 'CREDITED' and until > now() - ${UNCONFIRMED_DAYS} * interval '1 day'))`;
  return held!;
}

/** A part of a deposit that a player has: the hold it belongs to, and how much. */
export type HeldPart = {
  readonly holdId: number;
  readonly offerId: number;
  readonly amount: number;
  readonly until: string;
};

/** The held parts that the player has not passed on yet, the longest hold first. Locked, everywhere in this order. */
export function lockUnpassedParts(sql: Sql, playerId: number): Promise<HeldPart[]> {
  return sql<HeldPart>`
    select holds.id as "holdId", offer_id as "offerId", holds.amount - passed_on as amount, until
    from holds join trade_offers on trade_offers.id = offer_id
    where holds.player_id = ${playerId} and ended_at is null and passed_on < holds.amount and (until > now() or is_frozen
      or (trade_offers.state = 'CREDITED' and until > now() - ${UNCONFIRMED_DAYS} * interval '1 day'))
    order by until desc, holds.id desc for no key update of holds`;
}

/** Marks parts as passed on; a negative amount takes that back. */
export async function addToPassed(sql: Sql, parts: readonly { holdId: number; amount: number }[]): Promise<void> {
  await sql`
    with part as (
      select hold_id, sum(amount)::int8 as amount
      from unnest(${parts.map(({ holdId }) => holdId)}::int8[], ${parts.map(({ amount }) => amount)}::int8[])
        as part (hold_id, amount) group by hold_id
    ), locked as materialized (
      select id, part.amount from holds join part on hold_id = id order by until desc, id desc for no key update of holds
    )
    update holds set passed_on = passed_on + locked.amount from locked where holds.id = locked.id`;
}

/**
 * Inserts holds of the receiver for the parts passed on to them, frozen like their source. Parts that return to their previous
 * owner join that owner's hold again; otherwise two players could pile up holds by passing one deposit back and forth.
 */
export async function insertPassedParts(sql: Sql, receiverId: number, parts: readonly HeldPart[]): Promise<void> {
  for (const { holdId, amount } of parts) {
    const [parentHold] = await sql<{ id: number; isSpent: boolean }>`
      select parent.id, hold.amount = ${amount} as "isSpent"
      from holds as hold join holds as parent on parent.id = hold.from_id
      where hold.id = ${holdId} and parent.player_id = ${receiverId} and parent.ended_at is null
        and not parent.is_frozen and not hold.is_frozen
      for no key update`;
    if (parentHold === undefined) {
      // A stake may have been in a room while its deposit was reversed. Many parts of one source share a row.
      await sql`
        with source as (
          select holds.id, offer_id, until,
                 is_frozen or (trade_offers.state = 'REVERSED' and flagged_at is not null) as is_frozen
          from holds join trade_offers on trade_offers.id = offer_id join players on players.id = trade_offers.player_id
          where holds.id = ${holdId}
        ), joined as (
          update holds set amount = holds.amount + ${amount}
          from source
          where holds.is_frozen = source.is_frozen and holds.ended_at is null and holds.id = (
            select min(id) from holds as known
            where known.player_id = ${receiverId} and known.from_id = source.id and known.ended_at is null
              and known.is_frozen = source.is_frozen)
          returning holds.id
        )
        insert into holds (player_id, offer_id, amount, until, is_frozen, from_id)
        select ${receiverId}, offer_id, ${amount}, until, is_frozen, id from source where not exists (select from joined)`;
    } else {
      await sql`update holds set passed_on = passed_on - ${amount} where id = ${parentHold.id}`;
      if (parentHold.isSpent) await sql`delete from holds where id = ${holdId}`;
      else
        await sql`update holds set amount = amount - ${amount}, passed_on = passed_on - ${amount} where id = ${holdId}`;
    }
  }
}

export async function selectIsFlagged(sql: Sql, playerId: number): Promise<boolean> {
  const [player] = await sql<{ isFlagged: boolean }>`
    select flagged_at is not null or state = 'deleted' as "isFlagged" from players where id = ${playerId}`;
  return player?.isFlagged ?? false;
}

export async function insertDepositHold(sql: Sql, offerId: number): Promise<void> {
  await sql`
    insert into holds (player_id, offer_id, amount, until)
    select player_id, id, amount, held_until from trade_offers where id = ${offerId}`;
}

/** Ends the depositor's own hold and freezes what others got of it until staff have checked. Returns the number of rows. */
export async function freezeHolds(sql: Sql, offerId: number): Promise<number> {
  const rows = await sql`
    with locked as materialized (
      select id from holds where offer_id = ${offerId} and ended_at is null and not is_frozen
      order by until desc, id desc for no key update
    )
    update holds set ended_at = case when from_id is null then now() end, is_frozen = from_id is not null
    from locked where holds.id = locked.id returning holds.id`;
  return rows.length;
}

/** Releases what others got of this player's reversed deposits. Returns the number of rows. */
export async function endFrozenHolds(sql: Sql, depositorId: number): Promise<number> {
  const rows = await sql`
    with locked as materialized (
      select holds.id from holds join trade_offers on trade_offers.id = offer_id
      where trade_offers.player_id = ${depositorId} and is_frozen and ended_at is null
      order by until desc, holds.id desc for no key update of holds
    )
    update holds set ended_at = now(), is_frozen = false from locked where holds.id = locked.id returning holds.id`;
  return rows.length;
}
