-- The language in which the player last signed in, for texts that are not the answer to a request. Null: unknown.
alter table players add column last_language text check (last_language in ('mixed', 'tr', 'en'));

-- E-mails to send, and those that were sent or given up in the last `EMAILS_KEEP_DAYS`.
create table emails (
  id bigint generated always as identity primary key,
  -- The same for every attempt, so that a receiver can recognise a repeat.
  delivery_id uuid not null default gen_random_uuid() constraint emails_delivery_id unique,
  player_id bigint not null references players,
  template text not null,
  address text not null,
  language text not null check (language in ('mixed', 'tr', 'en')),
  -- The parameters of the template, sealed with the secret, because links in e-mails give access. Null once it is closed.
  sealed bytea,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  attempts integer not null default 0,
  -- The epoch of the leader that is sending it. A new leader need not wait for what an earlier one left.
  claim_epoch bigint,
  due_at timestamptz not null default now(),
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  check ((state = 'waiting') = (closed_at is null)),
  check ((state = 'waiting') = (sealed is not null))
);
create index emails_due on emails (due_at, id) where state = 'waiting';
create index emails_player on emails (player_id, id);
create index emails_closed on emails (closed_at) where closed_at is not null;

-- The e-mails that a site on the sandbox shows instead of sending them.
create table sandbox_emails (
  delivery_id uuid primary key,
  address text not null,
  subject text not null,
  text text not null,
  html text not null,
  received_at timestamptz not null default now()
);
create index sandbox_emails_received on sandbox_emails (received_at);
