-- Stop all processes first: earlier versions use the old names.
--
-- Renames tables, columns, functions and constraints to the words of docs/glossary.md. No data changes, except for the details of
-- approval requests and the text of accepted breaches.

-- Wagers and limits
alter table wallets rename column is_careful to needs_checks;
alter view wagerers rename to wager_eligibility;
alter view wager_eligibility rename column bar to block_reason;
alter table play_limits rename column asked_allowed to requested_allowed;
alter table play_limits rename column asked_at to requested_at;
alter table paces rename to last_stakes;
alter table last_stakes rename column played_at to staked_at;
alter table kept_breaks rename to stored_breaks;
alter table kept_limits rename to stored_limits;
alter table carried_uses rename to carried_limit_uses;
alter table holds rename column passed to passed_on;

-- Players and staff
alter table players rename column forgotten_at to deleted_at;
alter table players rename column was_seen_at to last_seen_at;
alter table players rename constraint players_nameless to players_deleted_anonymous;
alter index players_barred rename to players_inactive;
alter index players_username_beginning rename to players_username_prefix;
alter index players_email_beginning rename to players_email_prefix;
alter table sessions rename column steam_at to steam_signed_in_at;
alter table chat_hidings rename to hidden_players;
alter table chat_settings rename column is_only to is_only_row;
alter table staff_acts rename to staff_actions;
alter table staff_actions rename column act to action;
alter sequence staff_acts_id_seq rename to staff_actions_id_seq;
alter trigger staff_acts_immutable on staff_actions rename to staff_actions_immutable;
alter table adjustment_requests rename column asked_by to requested_by;
alter table adjustment_requests rename constraint adjustment_requests_by_asker to adjustment_requests_by_requester;
alter trigger adjustment_requests_kept on adjustment_requests rename to adjustment_requests_undeletable;
alter table adjustments rename constraint adjustments_one_a_request to adjustments_one_per_request;
alter index tickets_desk rename to tickets_staff_list;

-- Games
alter table rooms rename column heard_at to last_report_at;
alter index rooms_one_a_server rename to rooms_one_per_server;
alter table room_seats rename column place to position;
alter table roulette_bets rename column pays to payout_factor;
alter trigger roulette_rounds_kept on roulette_rounds rename to roulette_rounds_undeletable;
alter trigger roulette_chains_kept on roulette_chains rename to roulette_chains_undeletable;
alter table missions rename column place to total_index;
alter table missions rename column edition to revision;
alter table tallies rename column edition to missions_revision;
alter table tallies rename column until to next_targets;
alter table case_tallies rename column edition to missions_revision;
alter table case_tallies rename column until to next_target;

-- Items, market and trades
alter table items rename column price_by to price_set_by;
alter table item_payouts rename to quick_sell_prices;
alter function keep_item_payout() rename to record_quick_sell_price;
alter trigger items_new_payout on items rename to items_added_quick_sell_price;
alter trigger items_changed_payout on items rename to items_changed_quick_sell_price;
alter index listings_stall rename to listings_open_of_seller;
alter table trade_offers rename column look_at to check_at;
alter table trade_offer_skins rename column place to position;

-- Reports and adapters
alter table case_days rename column third to third_moment;
alter table roulette_days rename column third to third_moment;
alter table platform_memory rename to adapter_state;

-- A restore marks the database in a table of the new name, before the tables of an older dump are migrated; see
-- db/database-origin.ts.
do $$
begin
  if to_regclass('database_origin') is not null then
    drop table store_origin;
  else
    alter table store_origin rename to database_origin;
  end if;
end $$;

-- Constraints and indexes that PostgreSQL named after a table or column. Which ones there are depends on its version.
do $$
declare
  renamed record;
  found record;
begin
  for renamed in select * from (values
    ('wallets', 'is_careful', 'needs_checks'),
    ('play_limits', 'asked', 'requested'),
    ('last_stakes', 'paces', 'last_stakes'),
    ('last_stakes', 'played_at', 'staked_at'),
    ('stored_breaks', 'kept_breaks', 'stored_breaks'),
    ('stored_limits', 'kept_limits', 'stored_limits'),
    ('carried_limit_uses', 'carried_uses', 'carried_limit_uses'),
    ('holds', 'holds_passed', 'holds_passed_on'),
    ('hidden_players', 'chat_hidings', 'hidden_players'),
    ('chat_settings', 'is_only', 'is_only_row'),
    ('staff_actions', 'staff_acts', 'staff_actions'),
    ('staff_actions', '_act_', '_action_'),
    ('adjustment_requests', 'asked_by', 'requested_by'),
    ('room_seats', 'place', 'position'),
    ('roulette_bets', 'pays', 'payout_factor'),
    ('missions', 'edition', 'revision'),
    ('tallies', 'edition', 'missions_revision'),
    ('tallies', 'until', 'next_targets'),
    ('case_tallies', 'edition', 'missions_revision'),
    ('items', 'price_by', 'price_set_by'),
    ('quick_sell_prices', 'item_payouts', 'quick_sell_prices'),
    ('trade_offer_skins', 'place', 'position'),
    ('case_days', 'third', 'third_moment'),
    ('roulette_days', 'third', 'third_moment'),
    ('adapter_state', 'platform_memory', 'adapter_state'),
    ('database_origin', 'store_origin', 'database_origin')
  ) as names (of_table, old_part, new_part)
  loop
    for found in select conname as name from pg_constraint
      where conrelid = renamed.of_table::regclass and strpos(conname, renamed.old_part) > 0
    loop
      execute format('alter table %I rename constraint %I to %I', renamed.of_table, found.name,
        replace(found.name, renamed.old_part, renamed.new_part));
    end loop;
    -- Indexes of constraints have followed by now.
    for found in select relname as name from pg_index join pg_class on pg_class.oid = indexrelid
      where indrelid = renamed.of_table::regclass and strpos(relname, renamed.old_part) > 0
        and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
    loop
      execute format('alter index %I rename to %I', found.name, replace(found.name, renamed.old_part, renamed.new_part));
    end loop;
  end loop;
end $$;

-- Functions whose text contains old names

create or replace function record_quick_sell_price() returns trigger language plpgsql as $$
begin
  insert into quick_sell_prices (item_id, since, quick_sell_price)
  values (new.id, case tg_op when 'INSERT' then '-infinity'::timestamptz else now() end, new.quick_sell_price)
  on conflict (item_id, since) do update set quick_sell_price = excluded.quick_sell_price;
  return null;
end $$;

alter function keep_last_seen() rename to record_last_seen;
create or replace function record_last_seen() returns trigger language plpgsql as $$
begin
  -- Skips a locked row: its owner may be waiting for these sessions.
  update players set last_seen_at = greatest(players.last_seen_at, seen_at)
  from (select player_id, max(ended.last_seen_at) as seen_at from ended group by player_id) as seen
  where players.id = player_id
    and players.id in (select id from players where id in (select player_id from ended) for no key update skip locked);
  return null;
end $$;

-- Players whose name or e-mail address begins with a text, or whose id or Steam id it is. The comparisons are those of the prefix
-- indexes; chr(1114111) is the last of all characters.
drop function players_sought(text, text, text);
create function find_players(name_key text, mail_key text, number text) returns setof bigint stable language sql as $$
  select id from players where username_key ~>=~ name_key and username_key ~<~ (name_key || chr(1114111))
  union select id from players where email_key ~>=~ mail_key and email_key ~<~ (mail_key || chr(1114111))
  union select id from players where id = substring(number from '^[0-9]{1,18}$')::bigint
  union select id from players where steam_id = number
$$;

-- How much of each limit is used in the current day and week, according to the ledger, with what was used under a deleted account of
-- the player.
--
-- Reads only ledger rows of this week. The time of a row is the start of its transaction, and transactions wait for the wallet, so a
-- row may be older than one with a smaller id by seconds; an hour is a safe margin. The comparisons of pairs force the index of the
-- player's rows: by time or id alone, the planner may read the rows of all players.
create or replace function limit_uses_of(player bigint) returns table (kind text, period text, began_on date, used bigint)
  stable language sql as $$
  with began as (
    select span as period, date_trunc(span, now() at time zone 'UTC') as at from unnest(array['day', 'week']) as span
  ), staked as materialized (
    select type, -amount as amount, created_at at time zone 'UTC' as at, account, split_part(reference, ':', -1) as number
    from (
      select type, amount, created_at, account, reference from ledger
      where player_id is not null and (player_id, id) <= (player, 9223372036854775807) and (player_id, id) > (player, coalesce((
        -- The last row before the week, or the row before the player's first one.
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
    -- Each by key: for joins the planner may read the rows of all players.
    select at, amount, coalesce(case type
             when 'ROULETTE_BET' then (
               select refund.amount from ledger as refund
               where refund.type = 'ROULETTE_REFUND' and refund.reference = 'refund:bet:' || number)
             when 'ROOM_ENTRY' then (
               select refund.amount from ledger as refund
               where refund.type = 'ROOM_REFUND' and refund.reference = 'refund:seat:' || number)
           end, 0) as refunded, coalesce(case type
             when 'ROULETTE_BET' then (
               select win.amount from ledger as win
               where win.type = 'ROULETTE_WIN' and win.reference = 'settle:bet:' || number)
             when 'ROOM_ENTRY' then (
               select win.amount from ledger as win
               where win.type = 'ROOM_WIN' and win.reference = 'result:' || account || ':' || number)
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
           select carried.used from carried_limit_uses as carried
           where carried.player_id = player and carried.kind = counted.kind and carried.period = began.period
             and carried.began_on = began.at::date), 0))::bigint
  from began cross join unnest(array['deposit', 'wager', 'loss']) as counted (kind)
  left join movement on movement.kind = counted.kind and movement.at >= began.at
  group by counted.kind, began.period, began.at $$;

-- Breaches are accepted by their text.
alter table accepted_breaches disable trigger accepted_breaches_immutable;
update accepted_breaches set detail = 'staff action ' || substr(detail, 5) where invariant = 'S1' and detail like 'act %';
alter table accepted_breaches enable trigger accepted_breaches_immutable;

-- What is to be written once a request is approved
update adjustment_requests set details = details - 'wish' || jsonb_build_object('request', details -> 'wish')
where details ? 'wish';
