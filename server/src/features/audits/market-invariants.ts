import type { Breach, Invariant } from './invariant.ts';

/** Invariants of the market: the diamonds and items that sales moved, and the states of listings and buy orders. */
export const marketInvariants: readonly Invariant[] = [
  {
    name: 'I15',
    statement:
      'every sold listing was paid for once, its seller got the price less the fee, and no line is without its sale',
    rowKind: 'listings',
    findBreaches: (sql, from) => sql<Breach>`
      with broken as materialized (
        select listings.id from listings
        left join ledger as bought on bought.type = 'MARKET_BUY' and bought.reference = 'buy:listing:' || listings.id
        left join ledger as sold on sold.type = 'MARKET_SALE' and sold.reference = 'sale:listing:' || listings.id
        where state = 'SOLD'
          and closed_at >= coalesce(
            (select created_at - interval '1 minute' from ledger where id <= ${from.ledgerId} order by id desc limit 1),
            '-infinity')
          and (fee is distinct from price * 5 / 100 or buyer_id is not distinct from seller_id
               or (bought.player_id, bought.account, bought.amount) is distinct from (buyer_id, 'house:market', -price)
               or (sold.player_id, sold.account, sold.amount) is distinct from (seller_id, 'house:market', price - fee))
      ), line as (
        select id,
               case when type = 'MARKET_BUY' and reference ~ '^buy:listing:[0-9]{1,18}$' then substr(reference, 13)
                    when type = 'MARKET_SALE' and reference ~ '^sale:listing:[0-9]{1,18}$' then substr(reference, 14)
               end::int8 as listing_id
        from ledger
        where id > ${from.ledgerId}
          and (type in ('MARKET_BUY', 'MARKET_SALE') or account = 'house:market' or to_account = 'house:market')
      ), stray as materialized (
        select line.id from line left join listings on listings.id = listing_id and state = 'SOLD'
        where listings.id is null
      )
      (select 'listing ' || id as detail from broken order by id limit 100)
      union all
      (select 'line ' || id from stray order by id limit 100)`,
  },
  {
    name: 'M1',
    statement: 'the book of every skin says what its open listings and buy orders say',
    rowKind: 'listings',
    isFullOnly: true,
    findBreaches: (sql) => sql<Breach>`
      with counted as (
        select item_id, count(*) as listings, max(id) as newest_id from listings where state = 'OPEN' group by item_id
      ), lowest as (
        select distinct on (item_id) item_id, id as lowest_id, price as lowest_price
        from listings where state = 'OPEN' order by item_id, price, id
      ), offered as (
        select counted.*, lowest_id, lowest_price, created_at as newest_at
        from counted join lowest using (item_id) join listings on listings.id = newest_id
      ), wanted as (
        select item_id, count(*) as orders, max(price) as highest_order
        from buy_orders where state = 'OPEN' group by item_id
      ), truth as (
        select item_id, coalesce(listings, 0) as listings, lowest_price, lowest_id, newest_id, newest_at,
               coalesce(orders, 0) as orders, highest_order
        from offered full join wanted using (item_id)
      ), broken as materialized (
        select item_id from market_books as book full join truth using (item_id)
        where (coalesce(book.listings, 0), coalesce(book.orders, 0))
                is distinct from (coalesce(truth.listings, 0), coalesce(truth.orders, 0))
          or (book.lowest_price, book.lowest_id, book.newest_id, book.newest_at, book.highest_order) is distinct from
             (truth.lowest_price, truth.lowest_id, truth.newest_id, truth.newest_at, truth.highest_order)
      )
      select 'book of item ' || item_id as detail from broken order by item_id limit 100`,
  },
  {
    name: 'M2',
    statement: 'an item is bound to the market while it has one open listing, by its owner and for what it is',
    rowKind: 'listings',
    isFullOnly: true,
    findBreaches: (sql) => sql<Breach>`
      with bound as (
        select id, player_id as owner_id, item_id from inventory where state = 'LISTED'
      ), offered as (
        select inventory_id as id, count(*) as listings, max(seller_id) as seller_id, max(item_id) as item_id
        from listings where state = 'OPEN' group by inventory_id
      ), broken as materialized (
        select id from bound full join offered using (id)
        where listings is distinct from 1 or owner_id is distinct from seller_id
          or bound.item_id is distinct from offered.item_id
      )
      select 'item ' || id as detail from broken order by id limit 100`,
  },
  {
    name: 'M3',
    statement: 'every filled buy order bought what it was for, for its owner and for no more than it says',
    rowKind: 'orders',
    isFullOnly: true,
    findBreaches: (sql) => sql<Breach>`
      with broken as materialized (
        select buy_orders.id from buy_orders left join listings on listings.id = listing_id
        where case when buy_orders.state = 'FILLED'
                   then (listings.state = 'SOLD' and buyer_id = player_id and listings.item_id = buy_orders.item_id
                         and listings.price <= buy_orders.price) is not true
                   else listing_id is not null end
      )
      select 'order ' || id as detail from broken order by id limit 100`,
  },
];
