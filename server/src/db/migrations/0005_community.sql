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
  -- What is counted towards it: `open_cases`, `open_case:7`; null for a type that nothing counts.
  counter text,
  is_active boolean not null default true,
  -- Under which title the demo added it: one that staff have renamed since does not come back.
  demo_title text unique,
  created_at timestamptz not null default now()
);
create index missions_counter on missions (counter) where counter is not null;

-- How often a player has done a thing that some mission asks for: one row whatever the number of missions, because an
-- opening writes it. Totals only rise. What is done since a moment is the total less what it was then, and so is what is
-- done today and this week.
create table tallies (
  player_id bigint not null,
  counter text not null,
  total bigint not null check (total >= 0),
  -- What was added last: by it the statement that adds knows which targets it has crossed.
  step bigint not null,
  day date not null,
  total_before_day bigint not null,
  week date not null,
  total_before_week bigint not null,
  primary key (player_id, counter)
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

-- The one place that knows how much of a mission is done in its present period. Totals only rise, so the later of two
-- beginnings, that of the period and that of the mission, is the one with the higher total.
create view mission_progress as
  select missions.id as mission_id, tallies.player_id,
    tallies.total - greatest(coalesce(mission_starts.total, 0), case missions.period
      when 'day' then case when day >= start_of_period('day', now()) then total_before_day else tallies.total end
      when 'week' then case when week >= start_of_period('week', now()) then total_before_week else tallies.total end
      else 0 end) as done
  from missions
  join tallies on tallies.counter = missions.counter
  left join mission_starts on mission_starts.mission_id = missions.id and mission_starts.player_id = tallies.player_id;

-- A target reached. It stays due when its period is over or the mission is taken off the page.
create table mission_completions (
  mission_id bigint not null references missions,
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
