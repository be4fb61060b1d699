-- In steps
-- Sign-ins of players, for staff who look into a case. A session goes when it ends, this row stays for `SIGN_INS_KEEP_DAYS`.
create table if not exists sign_ins (
  id bigint generated always as identity primary key,
  player_id bigint not null references players,
  device text not null,
  -- Of the secret that the browser stores; the same for each account that signs in with this browser.
  device_hash bytea,
  address text not null,
  network text not null generated always as (network_of(address)) stored,
  by_steam boolean not null,
  created_at timestamptz not null default now()
);
create index if not exists sign_ins_player on sign_ins (player_id, id);
create index if not exists sign_ins_device on sign_ins (device_hash, player_id) where device_hash is not null;
create index if not exists sign_ins_network on sign_ins (network, player_id);
create index if not exists sign_ins_time on sign_ins (created_at);

-- Next step
-- Purchases of a player.
create index if not exists listings_buyer on listings (buyer_id, closed_at, id) where buyer_id is not null;

-- Next step
-- The first of a player's rows that may have been written since a time; ids rise with time, except for concurrent writes. Binary search in
-- the player's index, so it takes the same time however many rows the player has. No row's transaction takes as long as the minute of
-- margin.
create or replace function first_id_since(table_name text, player bigint, since timestamptz) returns bigint
  stable language plpgsql as $$
declare
  low bigint := 1;
  high bigint;
  middle bigint;
  found record;
begin
  if since = '-infinity' then return 1; end if;
  high := coalesce(case table_name
    when 'ledger' then (select id from ledger where player_id = player order by id desc limit 1)
    when 'openings' then (select id from openings where player_id = player order by id desc limit 1)
    when 'roulette_bets' then (select id from roulette_bets where player_id = player order by id desc limit 1)
  end, 0) + 1;
  if since = 'infinity' then return high; end if;
  while low < high loop
    middle := (low + high) / 2;
    if table_name = 'ledger' then
      select id, created_at into found from ledger where player_id = player and id >= middle order by id limit 1;
    elsif table_name = 'openings' then
      select id, created_at into found from openings where player_id = player and id >= middle order by id limit 1;
    else
      select id, created_at into found from roulette_bets where player_id = player and id >= middle order by id limit 1;
    end if;
    if found.created_at < since - interval '1 minute' then low := found.id + 1; else high := middle; end if;
  end loop;
  return low;
end $$;
