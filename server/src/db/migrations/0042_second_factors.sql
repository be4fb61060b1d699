-- The secret that a player's authenticator app shares with the site. It counts once the player has confirmed it by a code.
create table totp_secrets (
  player_id bigint primary key references players,
  sealed bytea,
  -- The secret itself, while the operator replaces SECRET. The next start seals it.
  handed_over text,
  -- The last time step whose code was accepted: each step is accepted once.
  last_step bigint not null default 0,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  check ((sealed is null) <> (handed_over is null))
);

-- Each code replaces a code of the app once.
create table recovery_codes (
  player_id bigint not null references players,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  used_at timestamptz,
  primary key (player_id, code_hash)
);

-- Sign-ins that have proved the password or the Steam account, and wait for the second factor.
create table sign_in_challenges (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  player_id bigint not null references players,
  method text not null check (method in ('password', 'steam')),
  created_at timestamptz not null default now()
);
create index sign_in_challenges_players on sign_in_challenges (player_id);

-- When a second factor was last given in this session; null if it never was.
alter table sessions add column factor_at timestamptz;
