-- What would be the game platform's: its skins, offers and trades, as the sandbox has them. None of it refers to what is ours, nor is
-- referred to. It is here so that it outlives a restart, as the platform does.

-- A skin that changes hands gets a new number, as on the platform; the old row stays, gone.
create table sandbox_assets (
  id bigint generated always as identity (start with 46000000001) primary key,
  owner_steam_id text not null,
  class_id bigint not null,
  name text not null,
  market_hash_name text not null,
  icon_url text not null,
  exterior text not null,
  rarity text not null,
  weapon_type text not null,
  is_tradable boolean not null default true,
  -- Received in a trade that can be reversed until then.
  protected_until timestamptz,
  is_gone boolean not null default false,
  created_at timestamptz not null default now()
);
create index sandbox_assets_owner on sandbox_assets (owner_steam_id, market_hash_name);

-- All are the bot's: nobody else sends any here.
create table sandbox_offers (
  id bigint generated always as identity (start with 7000000001) primary key,
  partner_steam_id text not null,
  message text not null,
  give bigint[] not null,
  take bigint[] not null,
  state text not null check (state in ('unconfirmed', 'active', 'accepted', 'declined', 'expired', 'cancelled', 'invalid_items',
    'in_escrow')),
  trade_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '14 days',
  constraint sandbox_offers_something check (cardinality(give) + cardinality(take) > 0)
);
create index sandbox_offers_partner on sandbox_offers (partner_steam_id, id);
create index sandbox_offers_giving on sandbox_offers using gin (give) where state in ('unconfirmed', 'active');

create table sandbox_trades (
  id bigint generated always as identity (start with 798942565122000001) primary key,
  partner_steam_id text not null,
  status text not null check (status in ('complete', 'in_escrow', 'reversed')),
  -- [{"assetId": "1", "newAssetId": "2"}], from the bot's side.
  given jsonb not null default '[]',
  received jsonb not null default '[]',
  -- The trade that this one takes back.
  rollback_of bigint references sandbox_trades,
  created_at timestamptz not null default now()
);
