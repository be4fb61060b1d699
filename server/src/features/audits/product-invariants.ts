import type { Breach, Invariant } from './invariant.ts';

/** Invariants between the tables of the product and the ledger. */
export const productInvariants: readonly Invariant[] = [
  {
    name: 'I12',
    statement: 'every opening paid the price of its version once and gave one item',
    rowKind: 'openings',
    findBreaches: (sql, from) => sql<Breach>`
      with broken as materialized (
        select openings.id
        from openings
        left join case_versions on case_versions.id = openings.version_id
        left join ledger on ledger.type = 'CASE_OPEN' and ledger.reference = 'open:' || openings.id
        left join inventory on inventory.id = openings.id
        where openings.id > ${from.opening} and (
          ledger.amount is distinct from -case_versions.price or ledger.player_id is distinct from openings.player_id
          or ledger.account is distinct from 'house:cases' or inventory.item_id is distinct from openings.item_id)
      )
      select 'opening ' || id as detail from broken order by id limit 100`,
  },
  {
    name: 'I13',
    statement: 'no price was paid and no item given without an opening',
    rowKind: 'openings',
    findBreaches: (sql, from) => sql<Breach>`
      with line as (
        select id, case when reference ~ '^open:[0-9]{1,18}$' then substr(reference, 6)::int8 end as opening_id
        from ledger where id > ${from.ledgerId} and type = 'CASE_OPEN'
      ), unopened as materialized (
        select line.id from line left join openings on openings.id = opening_id where openings.id is null
      ), unearned as materialized (
        select inventory.id from inventory left join openings on openings.id = inventory.id
        where inventory.id > ${from.opening} and openings.id is null
      )
      (select 'line ' || id as detail from unopened order by id limit 100)
      union all
      (select 'item ' || id from unearned order by id limit 100)`,
  },
  {
    name: 'I14',
    statement: 'every sold item was paid once, at its copied price, and no other',
    rowKind: 'items',
    findBreaches: (sql, from) => sql<Breach>`
      with sale as (
        select id as line_id, player_id, account, amount,
               case when reference ~ '^sell:[0-9]{1,18}$' then substr(reference, 6)::int8 end as sold_id
        from ledger where id > ${from.ledgerId} and type = 'QUICK_SELL'
      ), looked as (
        select id from inventory where id > ${from.opening} union select sold_id from sale
      ), broken as materialized (
        select inventory.id
        from looked join inventory using (id)
        left join ledger on ledger.type = 'QUICK_SELL' and ledger.reference = 'sell:' || inventory.id
        where case when state = 'SOLD' and quick_sell_price > 0
                   then ledger.amount is distinct from quick_sell_price
                     or ledger.player_id is distinct from inventory.player_id
                     or ledger.account is distinct from 'house:items'
                   else ledger.id is not null end
      )
      (select 'item ' || id as detail from broken order by id limit 100)
      union all
      (select 'line ' || line_id from sale left join inventory on inventory.id = sold_id
       where inventory.id is null order by line_id limit 100)`,
  },
  {
    name: 'I16',
    statement: 'the rolls of every seed are numbered from 0, with no gap and no repeat',
    rowKind: 'seeds',
    findBreaches: (sql, from) => sql<Breach>`
      with touched as (
        select distinct seed_id from openings where id > ${from.opening}
      ), rolled as (
        select seed_id, count(*) as rolls, count(distinct nonce) as nonces, min(nonce) as first, max(nonce) as last
        from openings where seed_id in (select seed_id from touched) group by seed_id
      )
      (select 'seed ' || seed_id as detail from rolled
       where first <> 0 or last <> rolls - 1 or nonces <> rolls order by seed_id limit 100)
      union all
      (select 'wallet ' || player_id || ' is at roll ' || nonce || ' of ' || coalesce(rolls, 0)
       from wallets left join rolled using (seed_id)
       where nonce <> coalesce(rolls, 0) and (seed_id in (select seed_id from touched) or ${from.opening}::int8 = 0)
       order by player_id limit 100)`,
  },
  {
    name: 'I17',
    statement: 'every mission reward was paid once for a claimed completion, and every claimed completion was paid',
    rowKind: 'completions',
    findBreaches: (sql, from) => sql<Breach>`
      with line as (
        select id, player_id, account, amount, named[1]::int8 as owner_id, named[2]::int8 as mission_id,
               named[3] || '-' || named[4] || '-' || named[5] as period,
               -- Matches the key of completions. An invalid date becomes another date here, where a cast would fail.
               (date '0001-01-01' + make_interval(years => named[3]::int - 1, months => named[4]::int - 1,
                                                  days => named[5]::int - 1))::date as period_start
        from ledger
        left join lateral regexp_match(
          reference, '^mission:([0-9]{1,18}):([0-9]{1,18}):([0-9]{4})-([0-9]{2})-([0-9]{2})$') as named on true
        where id > ${from.ledgerId} and type = 'MISSION_REWARD'
      ), unearned as materialized (
        select line.id from line
        left join mission_completions as completion on completion.player_id = line.owner_id
          and completion.mission_id = line.mission_id and completion.period_start = line.period_start
          and to_char(completion.period_start, 'YYYY-MM-DD') = period
        where claimed_at is null or reward is distinct from amount or line.player_id is distinct from owner_id
          or account <> 'house:missions'
      ), claim as (
        select 'mission:' || player_id || ':' || mission_id || ':' || to_char(period_start, 'YYYY-MM-DD') as reference,
               player_id, reward
        from mission_completions
        where claimed_at >= coalesce(
          (select created_at - interval '1 minute' from ledger where id <= ${from.ledgerId} order by id desc limit 1),
          '-infinity')
      ), unpaid as materialized (
        select claim.reference from claim
        left join ledger on ledger.type = 'MISSION_REWARD' and ledger.reference = claim.reference
        where ledger.amount is distinct from reward or ledger.player_id is distinct from claim.player_id
      )
      (select 'line ' || id as detail from unearned order by id limit 100)
      union all
      (select reference from unpaid order by reference limit 100)`,
  },
  {
    name: 'I18',
    statement: 'players and escrow hold what the house and the outside gave',
    rowKind: 'movements',
    isFullOnly: true,
    findBreaches: (sql) => sql<Breach>`
      select 'sum ' || sum(total) as detail from (
        select sum(balance) as total from wallets
        union all select -sum(amount) from open_ledger
        union all select sum(amount) from open_ledger where to_account is not null
        union all select sum(amount) from sealed_accounts
      ) as held
      having sum(total) <> 0`,
  },
  {
    name: 'A1',
    statement: 'every adjustment by staff is one movement, and no such movement is without one',
    rowKind: 'adjustments',
    findBreaches: (sql, from) => sql<Breach>`
      (select 'adjustment ' || adjustments.id as detail
       from adjustments
       left join ledger on ledger.type = 'ADMIN_ADJUST' and ledger.reference = 'adjust:' || adjustments.id
       where ledger.amount is distinct from adjustments.amount or ledger.player_id is distinct from adjustments.player_id
         or ledger.account is distinct from 'external:adjust'
       order by adjustments.id limit 100)
      union all
      (select 'line ' || ledger.id from ledger
       left join adjustments on ledger.reference = 'adjust:' || adjustments.id
       where ledger.id > ${from.ledgerId} and ledger.type = 'ADMIN_ADJUST' and adjustments.id is null
       order by ledger.id limit 100)`,
  },
  {
    name: 'A2',
    statement:
      'nothing above the limit of its time was given without a second person, and every approved change was made',
    rowKind: 'adjustments',
    findBreaches: (sql) => sql<Breach>`
      (select 'adjustment ' || made.id as detail
       from adjustments as made left join adjustment_requests as request on request.id = made.request_id
       where case when made.request_id is not null
                  then request.state is distinct from 'approved' or request.amount <> made.amount
                    or request.player_id is distinct from made.player_id or request.requested_by <> made.actor_id
                    or request.decided_by in (request.requested_by, request.player_id)
                  when made.is_counted_by_actor then made.player_id = made.actor_id
                  else made.approval_above < (
                    select sum(abs(before.amount)) from adjustments as before
                    where before.player_id = made.player_id and before.actor_id = made.actor_id and before.id <= made.id
                      and before.created_at > made.created_at - interval '24 hours'
                      -- A smaller id may be newer by seconds. Without this bound, all later rows would be read.
                      and before.created_at < made.created_at + interval '1 hour'
                      and before.request_id is null and sign(before.amount) = sign(made.amount)) end
       order by made.id limit 100)
      union all
      (select detail from (
         select detail, is_counted_by_actor, approval_above, created_at, sum(amount) over (
                  partition by actor_id, side order by created_at
                  range between interval '23:59:59.999999' preceding and current row) as total
         from (
           select 'adjustment ' || id || ' by its admin' as detail, is_counted_by_actor, approval_above, created_at, actor_id,
                  sign(amount) as side, abs(amount) as amount
           from adjustments where request_id is null
           union all
           select 'credit ' || id, true, approval_above, created_at, actor_id, 1, amount from unapproved_credits
         ) as given
       ) as summed
       where is_counted_by_actor and total > approval_above order by created_at limit 100)
      union all
      (select 'request ' || request.id
       from adjustment_requests as request left join adjustments as made on made.request_id = request.id
       where request.state = 'approved' and request.kind = 'balance' and made.id is null order by request.id limit 100)
      union all
      (select 'mission ' || missions.id || ' paid to player ' || player_id
       from missions join mission_completions as paid on paid.mission_id = missions.id
       left join unapproved_credits as credit
         on credit.reference = 'mission:' || player_id || ':' || missions.id || ':' || to_char(period_start, 'YYYY-MM-DD')
       -- A claim that began while the mission was approved may commit a moment later.
       where unapproved_by is not null and claimed_at > unapproved_since + interval '1 minute'
         and credit.amount is distinct from paid.reward
       order by missions.id, player_id limit 100)
      union all
      (select 'credit ' || credit.id || ' of a mission'
       from unapproved_credits as credit
       left join ledger on ledger.type = 'MISSION_REWARD' and ledger.reference = credit.reference
       where credit.kind = 'mission' and ledger.amount is distinct from credit.amount order by credit.id limit 100)`,
  },
];
