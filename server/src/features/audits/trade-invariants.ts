import type { Breach, Invariant } from './invariant.ts';

/** Invariants of deposits and withdrawals: what trade offers moved, and what can still be reversed. */
export const tradeInvariants: readonly Invariant[] = [
  {
    name: 'T1',
    statement: 'every accepted deposit was paid once, at its frozen amount, and nothing else was',
    rowKind: 'offers',
    findBreaches: (sql, from) => sql<Breach>`
      with deposit as (
        select id, player_id, amount, state in ('CREDITED', 'FINAL') or (state = 'REVERSED' and exists (
                 select from trade_offer_events where offer_id = trade_offers.id and event = 'credited')) as is_paid
        from trade_offers
        where kind = 'deposit' and updated_at >= coalesce(
          (select created_at - interval '1 minute' from ledger where id <= ${from.ledgerId} order by id desc limit 1),
          '-infinity')
      ), broken as materialized (
        select deposit.id from deposit
        left join ledger on ledger.type = 'DEPOSIT' and ledger.reference = 'deposit:' || deposit.id
        where case when is_paid then (ledger.player_id, ledger.account, ledger.amount)
                                       is distinct from (deposit.player_id, 'external:vault', deposit.amount)
                   else ledger.id is not null end
      ), priced as materialized (
        select deposit.id from deposit
        where amount is distinct from (select sum(value) from trade_offer_skins where offer_id = deposit.id)
      ), stray as materialized (
        select ledger.id from ledger
        left join trade_offers on trade_offers.kind = 'deposit'
          and trade_offers.id = substring(reference from '^deposit:([0-9]{1,18})$')::int8
        where ledger.id > ${from.ledgerId} and type = 'DEPOSIT' and trade_offers.id is null
      )
      (select 'offer ' || id as detail from broken order by id limit 100)
      union all
      (select 'skins of offer ' || id from priced order by id limit 100)
      union all
      (select 'line ' || id from stray order by id limit 100)`,
  },
  {
    name: 'T2',
    statement:
      'every reversed deposit went back whole: what was left in the wallet, and the rest as a loss of the house',
    rowKind: 'offers',
    findBreaches: (sql, from) => sql<Breach>`
      with deposit as (
        select trade_offers.id, trade_offers.player_id,
               case when state = 'REVERSED' and paid.id is not null then trade_offers.amount else 0 end as due
        from trade_offers left join ledger as paid on paid.type = 'DEPOSIT' and paid.reference = 'deposit:' || trade_offers.id
        where kind = 'deposit' and updated_at >= coalesce(
          (select created_at - interval '1 minute' from ledger where id <= ${from.ledgerId} order by id desc limit 1),
          '-infinity')
      ), broken as materialized (
        select deposit.id from deposit
        left join ledger as taken on taken.type = 'DEPOSIT_REVERSAL' and taken.reference = 'reverse:' || deposit.id
        left join ledger as loss on loss.type = 'DEPOSIT_REVERSAL' and loss.reference = 'reverse:' || deposit.id || ':loss'
        where due <> coalesce(-taken.amount, 0) + coalesce(loss.amount, 0)
          or taken.player_id <> deposit.player_id or taken.account <> 'external:vault' or taken.amount > 0
          or loss.account <> 'house:losses' or loss.to_account <> 'external:vault' or loss.amount < 0
      ), stray as materialized (
        select ledger.id from ledger
        left join trade_offers on trade_offers.kind = 'deposit' and trade_offers.state = 'REVERSED'
          and trade_offers.id = substring(reference from '^reverse:([0-9]{1,18})(?::loss)?$')::int8
        where ledger.id > ${from.ledgerId} and type = 'DEPOSIT_REVERSAL' and trade_offers.id is null
      )
      (select 'offer ' || id as detail from broken order by id limit 100)
      union all
      (select 'line ' || id from stray order by id limit 100)`,
  },
  {
    name: 'T3',
    statement: 'an item is bound while its withdrawal is open, gone once it is delivered, and nothing else is either',
    rowKind: 'offers',
    isFullOnly: true,
    findBreaches: (sql) => sql<Breach>`
      with due as (
        select inventory_id, player_id,
               case when state in ('DELIVERED', 'FINAL') then 'WITHDRAWN' else 'WITHDRAWING' end as state
        from trade_offers
        where kind = 'withdrawal' and state in ('AWAITING_APPROVAL', 'CREATED', 'SENT', 'DELIVERED', 'FINAL')
      ), broken as materialized (
        select inventory_id from due left join inventory on inventory.id = inventory_id
        where (inventory.state, inventory.player_id) is distinct from (due.state, due.player_id)
      ), stray as materialized (
        select inventory.id from inventory left join due on inventory_id = inventory.id
        where inventory.state in ('WITHDRAWING', 'WITHDRAWN') and inventory_id is null
          -- The skin of a reversed withdrawal stays bound until staff have checked it.
          and not (inventory.state = 'WITHDRAWING' and exists (
            select from trade_offers where trade_offers.inventory_id = inventory.id and trade_offers.state = 'REVERSED'))
      )
      (select 'item ' || inventory_id as detail from broken order by inventory_id limit 100)
      union all
      (select 'item ' || id || ' without a withdrawal' from stray order by id limit 100)`,
  },
  {
    name: 'T4',
    statement:
      'a credited deposit is held whole at its depositor, and what was passed on of it is held by whoever got it',
    rowKind: 'holds',
    isFullOnly: true,
    findBreaches: (sql) => sql<Breach>`
      with part as (
        select (part->>'holdId')::int8 as hold_id, (part->>'amount')::int8 as amount
        from room_seats, jsonb_array_elements(held_parts) as part where held_parts <> '[]'
        union all
        select from_id, amount from holds where from_id is not null
      ), received as (
        select hold_id, sum(amount) as amount from part group by hold_id
      ), broken as materialized (
        select coalesce(id, hold_id) as id from holds full join received on hold_id = id
        where coalesce(passed_on, 0) <> coalesce(received.amount, 0)
      ), foreign_to as materialized (
        select holds.id from holds join holds as parent on parent.id = holds.from_id
        where (holds.offer_id, holds.until) is distinct from (parent.offer_id, parent.until)
      ), unheld as materialized (
        select trade_offers.id from trade_offers
        left join holds on offer_id = trade_offers.id and from_id is null
        where kind = 'deposit' and case
          when state = 'CREDITED' or holds.id is not null
            then (holds.player_id, holds.amount, holds.until)
                   is distinct from (trade_offers.player_id, trade_offers.amount, trade_offers.held_until)
          else false end
      )
      (select 'hold ' || id as detail from broken order by id limit 100)
      union all
      (select 'hold ' || id || ' is not of its source' from foreign_to order by id limit 100)
      union all
      (select 'offer ' || id || ' is not held' from unheld order by id limit 100)`,
  },
];
