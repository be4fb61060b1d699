import type { TransactionType } from '@karat/contract/wallet';
import type { Sql } from '#db/db.ts';

/** Ledger types that count as stakes and as winnings. */
export type LedgerTypes = { readonly stakes: readonly TransactionType[]; readonly wins: readonly TransactionType[] };

/** A player's totals up to a ledger row and an opening. */
export type StatisticsTotals = {
  readonly ledgerId: number;
  readonly openingId: number;
  readonly wagered: number;
  readonly paid: number;
  readonly itemsSold: number;
  readonly missionsClaimed: number;
  readonly missionRewards: number;
  readonly casesOpened: number;
  readonly itemsWon: number;
  readonly bestId: number | null;
  readonly bestPrice: number;
};

type Position = Pick<StatisticsTotals, 'ledgerId' | 'openingId'> & { readonly playerId: number };

/**
 * Totals of the next rows, at most `limit` of each table, and whether these were the last. One statement, for a consistent
 * snapshot. Items count at their quick sell price.
 */
export async function sumAfter(
  sql: Sql,
  { playerId, ledgerId, openingId }: Position,
  { stakes, wins, limit }: LedgerTypes & { readonly limit: number },
): Promise<StatisticsTotals & { readonly isLast: boolean }> {
  const [sums] = await sql<StatisticsTotals & { isLast: boolean }>`
    with line as (
      select count(*) as lines, coalesce(max(id), ${ledgerId}) as "ledgerId",
             coalesce(-sum(amount) filter (where type = any(${stakes}::text[])), 0)::int8 as wagered,
             coalesce(sum(amount) filter (where type = any(${wins}::text[])), 0)::int8 as paid,
             count(*) filter (where type in ('QUICK_SELL', 'MARKET_SALE')) as "itemsSold",
             count(*) filter (where type = 'MISSION_REWARD') as "missionsClaimed",
             coalesce(sum(amount) filter (where type = 'MISSION_REWARD'), 0)::int8 as "missionRewards"
      from (select id, type, amount from ledger
            where player_id = ${playerId} and id > ${ledgerId} order by id limit ${limit}) as next
    ), won as materialized (
      select next.id, item.price
      from (select id from openings
            where player_id = ${playerId} and id > ${openingId} order by id limit ${limit}) as next
      -- Lateral lookup by key: for a join of that size the planner would scan the whole inventory.
      cross join lateral (select quick_sell_price as price from inventory where id = next.id offset 0) as item
    ), best as (
      select id as "bestId", price as "bestPrice" from won order by price desc, id limit 1
    ), items as (
      select coalesce(max(id), ${openingId}) as "openingId", count(*) as "casesOpened",
             coalesce(sum(price), 0)::int8 as "itemsWon"
      from won
    )
    select line.*, items.*, "bestId", coalesce("bestPrice", 0) as "bestPrice",
           lines < ${limit} and "casesOpened" < ${limit} as "isLast"
    from line cross join items left join best on true`;
  return sums!;
}

export type DropRow = {
  readonly id: number;
  readonly market_hash_name: string;
  readonly image: string;
  readonly skinRarity: string;
  readonly skinExterior: string;
  readonly price: number;
  readonly caseName: string;
  readonly createdAt: string;
};

/** An opening's item, with the name that the case had then. */
export async function selectDrop(sql: Sql, openingId: number): Promise<DropRow | undefined> {
  const [drop] = await sql<DropRow>`
    select openings.id, market_hash_name, items.image, rarity as "skinRarity", exterior as "skinExterior",
           inventory.quick_sell_price as price, case_versions.name as "caseName", openings.created_at as "createdAt"
    from openings
    join case_versions on case_versions.id = version_id
    join inventory on inventory.id = openings.id
    join items on items.id = openings.item_id
    where openings.id = ${openingId}`;
  return drop;
}

export async function selectMemberSince(sql: Sql, playerId: number): Promise<string> {
  const [player] = await sql<{ createdAt: string }>`
    select created_at as "createdAt" from players where id = ${playerId}`;
  return player!.createdAt;
}
