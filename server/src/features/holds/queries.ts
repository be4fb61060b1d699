import type { Sql } from '#db/db.ts';

/** Diamonds of a deposit that can still be reversed, and the last day of them; null while nothing is held. */
export type Held = { readonly held: number; readonly until: string | null };

/**
 * A hold ends with its day, and not before somebody has seen that the trade still stands: it may have been reversed while nobody
 * could look. After so many days more a platform that never answers holds nobody any longer.
 */
const UNSEEN_DAYS = 7;

export async function selectHeld(sql: Sql, playerId: number): Promise<Held> {
  const [held] = await sql<Held>`
    select coalesce(sum(holds.amount), 0)::int8 as held, max(until) as until
    from holds join trade_offers on trade_offers.id = offer_id
    where holds.player_id = ${playerId} and ended_at is null and (until > now() or is_frozen
      or (trade_offers.state = 'CREDITED' and until > now() - ${UNSEEN_DAYS} * interval '1 day'))`;
  return held!;
}

/** A part of a deposit in somebody's hands: which row it is of, and how much. */
export type HeldPart = {
  readonly holdId: number;
  readonly offerId: number;
  readonly amount: number;
  readonly until: string;
};

/** What the player has not paid on yet of what is held, the part that is held longest first; locked, everywhere in this order. */
export function lockUnpassed(sql: Sql, playerId: number): Promise<HeldPart[]> {
  return sql<HeldPart>`
    select holds.id as "holdId", offer_id as "offerId", holds.amount - passed as amount, until
    from holds join trade_offers on trade_offers.id = offer_id
    where holds.player_id = ${playerId} and ended_at is null and passed < holds.amount and (until > now() or is_frozen
      or (trade_offers.state = 'CREDITED' and until > now() - ${UNSEEN_DAYS} * interval '1 day'))
    order by until desc, holds.id desc for no key update of holds`;
}

/** Marks parts as paid on, or with a minus as back. */
export async function addToPassed(sql: Sql, parts: readonly { holdId: number; amount: number }[]): Promise<void> {
  await sql`
    with part as (
      select hold_id, sum(amount)::int8 as amount
      from unnest(${parts.map(({ holdId }) => holdId)}::int8[], ${parts.map(({ amount }) => amount)}::int8[])
        as part (hold_id, amount) group by hold_id
    ), locked as materialized (
      select id, part.amount from holds join part on hold_id = id order by until desc, id desc for no key update of holds
    )
    update holds set passed = passed + locked.amount from locked where holds.id = locked.id`;
}

/**
 * Rows of the receiver for what was paid on to them, as frozen as what they come of. What comes straight back to whoever had it
 * joins their own row again, or two friends could pile up holds by handing one deposit to and fro.
 */
export async function insertPassedOn(sql: Sql, receiverId: number, parts: readonly HeldPart[]): Promise<void> {
  for (const { holdId, amount } of parts) {
    const [home] = await sql<{ id: number; isSpent: boolean }>`
      select parent.id, hold.amount = ${amount} as "isSpent"
      from holds as hold join holds as parent on parent.id = hold.from_id
      where hold.id = ${holdId} and parent.player_id = ${receiverId} and parent.ended_at is null
        and not parent.is_frozen and not hold.is_frozen
      for no key update`;
    if (home === undefined) {
      // A stake may have waited in a room while its deposit was reversed. What comes in many pieces is one row all the same.
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
      await sql`update holds set passed = passed - ${amount} where id = ${home.id}`;
      if (home.isSpent) await sql`delete from holds where id = ${holdId}`;
      else await sql`update holds set amount = amount - ${amount}, passed = passed - ${amount} where id = ${holdId}`;
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

/** The depositor's own is over; what others got of it stays with them until staff have looked. Answers how many there were. */
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

/** What others got of this player's reversed deposits is theirs to use. Answers how many there were. */
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
