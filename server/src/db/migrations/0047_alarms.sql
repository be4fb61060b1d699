-- What the operator should know at once, written in the same commit as its cause.
create table alarms (
  id bigint generated always as identity primary key,
  kind text not null,
  subject text not null,
  -- The parameters of its text.
  details jsonb not null default '{}',
  created_at timestamptz not null default now(),
  -- When its deliveries were created: null until the loop has seen it.
  queued_at timestamptz
);
create index alarms_new on alarms (id) where queued_at is null;
create index alarms_subject on alarms (kind, subject, created_at);
create index alarms_time on alarms (created_at);

-- One row for each destination of an alarm.
create table alarm_deliveries (
  id bigint generated always as identity primary key,
  -- The same for every attempt, so that a receiver can recognise a repeat.
  delivery_id uuid not null default gen_random_uuid() constraint alarm_deliveries_delivery_id unique,
  alarm_id bigint not null references alarms on delete cascade,
  -- The key of the destination, which stays the same while its URL or address does.
  destination_key text not null,
  destination text not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  attempts integer not null default 0,
  failure text,
  -- The epoch of the leader that is sending it. A new leader need not wait for what an earlier one left.
  claim_epoch bigint,
  due_at timestamptz not null default now(),
  closed_at timestamptz,
  unique (alarm_id, destination_key),
  check ((state = 'waiting') = (closed_at is null))
);
create index alarm_deliveries_due on alarm_deliveries (due_at, id) where state = 'waiting';
