-- What somebody who has left had set for themselves, by the same hashes as exclusions: whoever comes again is held to it.
create table kept_breaks (
  key_id bigint not null references exclusion_keys,
  identity_hash bytea not null,
  until timestamptz not null,
  primary key (key_id, identity_hash)
);

-- With what was used of each in the day or the week of the leaving. Nothing was under way then, so that it stays what it was.
create table kept_limits (
  key_id bigint not null references exclusion_keys,
  identity_hash bytea not null,
  kind text not null check (kind in ('deposit', 'wager', 'loss')),
  period text not null check (period in ('day', 'week')),
  allowed bigint not null check (allowed >= 0),
  began_on date not null,
  used bigint not null,
  primary key (key_id, identity_hash, kind, period)
);

-- What a player had used of their limits under an account that they have left.
create table carried_uses (
  player_id bigint not null references players,
  kind text not null check (kind in ('deposit', 'wager', 'loss')),
  period text not null check (period in ('day', 'week')),
  began_on date not null,
  used bigint not null,
  primary key (player_id, kind, period, began_on)
);

-- As before, with what was used under an account that the player has left; and it reads the lines of the week alone, however many came
-- before. A line's time is when its transaction began, and transactions wait for the wallet: a line may be older than one with a smaller
-- number, by seconds. An hour is more than that. By the player's own lines whatever the planner thinks of them: by time or by number it
-- may rather read what everybody did. Compared in pairs, they are to be found by the index of players' lines alone.
create or replace function limit_uses_of(player bigint) returns table (kind text, period text, began_on date, used bigint)
  stable language sql as $$
  with began as (
    select span as period, date_trunc(span, now() at time zone 'UTC') as at from unnest(array['day', 'week']) as span
  ), staked as materialized (
    select type, -amount as amount, created_at at time zone 'UTC' as at, account, split_part(reference, ':', -1) as number
    from (
      select type, amount, created_at, account, reference from ledger
      where player_id is not null and (player_id, id) <= (player, 9223372036854775807) and (player_id, id) > (player, coalesce((
        -- The last line from before the week, or whatever stands before the player's first.
        select case when before.player_id = player then before.id end from ledger as before
        where before.player_id is not null and (before.player_id, before.id) <= (player, 9223372036854775807)
          and (before.player_id <> player
            or before.created_at < date_trunc('week', now() at time zone 'UTC') at time zone 'UTC' - interval '1 hour')
        order by before.player_id desc, before.id desc limit 1), 0))
      offset 0
    ) as recent
    where type in ('CASE_OPEN', 'ROULETTE_BET', 'ROOM_ENTRY')
      and created_at >= date_trunc('week', now() at time zone 'UTC') at time zone 'UTC'
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
  select counted.kind, began.period, began.at::date, (coalesce(sum(movement.amount), 0) + coalesce((
           select carried.used from carried_uses as carried
           where carried.player_id = player and carried.kind = counted.kind and carried.period = began.period
             and carried.began_on = began.at::date), 0))::bigint
  from began cross join unnest(array['deposit', 'wager', 'loss']) as counted (kind)
  left join movement on movement.kind = counted.kind and movement.at >= began.at
  group by counted.kind, began.period, began.at $$;
