create table chat_messages (
  id bigint generated always as identity primary key,
  player_id bigint not null references players,
  message text not null check (char_length(message) between 1 and 250),
  -- The sender's own mark: a message that is sent again after a broken connection is said once.
  key text check (key ~ '^[A-Za-z0-9_-]{1,64}$'),
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by bigint references players,
  constraint chat_messages_key unique (player_id, key)
);
create index chat_messages_shown on chat_messages (id desc) where deleted_at is null;
create index chat_messages_player on chat_messages (player_id, id desc);

create table chat_mutes (
  player_id bigint primary key references players,
  muted_until timestamptz not null
);

create table chat_hidings (
  player_id bigint not null references players,
  hidden_id bigint not null references players,
  created_at timestamptz not null default now(),
  primary key (player_id, hidden_id),
  check (player_id <> hidden_id)
);

-- One row: how the chat is run.
create table chat_settings (
  is_only boolean primary key default true check (is_only),
  slow_mode_seconds integer not null default 0 check (slow_mode_seconds between 0 and 3600)
);
insert into chat_settings default values;

create table tickets (
  id bigint generated always as identity primary key,
  player_id bigint not null references players,
  title text not null,
  is_open boolean not null default true,
  message_count integer not null default 0,
  -- The last message of each side and the last one that the other side has looked at.
  owner_message_id bigint not null default 0,
  staff_message_id bigint not null default 0,
  seen_by_owner_id bigint not null default 0,
  seen_by_staff_id bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  closed_at timestamptz,
  closed_by bigint references players,
  check (is_open = (closed_at is null))
);
create index tickets_player on tickets (player_id, updated_at desc, id desc);
-- The order of the staff's list: what waits for them, what is open, the rest.
create index tickets_desk on tickets ((is_open and owner_message_id > seen_by_staff_id) desc, is_open desc, updated_at desc, id desc);

create table ticket_messages (
  id bigint generated always as identity primary key,
  ticket_id bigint not null references tickets,
  player_id bigint not null references players,
  -- Whether it was written on the site's behalf, whatever the writer is by now.
  is_staff boolean not null,
  text text not null,
  created_at timestamptz not null default now()
);
create index ticket_messages_ticket on ticket_messages (ticket_id, id);
create trigger ticket_messages_immutable before update or delete or truncate on ticket_messages
  for each statement execute function refuse_change();

create table missions (
  id bigint generated always as identity primary key,
  title text not null,
  type text not null,
  description text not null,
  image text not null,
  target bigint not null check (target > 0),
  reward bigint not null check (reward > 0),
  period text not null check (period in ('once', 'day', 'week')),
  -- What is counted towards it: the place of a total in `tallies`, or a case. Neither for a type that nothing counts.
  place smallint,
  case_id bigint references cases,
  is_active boolean not null default true,
  -- The highest of all rises with every change of any mission.
  edition bigint not null unique,
  -- Under which title the demo added it: one that staff have renamed since does not come back.
  demo_title text unique,
  created_at timestamptz not null default now(),
  check (place is null or case_id is null)
);
create index missions_case on missions (case_id) where case_id is not null;

-- How much a player has done of what missions ask for: one row, because an opening writes it. Totals only rise, so what
-- is done since a moment is the total less what it was then. Their places: 1 cases opened, 2 diamonds wagered, 3 items
-- sold, 4 bets on roulette, 5 duels won.
create table tallies (
  player_id bigint primary key,
  -- The missions that `until` is for; 0 where it is for none, because a new day has begun.
  edition bigint not null default 0,
  day date not null,
  week date not null,
  totals bigint[] not null default '{}',
  -- The totals at which the next target is reached: below them an opening need not look at missions at all.
  until bigint[] not null default '{}',
  before_day bigint[] not null default '{}',
  before_week bigint[] not null default '{}'
) with (fillfactor = 70, autovacuum_analyze_scale_factor = 0.02, autovacuum_analyze_threshold = 500);

-- The same for the openings of one case, where a mission asks for it.
create table case_tallies (
  player_id bigint not null,
  case_id bigint not null,
  edition bigint not null default 0,
  day date not null,
  week date not null,
  total bigint not null,
  until bigint,
  before_day bigint not null default 0,
  before_week bigint not null default 0,
  primary key (player_id, case_id)
) with (fillfactor = 70, autovacuum_analyze_scale_factor = 0.02, autovacuum_analyze_threshold = 500);

-- The totals of those who had one when a mission began: what was done before does not count. Written for everybody at
-- once, hence without a check of each row.
create table mission_starts (
  mission_id bigint not null,
  player_id bigint not null,
  total bigint not null,
  primary key (mission_id, player_id)
);

-- The day or the Monday on which the period of a moment began, by UTC; the first of 1970 for what does not renew.
create function start_of_period(period text, at timestamptz) returns date immutable language sql
  return case period when 'day' then (at at time zone 'UTC')::date
                     when 'week' then date_trunc('week', at at time zone 'UTC')::date
                     else date '1970-01-01' end;

-- The one place that knows how much of a mission is done, and in which period. Totals only rise: of two beginnings, that
-- of the period and that of the mission, the later one is the one with the higher total.
create view mission_progress as
  select mission_id, player_id, total, total - greatest(before_period, coalesce((
           select mission_starts.total from mission_starts
           where mission_starts.mission_id = counted.mission_id and mission_starts.player_id = counted.player_id), 0)) as done,
         greatest(counted_in, start_of_period(period, now())) as period_start
  from (
    select missions.id as mission_id, tallies.player_id, period, present.total, counted_in,
           case when period = 'once' then 0 when counted_in < start_of_period(period, now()) then present.total
                when period = 'day' then coalesce(tallies.before_day[place], case_tallies.before_day, 0)
                else coalesce(tallies.before_week[place], case_tallies.before_week, 0) end as before_period
    from missions cross join tallies
    left join lateral (
      select * from case_tallies as own
      where own.player_id = tallies.player_id and own.case_id = missions.case_id limit 1
    ) as case_tallies on true
    cross join lateral (
      select coalesce(tallies.totals[place], case_tallies.total, 0) as total,
             case period when 'day' then coalesce(case_tallies.day, tallies.day)
                         when 'week' then coalesce(case_tallies.week, tallies.week)
                         else start_of_period(period, now()) end as counted_in
    ) as present
  ) as counted;

-- A target reached. It stays due when its period is over or the mission is taken off the page.
create table mission_completions (
  mission_id bigint not null,
  player_id bigint not null,
  period_start date not null,
  -- Copied: what was promised when the target was reached.
  reward bigint not null check (reward > 0),
  completed_at timestamptz not null default now(),
  claimed_at timestamptz,
  primary key (player_id, mission_id, period_start)
);
create index mission_completions_due on mission_completions (player_id, mission_id, period_start) where claimed_at is null;
create index mission_completions_mission on mission_completions (mission_id) where claimed_at is not null;
create index mission_completions_claimed on mission_completions (claimed_at) where claimed_at is not null;

-- What happened on the site that staff should find again: the acts of staff themselves stand in `staff_acts`.
create table site_events (
  id bigint generated always as identity primary key,
  -- Null where it is about nobody.
  player_id bigint references players,
  event text not null,
  subject text not null,
  details jsonb,
  created_at timestamptz not null default now()
);
create index site_events_time on site_events (created_at);
create trigger site_events_immutable before update or delete or truncate on site_events
  for each statement execute function refuse_change();

-- Players look through their own lines and sum them up: with all that is asked for in the index, one who has a hundred
-- thousand of them never waits for the rows.
drop index ledger_player;
create index ledger_player on ledger (player_id, id) include (type, amount, created_at) where player_id is not null;
