import type { Breach, Invariant } from './invariant.ts';

/** Invariants in place of foreign keys on hot tables, and those that make past rolls provable. */
export const referenceInvariants: readonly Invariant[] = [
  {
    name: 'R1',
    statement: 'every opening has its player, version, item and a seed of that player',
    rowKind: 'openings',
    findBreaches: (sql, from) => sql<Breach>`
      with broken as materialized (
        select openings.id
        from openings
        left join players on players.id = openings.player_id
        left join case_versions on case_versions.id = openings.version_id
        left join items on items.id = openings.item_id
        left join seeds on seeds.id = openings.seed_id and seeds.player_id = openings.player_id
        where openings.id > ${from.opening}
          and (players.id is null or case_versions.id is null or items.id is null or seeds.id is null)
      )
      select 'opening ' || id as detail from broken order by id limit 100`,
  },
  {
    name: 'R2',
    statement: 'every owned item is of the catalogue and somebody’s',
    rowKind: 'items',
    findBreaches: (sql, from) => sql<Breach>`
      select 'item ' || inventory.id as detail
      from inventory left join players on players.id = inventory.player_id left join items on items.id = item_id
      where inventory.id > ${from.opening} and (players.id is null or items.id is null)
      order by inventory.id limit 100`,
  },
  {
    name: 'R3',
    statement: 'every player has a wallet, and it rolls with a seed of the player',
    rowKind: 'wallets',
    isFullOnly: true,
    findBreaches: (sql) => sql<Breach>`
      (select 'player ' || players.id || ' has no wallet' as detail
       from players left join wallets on wallets.player_id = players.id where wallets.player_id is null limit 100)
      union all
      (select 'movements of nobody: ' || ledger.player_id
       from (select player_id from open_ledger where player_id is not null union select player_id from sealed_wallets) as ledger
       left join wallets using (player_id) where wallets.player_id is null limit 100)
      union all
      (select 'wallet ' || wallets.player_id || ' rolls with seed ' || seed_id
       from wallets left join seeds on seeds.id = seed_id and seeds.player_id = wallets.player_id and state = 'ACTIVE'
       where seed_id is not null and seeds.id is null limit 100)`,
  },
  {
    name: 'R4',
    statement: 'every version of a case is what its hash and its drops say, and every case offers its own',
    rowKind: 'versions',
    findBreaches: (sql) => sql<Breach>`
      with version as (
        select id, price, name, hash,
               case when hash = encode(sha256(convert_to(canon, 'UTF8')), 'hex') then canon::jsonb end as canon
        from case_versions
      ), dropped as (
        select version_id, jsonb_agg(jsonb_build_array(item_id, tickets) order by item_id) as items,
               sum(tickets) as tickets
        from case_drops group by version_id
      )
      (select 'version ' || id as detail
       from version left join dropped on version_id = id
       where canon is null or canon->'items' is distinct from items or tickets is distinct from 10000
         or canon->>'price' <> price::text or canon->>'case' <> name
       order by id limit 100)
      union all
      (select 'case ' || cases.id
       from cases left join case_versions on case_versions.id = version_id and case_versions.case_id = cases.id
       where case_versions.price is distinct from cases.price order by cases.id limit 100)`,
  },
  {
    name: 'R5',
    statement: 'every ticket gave the item whose interval holds it',
    rowKind: 'openings',
    findBreaches: (sql, from) => sql<Breach>`
      with drop_range as materialized (
        select version_id, item_id, tickets,
               sum(tickets) over (partition by version_id order by item_id) as upto
        from case_drops
      ), broken as materialized (
        select openings.id from openings left join drop_range using (version_id, item_id)
        where openings.id > ${from.opening} and (ticket >= upto - tickets and ticket < upto) is not true
      )
      select 'opening ' || id as detail from broken order by id limit 100`,
  },
  {
    name: 'R6',
    statement: 'every completed mission is a mission, completed by a player',
    rowKind: 'completions',
    isFullOnly: true,
    findBreaches: (sql) => sql<Breach>`
      with broken as materialized (
        select mission_id, player_id, period_start
        from mission_completions
        left join missions on missions.id = mission_id
        left join players on players.id = player_id
        where missions.id is null or players.id is null
      )
      select 'mission ' || mission_id || ' of player ' || player_id || ' since ' || to_char(period_start, 'YYYY-MM-DD')
               as detail
      from broken order by player_id, mission_id, period_start limit 100`,
  },
  {
    name: 'R7',
    statement: 'every bet is a player’s and of a round, and rounds are numbered without a gap',
    rowKind: 'bets',
    findBreaches: (sql, from) => sql<Breach>`
      with broken as materialized (
        select roulette_bets.id
        from roulette_bets
        left join players on players.id = player_id
        left join roulette_rounds on roulette_rounds.id = round_id
        where round_id > ${from.round} and (players.id is null or roulette_rounds.id is null)
      ), unfollowed as materialized (
        select round.id from roulette_rounds as round left join roulette_rounds as before on before.id = round.id - 1
        where round.id > ${from.round} and round.id > 1 and before.id is null
      )
      (select 'bet ' || id as detail from broken order by id limit 100)
      union all
      (select 'round before ' || id from unfollowed order by id limit 100)`,
  },
];
