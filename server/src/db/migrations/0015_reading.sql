-- What a player gets as a file of their own data is read by the player, a step at a time: no part of it may read everybody's rows.
create index site_events_player on site_events (player_id, id) where player_id is not null;
create index staff_acts_subject on staff_acts (subject, id);
create index seeds_player on seeds (player_id, id);
create index holds_of_player on holds (player_id, id);
create index adjustment_requests_player on adjustment_requests (player_id, id);
create index room_events_player on room_events (player_id, id) where player_id is not null;
create index room_messages_player on room_messages (player_id, id);
-- The other half of `inventory_player`: an item comes here when it is gone, so that winning one costs nothing more.
create index inventory_gone on inventory (player_id, id) where state in ('SOLD', 'WITHDRAWN');

-- Among all that players are told, what alerts look for.
create index notifications_unlikely on notifications (updated_at) where title = 'Unlikely drops';
create index trade_offer_events_credited on trade_offer_events (created_at) where event = 'credited';
create index adjustments_time on adjustments (created_at);

-- Changes of balances by hand that staff were told of, each for one reason once.
create table adjustment_warnings (
  adjustment_id bigint not null references adjustments,
  kind text not null check (kind in ('own', 'sum')),
  created_at timestamptz not null default now(),
  primary key (adjustment_id, kind)
);

-- As before, but it reads the lines of the week alone, however many came before. A line's time is when its transaction began, and
-- transactions wait for the wallet: a line may be older than one with a smaller number, by seconds. An hour is more than that.
create or replace function limit_uses_of(player bigint) returns table (kind text, period text, began_on date, used bigint)
  stable language sql as $$
  with began as (
    select span as period, date_trunc(span, now() at time zone 'UTC') as at from unnest(array['day', 'week']) as span
  ), staked as materialized (
    select type, -amount as amount, created_at at time zone 'UTC' as at, account, split_part(reference, ':', -1) as number
    from ledger
    where player_id = player and type in ('CASE_OPEN', 'ROULETTE_BET', 'ROOM_ENTRY')
      and created_at >= date_trunc('week', now() at time zone 'UTC') at time zone 'UTC'
      and id > coalesce((
        select before.id from ledger as before
        where before.player_id = player
          and before.created_at < date_trunc('week', now() at time zone 'UTC') at time zone 'UTC' - interval '1 hour'
        order by before.id desc limit 1), 0)
  ), settled as (
    -- By key, each: for joins the planner may rather read the lines of everybody.
    select at, amount, coalesce(case type
             when 'ROULETTE_BET' then (
               select line.amount from ledger as line where line.type = 'ROULETTE_REFUND' and line.reference = 'refund:bet:' || number)
             when 'ROOM_ENTRY' then (
               select line.amount from ledger as line where line.type = 'ROOM_REFUND' and line.reference = 'refund:seat:' || number)
           end, 0) as refunded, coalesce(case type
             when 'ROULETTE_BET' then (
               select line.amount from ledger as line where line.type = 'ROULETTE_WIN' and line.reference = 'settle:bet:' || number)
             when 'ROOM_ENTRY' then (
               select line.amount from ledger as line
               where line.type = 'ROOM_WIN' and line.reference = 'result:' || account || ':' || number)
             else (select quick_sell_price from inventory where id = number::bigint)
           end, 0) as won
    from staked
  ), game as (
    select at, amount - refunded as wagered, amount - refunded - won as lost from settled
  ), deposit as (
    select amount, coalesce((
             select max(event.created_at) from trade_offer_events as event
             where event.offer_id = offer.id and event.event = 'retried'), created_at) at time zone 'UTC' as at
    from trade_offers as offer
    where player_id = player and offer.kind = 'deposit' and state in ('CREATED', 'SENT', 'HELD', 'CREDITED', 'FINAL')
  ), movement as (
    select 'wager' as kind, at, wagered as amount from game
    union all select 'loss', at, lost from game
    union all select 'deposit', at, amount from deposit
  )
  select counted.kind, began.period, began.at::date, coalesce(sum(movement.amount), 0)::bigint
  from began cross join unnest(array['deposit', 'wager', 'loss']) as counted (kind)
  left join movement on movement.kind = counted.kind and movement.at >= began.at
  group by 1, 2, 3 $$;
