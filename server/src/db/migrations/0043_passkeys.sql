-- Passkeys of players. The private key never leaves the player's device.
create table passkeys (
  id bigint generated always as identity primary key,
  player_id bigint not null references players,
  credential_id bytea not null unique check (octet_length(credential_id) between 1 and 1023),
  public_key bytea not null,
  -- How often the device says it used the key; 0 for devices that do not count. It never falls.
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  name text not null check (char_length(name) between 1 and 60),
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_players on passkeys (player_id, id);

-- What a passkey has to sign. Each is used once, for what it was created.
create table passkey_challenges (
  challenge bytea primary key check (octet_length(challenge) = 32),
  purpose text not null check (purpose in ('add', 'sign-in', 'verify')),
  -- Null for the sign-in of any account.
  player_id bigint references players,
  created_at timestamptz not null default now()
);
