-- Links in e-mails that give access, found by the hash of their token. A link that was used is deleted.
create table email_links (
  id bigint generated always as identity primary key,
  token_hash bytea not null constraint email_links_token unique,
  player_id bigint not null references players,
  -- A new password, the address of the account, or a new address for it.
  purpose text not null check (purpose in ('reset', 'verify', 'change')),
  email text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index email_links_player on email_links (player_id, purpose);
create index email_links_expires on email_links (expires_at);

-- Requests for a new password, for addresses of accounts and for any others. A loop answers them, so that a request takes the same
-- time for both.
create table password_reset_requests (
  id bigint generated always as identity primary key,
  email_key text not null,
  language text check (language in ('mixed', 'tr', 'en')),
  created_at timestamptz not null default now()
);
create index password_reset_requests_email on password_reset_requests (email_key);
