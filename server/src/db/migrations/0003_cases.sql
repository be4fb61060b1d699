-- What a search compares: small letters, and Turkish ones as they are typed on any keyboard. The store's own lower case
-- would leave them alone under the C locale, and make I a dotless i on a Turkish one.
create function search_key(text) returns text language sql immutable strict parallel safe
  return translate(lower($1), 'çÇğĞıİöÖşŞüÜ', 'ccggiioossuu');

create table items (
  id bigint generated always as identity primary key,
  item_name text not null,
  skin_name text not null,
  exterior text not null check (exterior in (
    'Factory New', 'Minimal Wear', 'Field-Tested', 'Well-Worn', 'Battle-Scarred')),
  rarity text not null check (rarity in (
    'Consumer Grade', 'Industrial Grade', 'Mil-Spec', 'Restricted', 'Classified', 'Covert', 'Exceedingly Rare')),
  weapon_type text not null check (weapon_type in ('Knife', 'Rifle', 'Sniper', 'Pistol')),
  -- A path of our own art, or an address elsewhere.
  image text not null,
  price bigint not null check (price between 1 and 1000000000),
  -- Null while no price is known: such an item is not offered for a case.
  min_price bigint check (min_price between 1 and 1000000000),
  quick_sell_price bigint not null check (quick_sell_price between 0 and price),
  market_hash_name text not null constraint items_market_hash_name unique,
  search_key text not null generated always as (search_key(market_hash_name)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table cases (
  id bigint generated always as identity primary key,
  name text not null constraint cases_name unique,
  search_key text not null generated always as (search_key(name)) stored,
  image text not null,
  price bigint not null check (price between 1 and 1000000000),
  -- The version on offer.
  version_id bigint not null,
  -- Set when the case has paused itself, with the reason for staff.
  paused_at timestamptz,
  paused_reason text,
  created_at timestamptz not null default now()
);

-- A version never changes: past rolls are checked against the case as it was.
create table case_versions (
  id bigint generated always as identity primary key,
  case_id bigint not null,
  version integer not null,
  name text not null,
  price bigint not null check (price > 0),
  -- The text that is hashed, kept and published as it is.
  canon text not null,
  hash text not null constraint case_versions_hash unique,
  created_by bigint references players,
  created_at timestamptz not null default now(),
  unique (case_id, version)
);
create trigger case_versions_immutable before update or delete or truncate on case_versions
  for each statement execute function refuse_change();

-- The drops of a version, the same as in its canon, for questions that SQL asks.
create table case_drops (
  version_id bigint not null references case_versions,
  item_id bigint not null references items,
  tickets integer not null check (tickets between 0 and 10000),
  primary key (version_id, item_id)
);
create index case_drops_item on case_drops (item_id);
create trigger case_drops_immutable before update or delete or truncate on case_drops
  for each statement execute function refuse_change();
