-- When it came into its present owner's hands.
alter table inventory add column acquired_at timestamptz;
update inventory set acquired_at = created_at;
alter table inventory alter column acquired_at set not null, alter column acquired_at set default now();

-- All that is offered and wanted of one skin, in one row: the grid reads these, so that it costs the same however many listings
-- there are. Whoever changes a listing or a buy order locks the row first and makes it true before the commit.
create table market_books (
  item_id bigint primary key references items,
  listings integer not null default 0 check (listings >= 0),
  lowest_price bigint,
  lowest_id bigint,
  newest_id bigint,
  newest_at timestamptz,
  orders integer not null default 0 check (orders >= 0),
  highest_order bigint,
  constraint market_books_listings check ((listings = 0) = (lowest_price is null) and (listings = 0) = (lowest_id is null)
    and (listings = 0) = (newest_id is null) and (listings = 0) = (newest_at is null)),
  constraint market_books_orders check ((orders = 0) = (highest_order is null))
);
-- Where somebody wants to pay what somebody asks.
create index market_books_crossed on market_books (item_id) where highest_order >= lowest_price;

create table listings (
  id bigint generated always as identity primary key,
  seller_id bigint not null references players,
  inventory_id bigint not null references inventory,
  item_id bigint not null references items,
  price bigint not null check (price between 1 and 1000000000),
  state text not null default 'OPEN' check (state in ('OPEN', 'SOLD', 'CANCELLED', 'REMOVED')),
  buyer_id bigint references players,
  -- What the house kept.
  fee bigint check (fee between 0 and price),
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  reason text,
  constraint listings_closed check ((state = 'OPEN') = (closed_at is null)),
  constraint listings_sold check ((state = 'SOLD') = (buyer_id is not null) and (state = 'SOLD') = (fee is not null)),
  constraint listings_to_another check (buyer_id <> seller_id)
);
create unique index listings_one_open on listings (inventory_id) where state = 'OPEN';
create index listings_inventory on listings (inventory_id);
create index listings_book on listings (item_id, price, id) where state = 'OPEN';
create index listings_newest on listings (item_id, id) where state = 'OPEN';
create index listings_sales on listings (item_id, closed_at) include (price) where state = 'SOLD';
create index listings_closed on listings (closed_at) where state = 'SOLD';
create index listings_item on listings (item_id, id);
create index listings_seller on listings (seller_id, id);
create index listings_stall on listings (seller_id, id) where state = 'OPEN';
create index listings_state on listings (state, id);

-- A wish to buy at no more than a price. Nothing is set aside for it: who cannot pay when it is met loses the order, not diamonds.
create table buy_orders (
  id bigint generated always as identity primary key,
  player_id bigint not null references players,
  item_id bigint not null references items,
  price bigint not null check (price between 1 and 1000000000),
  state text not null default 'OPEN' check (state in ('OPEN', 'FILLED', 'CANCELLED', 'UNPAID')),
  listing_id bigint references listings,
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  constraint buy_orders_closed check ((state = 'OPEN') = (closed_at is null)),
  constraint buy_orders_filled check ((state = 'FILLED') = (listing_id is not null))
);
create unique index buy_orders_one_open on buy_orders (player_id, item_id) where state = 'OPEN';
create unique index buy_orders_listing on buy_orders (listing_id) where listing_id is not null;
create index buy_orders_book on buy_orders (item_id, price desc, id) where state = 'OPEN';
create index buy_orders_player on buy_orders (player_id, id);

-- A row of the grid, by the names that go over the wire, with what it is sought and sorted by.
create view market_rows as
  select lowest_id as id, item_id as "itemId", market_hash_name, image, rarity as "skinRarity", exterior as "skinExterior",
         weapon_type as "weaponType", lowest_price as price, listings, newest_at as "createdAt", newest_id, search_key
  from market_books join items on items.id = item_id where listings > 0;
