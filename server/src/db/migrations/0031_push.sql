-- The key pair that identifies this site to push services. Created once; the private key is sealed with the secret.
create table push_keys (
  is_only boolean primary key default true check (is_only),
  public_key text not null,
  sealed bytea not null,
  created_at timestamptz not null default now()
);

-- A browser that may be notified while the site is closed.
create table push_subscriptions (
  id bigint generated always as identity primary key,
  player_id bigint not null references players,
  -- Signing out deletes the subscription with its session. Null after the session has expired, which is no sign-out.
  session_id bigint references sessions on delete cascade,
  device text not null,
  -- An address that only the push service, the browser and this site know.
  endpoint text not null check (char_length(endpoint) <= 1000),
  p256dh bytea not null check (octet_length(p256dh) = 65),
  auth bytea not null check (octet_length(auth) = 16),
  language text not null check (language in ('mixed', 'tr', 'en')),
  categories text[] not null check (categories <@ array['trade', 'ticket', 'sale', 'match']),
  created_at timestamptz not null default now(),
  -- When this browser was last on the site.
  seen_at timestamptz not null default now(),
  last_success_at timestamptz,
  -- Since the last success.
  failure_count integer not null default 0,
  constraint push_subscriptions_endpoint unique (endpoint)
);
create index push_subscriptions_player on push_subscriptions (player_id);
create index push_subscriptions_session on push_subscriptions (session_id);
create index push_subscriptions_seen on push_subscriptions (seen_at);

-- Messages to send. A row is deleted when it was sent, has expired or cannot be delivered.
create table push_messages (
  id bigint generated always as identity primary key,
  subscription_id bigint not null references push_subscriptions on delete cascade,
  category text,
  payload jsonb not null,
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index push_messages_due on push_messages (due_at);
create index push_messages_subscription on push_messages (subscription_id);
