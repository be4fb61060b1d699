create table players (
  id bigint generated always as identity primary key,
  username text not null,
  -- The name folded for comparison: two names that differ in case alone are one.
  username_key text not null constraint players_username_key unique,
  email text,
  email_key text constraint players_email_key unique,
  password_hash text,
  steam_id text constraint players_steam_id unique,
  avatar text,
  role text not null default 'user' check (role in ('user', 'admin')),
  state text not null default 'active' check (state in ('active', 'banned')),
  elo integer not null default 1000,
  age_confirmed_at timestamptz,
  created_at timestamptz not null default now()
);

-- Narrow and hot: room is left on each page, so that an update stays on it.
create table wallets (
  player_id bigint primary key references players,
  balance bigint not null default 0 check (balance between 0 and 9007199254740991),
  version bigint not null default 0
) with (fillfactor = 60);

create table sessions (
  id bigint generated always as identity primary key,
  token_hash bytea not null constraint sessions_token_hash unique,
  player_id bigint not null references players,
  device text not null default '',
  address text not null default '',
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  -- When the Steam sign-in that began this session took place.
  steam_at timestamptz
);
create index sessions_player_id on sessions (player_id);

create table steam_sign_ins (
  state_hash bytea primary key,
  -- The session that asked for a link; null for a plain sign-in.
  session_id bigint references sessions on delete cascade,
  return_path text not null,
  created_at timestamptz not null default now()
);
create index steam_sign_ins_session_id on steam_sign_ins (session_id);

create table steam_nonces (
  nonce text primary key,
  used_at timestamptz not null default now()
);

create table known_devices (
  player_id bigint not null references players,
  device_hash bytea not null,
  last_used_at timestamptz not null default now(),
  primary key (player_id, device_hash)
);

create table notifications (
  id bigint generated always as identity primary key,
  player_id bigint not null references players,
  icon text not null,
  title text not null,
  message text not null,
  is_read boolean not null default false,
  updated_at timestamptz not null default now()
);
create index notifications_player_id on notifications (player_id, id desc);

create table sandbox_personas (
  steam_id text primary key,
  name text not null,
  avatar text,
  created_at timestamptz not null default now()
);
