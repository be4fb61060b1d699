-- In steps
-- What staff write about a player, for other staff.
create table if not exists player_notes (
  id bigint generated always as identity primary key,
  player_id bigint not null references players,
  author_id bigint not null references players,
  text text not null check (char_length(text) between 1 and 4000),
  created_at timestamptz not null default now()
);
create index if not exists player_notes_player on player_notes (player_id, id);

-- Next step
-- Accounts that used the same browser, or the same Steam account.
create index if not exists known_devices_hash on known_devices (device_hash);

-- Next step
create index if not exists trade_offers_steam_id on trade_offers (steam_id, player_id) where steam_id <> '';

-- Next step
-- Finds a part of a name or e-mail address. A server without the extension finds only the start of them.
do $$ begin
  create extension if not exists pg_trgm with schema public;
exception when others then
  raise notice 'Names are found by their start only: %', sqlerrm;
end $$;

-- Next step
do $$ begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index if not exists players_partial_names on players using gin (username_key gin_trgm_ops, email_key gin_trgm_ops);
  end if;
end $$;
