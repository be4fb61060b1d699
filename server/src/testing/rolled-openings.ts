import assert from 'node:assert/strict';
import { type Drop, dropAt, dropsOfCanon } from '@karat/rules/fairness';
import type { Deps } from '#deps.ts';
import { drawTicket, type Seeds } from '#features/fairness/fairness.ts';
import { takeStake } from '#features/stakes/stakes.ts';
import { noopLive } from '#live/noop-live.ts';

type OpeningOptions = {
  readonly playerId: number;
  readonly caseName: string;
  readonly count?: number;
  readonly entropy?: string;
  readonly requestKey?: string;
  readonly ageSeconds?: number;
  /** Replaces the draw, to test that cheating is detected. */
  readonly ticketOf?: (nonce: number) => number;
};

/** Opens a case as the site does, but without batching: stake, draw, ledger row, item and record in one transaction. */
export function openCaseDirectly(
  { db, env }: Pick<Deps, 'db' | 'env'>,
  seeds: Seeds,
  opened: OpeningOptions,
): Promise<number[]> {
  const { playerId, caseName, count = 1, entropy = '', requestKey = null, ageSeconds = 0 } = opened;
  return db.transaction(async (tx) => {
    const [box] = await tx.sql<{ versionId: number; price: number; hash: string; canon: string }>`
      select case_versions.id as "versionId", case_versions.price, hash, canon
      from cases join case_versions on case_versions.id = version_id where cases.name = ${caseName}`;
    const { versionId, price, hash: caseHash, canon } = box!;
    const wager = { playerId, amount: price * count, movements: count, rolls: count, country: undefined };
    const stake = await takeStake(tx, { env, live: noopLive }, wager);
    assert(stake.seedId !== null, 'the stake was taken without a seed');
    const seed = (await seeds.open(tx.sql, [stake.seedId])).get(stake.seedId)!;
    const drops: readonly Drop[] = dropsOfCanon(canon);
    const nonces = Array.from({ length: count }, (_, index) => stake.nonce + index);
    const tickets = nonces.map(opened.ticketOf ?? ((nonce) => drawTicket({ ...seed, caseHash, entropy, nonce })));
    const rows = await tx.sql<{ id: number }>`
      with rolled as materialized (
        select nextval('inventory_ids') as id, nonce, ticket, item_id, place
        from unnest(${nonces}::int8[], ${tickets}::int4[],
                    ${tickets.map((ticket) => dropAt(drops, ticket).itemId)}::int8[])
          with ordinality as sent (nonce, ticket, item_id, place)
      ), line as (
        insert into ledger (type, reference, player_id, account, amount, old_balance, new_balance)
        select 'CASE_OPEN', 'open:' || id, ${playerId}, 'house:cases', -${price}::int8,
               ${stake.balance}::int8 + (${count}::int8 - place + 1) * ${price}::int8,
               ${stake.balance}::int8 + (${count}::int8 - place) * ${price}::int8
        from rolled
      ), item as (
        insert into inventory (id, player_id, item_id, quick_sell_price)
        select rolled.id, ${playerId}, item_id, quick_sell_price from rolled join items on items.id = item_id
      )
      insert into openings (id, player_id, version_id, seed_id, nonce, entropy, ticket, item_id, request_key,
                            request_count, created_at)
      select id, ${playerId}, ${versionId}, ${stake.seedId}, nonce, ${entropy}, ticket, item_id,
             case when place = 1 then ${requestKey}::text end,
             case when place = 1 and ${requestKey}::text is not null then ${count}::int2 end,
             now() - ${ageSeconds} * interval '1 second'
      from rolled order by place
      returning id`;
    return rows.map(({ id }) => id);
  });
}
