import { STAKE_TYPES } from '@karat/contract/game-transactions';
import type { UserBet } from '@karat/contract/users';
import type { Sql } from '#db/db.ts';

// Stakes are ledger rows. These queries read only the player's index: skipped rows are never fetched.

export async function countStakes(sql: Sql, playerId: number): Promise<number> {
  const [row] = await sql<{ count: number }>`
    select count(*) as count from ledger
    where player_id = ${playerId} and type = any(${STAKE_TYPES}::text[])`;
  return row!.count;
}

type Slice = { readonly playerId: number; readonly offset: number; readonly limit: number };

export async function selectNewestStakes(sql: Sql, { playerId, offset, limit }: Slice): Promise<number[]> {
  const rows = await sql<{ id: number }>`
    select id from ledger
    where player_id = ${playerId} and type = any(${STAKE_TYPES}::text[])
    order by id desc offset ${offset} limit ${limit}`;
  return rows.map(({ id }) => id);
}

/** Stakes with their choices and results, newest first. The reference of each type points to a different table. */
export function selectBetsOf(sql: Sql, lineIds: readonly number[]): Promise<UserBet[]> {
  return sql<UserBet>`
    select coalesce(bet.id, openings.id, seat.id) as id, line.created_at as "createdAt", username,
           is_sandbox as "isSandbox", -line.amount as amount,
           case line.type when 'ROULETTE_BET' then 'roulette' when 'CASE_OPEN' then 'case' else 'duel' end as game,
           coalesce(player_bet, case_versions.name, seat.team) as choice, player_bet as "playerBet",
           case when openings.id is not null then inventory.quick_sell_price
                when seat.id is not null then case when refund.id is null then seat.payout else 0 end
                when round.state = 'SETTLED' then case when player_bet = winner_color then bet.amount * payout_factor else 0 end
                when round.state = 'REFUNDED' then 0 end as "winAmount",
           market_hash_name as item,
           coalesce(round.state = 'REFUNDED', false) or refund.id is not null as "isRefunded",
           bet.round_id as "roundId", coalesce(bet.round_id, openings.id, seat.room_id) as reference
    from ledger as line
    join players on players.id = line.player_id
    left join roulette_bets as bet on bet.id = substring(reference from '^bet:([0-9]{1,18})$')::int8
    left join roulette_rounds as round on round.id = bet.round_id
    left join openings on openings.id = substring(reference from '^open:([0-9]{1,18})$')::int8
    left join case_versions on case_versions.id = openings.version_id
    left join inventory on inventory.id = openings.id
    left join items on items.id = openings.item_id
    left join room_seats as seat on seat.id = substring(reference from '^entry:seat:([0-9]{1,18})$')::int8
    left join ledger as refund on refund.type = 'ROOM_REFUND' and refund.reference = 'refund:seat:' || seat.id
    where line.id = any(${lineIds}::int8[]) order by line.id desc`;
}
