create table seeds (
  id bigint generated always as identity primary key,
  player_id bigint not null references players,
  state text not null check (state in ('NEXT', 'ACTIVE', 'REVEALED')),
  -- Encrypted under SECRET until it is revealed; then the seed's text stands in `server_seed`.
  sealed bytea not null,
  server_seed text,
  server_seed_hash text not null constraint seeds_hash unique,
  client_seed text check (client_seed ~ '^[A-Za-z0-9_-]{1,64}$'),
  created_at timestamptz not null default now(),
  revealed_at timestamptz,
  check ((state = 'NEXT') = (client_seed is null)),
  check ((state = 'REVEALED') = (server_seed is not null))
);
create unique index seeds_one_of_each on seeds (player_id, state) where state <> 'REVEALED';

-- In the wallet's row, because the debit that takes a price takes the nonce with it: no gap, no repeat.
alter table wallets add column seed_id bigint, add column nonce bigint not null default 0;

-- An opening and the item it gave share their number.
create sequence inventory_ids;

create table openings (
  id bigint primary key,
  player_id bigint not null,
  version_id bigint not null,
  seed_id bigint not null,
  nonce bigint not null,
  entropy text not null,
  ticket integer not null check (ticket between 0 and 9999),
  item_id bigint not null,
  -- Idempotency-Key and number of openings of the request, on its first opening; null on the others.
  request_key text,
  request_count smallint,
  created_at timestamptz not null default now(),
  constraint openings_nonce unique (seed_id, nonce)
) with (autovacuum_analyze_scale_factor = 0.02, autovacuum_analyze_threshold = 500);
create unique index openings_request on openings (player_id, request_key) where request_key is not null;
create index openings_player on openings (player_id, id);
create index openings_version on openings (version_id, id) include (item_id);
create trigger openings_immutable before update or delete or truncate on openings
  for each statement execute function refuse_change();

create table inventory (
  id bigint primary key,
  player_id bigint not null,
  item_id bigint not null,
  -- Copied when the item was won: the edge that was published then stays true for it.
  quick_sell_price bigint not null check (quick_sell_price >= 0),
  state text not null default 'OWNED' check (state in ('OWNED', 'LISTED', 'SOLD', 'WITHDRAWING', 'WITHDRAWN')),
  created_at timestamptz not null default now()
) with (fillfactor = 90, autovacuum_analyze_scale_factor = 0.02, autovacuum_analyze_threshold = 500);
create index inventory_player on inventory (player_id, id) where state in ('OWNED', 'LISTED', 'WITHDRAWING');
