-- Whoever has limits or a reality check takes the careful lane. In the wallet's row, because a stake that waited for its lock
-- looks at this row again, and at no other: so none gets past a limit that was set meanwhile.
alter table wallets add column is_careful boolean not null default false;

alter table safer_play
  -- Minutes of play after which the player is asked; 0 for never.
  add column reality_minutes smallint not null default 0 check (reality_minutes in (0, 15, 30, 60)),
  -- A stretch of play begins with the first stake after half an hour without one.
  add column playing_since timestamptz,
  add column last_staked_at timestamptz,
  add column reality_due_at timestamptz;

-- A looser limit that was asked for, null for none at all; it holds once the player has confirmed it a day later.
alter table play_limits
  add column asked_allowed bigint check (asked_allowed >= 0),
  add column asked_at timestamptz,
  add constraint play_limits_asked check (asked_allowed is null or asked_at is not null);

-- When each player last paid for a game, where the operator asks for a pause between two.
create table paces (
  player_id bigint primary key,
  played_at timestamptz not null
) with (fillfactor = 70);

-- Keys of the hashes below, sealed under SECRET. `handed_over` is one in the clear, for a site that starts under another
-- SECRET: the first to read it seals it again.
create table exclusion_keys (
  id bigint generated always as identity primary key,
  sealed bytea,
  handed_over text,
  created_at timestamptz not null default now(),
  check (sealed is not null or handed_over is not null)
);

-- E-mails and Steam ids of those who have excluded themselves, as keyed hashes: they outlive the account, so that a new one is
-- excluded until the same day.
create table exclusions (
  key_id bigint not null references exclusion_keys,
  identity_hash bytea not null,
  until timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (key_id, identity_hash)
);

-- A deleted account keeps its number and its books; whoever it was is gone from it. The time has a name of its own: statements of
-- the build before this one read the `deleted_at` of messages beside this table.
alter table players
  drop constraint players_state_check,
  add constraint players_state_check check (state in ('active', 'banned', 'deleted')),
  add column forgotten_at timestamptz,
  add constraint players_deleted check ((state = 'deleted') = (forgotten_at is not null)),
  add constraint players_nameless check (state <> 'deleted' or email is null and email_key is null and steam_id is null
    and avatar is null and password_hash is null and trade_token is null);

create or replace view wagerers as
  select players.id as player_id,
    case
      when exists (select from ledger_halts where ended_at is null) then 'ledger_halted'
      when players.state <> 'active' then 'banned'
      when players.age_confirmed_at is null then 'age_unconfirmed'
      when safer_play.excluded_until > now() then 'self_excluded'
      when safer_play.break_until > now() then 'on_break'
      -- Asked while the stretch went on, and not answered since: a pause is no answer.
      when safer_play.reality_due_at <= now()
        and safer_play.reality_due_at < safer_play.last_staked_at + interval '30 minutes' then 'reality_check'
    end as bar,
    coalesce(safer_play.has_limits, false) as has_limits
  from players left join safer_play on safer_play.player_id = players.id;

-- How much of each limit is used in the day and the week that go on, from the books: what the counters of those who have a limit
-- hold. A stake counts when it is made, whatever becomes of it; what it gave back was not lost; a refund was never at stake. An
-- item counts at what quick sell paid for it when it was won. A deposit counts while something may come of it.
create function limit_uses_of(player bigint) returns table (kind text, period text, began_on date, used bigint)
  stable language sql as $$
  with began as (
    select span as period, date_trunc(span, now() at time zone 'UTC') as at from unnest(array['day', 'week']) as span
  ), staked as materialized (
    select type, -amount as amount, created_at at time zone 'UTC' as at, account, split_part(reference, ':', -1) as number
    from ledger
    where player_id = player and type in ('CASE_OPEN', 'ROULETTE_BET', 'ROOM_ENTRY')
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
  select counted.kind, began.period, began.at::date, coalesce(sum(movement.amount), 0)::bigint
  from began cross join unnest(array['deposit', 'wager', 'loss']) as counted (kind)
  left join movement on movement.kind = counted.kind and movement.at >= began.at
  group by 1, 2, 3 $$;
