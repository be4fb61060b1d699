alter table players
  -- Lets strangers send the player offers on the game platform.
  add column trade_token text check (trade_token ~ '^[A-Za-z0-9_-]{8}$'),
  -- A deposit of theirs was reversed: nothing goes in, out or to others until staff have looked.
  add column flagged_at timestamptz;
create index players_flagged on players (flagged_at) where flagged_at is not null;

-- Written before the platform is asked, and moved on by a loop that reads what the platform says: whoever dies in between is
-- followed by another.
create table trade_offers (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('deposit', 'withdrawal')),
  player_id bigint not null references players,
  state text not null check (state in ('AWAITING_APPROVAL', 'CREATED', 'SENT', 'HELD', 'CREDITED', 'DELIVERED', 'FINAL', 'REVERSED',
    'DECLINED', 'EXPIRED', 'CANCELLED', 'INVALID_ITEMS', 'ESCROW_REFUSED', 'FAILED')),
  -- In the message of the offer: by it an offer is found again whose sending was not heard to its end.
  code text not null constraint trade_offers_code unique,
  -- Whom it goes to, as it was then.
  steam_id text not null,
  trade_token text not null,
  -- Diamonds: what a deposit brings, frozen; what a withdrawn skin is reckoned at.
  amount bigint not null check (amount between 0 and 1000000000000),
  -- The owned item that a withdrawal sends.
  inventory_id bigint references inventory,
  platform_id text constraint trade_offers_platform_id unique,
  trade_id text,
  -- The player or staff have called it off, and the platform has to be told.
  cancel_reason text,
  cancelled_by bigint references players,
  approved_by bigint references players,
  -- Whether a deposit was counted against a limit of the player's own: then it is taken off again when nothing comes of it.
  is_counted boolean not null default false,
  attempts integer not null default 0,
  -- When the loop looks at it next; null when it never has to again.
  look_at timestamptz,
  held_until timestamptz,
  reason text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint trade_offers_item check ((kind = 'withdrawal') = (inventory_id is not null))
);
create index trade_offers_player on trade_offers (player_id, id);
create index trade_offers_state on trade_offers (state, id);
create index trade_offers_due on trade_offers (look_at) where look_at is not null;
-- An owned item is in one withdrawal at a time; one that was withdrawn for good is in none after it.
create unique index trade_offers_one_withdrawal on trade_offers (inventory_id)
  where state in ('AWAITING_APPROVAL', 'CREATED', 'SENT', 'DELIVERED', 'FINAL');

create table trade_offer_skins (
  offer_id bigint not null references trade_offers,
  -- The platform's number of it before and after the trade. A withdrawal picks its own when it is sent.
  asset_id text,
  new_asset_id text,
  item_id bigint not null references items,
  -- Diamonds, frozen when the offer was made.
  value bigint not null check (value >= 0),
  -- The offer may still take it: no second one may ask for it.
  is_open boolean not null default true,
  place smallint not null,
  primary key (offer_id, place)
);
create unique index trade_offer_skins_one_open on trade_offer_skins (asset_id) where is_open and asset_id is not null;

create table trade_offer_events (
  id bigint generated always as identity primary key,
  offer_id bigint not null references trade_offers,
  event text not null,
  details jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create index trade_offer_events_offer on trade_offer_events (offer_id, id);
create trigger trade_offer_events_immutable before update or delete or truncate on trade_offer_events
  for each statement execute function refuse_change();

-- Diamonds that came of a deposit which can still be reversed. `passed` of them were paid on to another player, who has a row
-- of their own for that part: so a deposit is held at its depositor and at whoever got it, and no chain of friends makes it more.
create table holds (
  id bigint generated always as identity primary key,
  player_id bigint not null references players,
  offer_id bigint not null references trade_offers,
  amount bigint not null check (amount > 0),
  passed bigint not null default 0 check (passed between 0 and amount),
  until timestamptz not null,
  -- The deposit was reversed: what others got of it stays held until staff have looked.
  is_frozen boolean not null default false,
  -- The row that it was passed on from; null for the depositor's own.
  from_id bigint references holds,
  -- Over before its time: the deposit was taken back, or staff let it go.
  ended_at timestamptz,
  created_at timestamptz not null default now()
);
create index holds_player on holds (player_id) where ended_at is null;
create index holds_offer on holds (offer_id);
create unique index holds_one_of_deposit on holds (offer_id) where from_id is null;

-- Of a stake, the parts that were on hold: [{"holdId": 7, "amount": 100}]. The pot passes them on, a refund gives them back.
alter table room_seats add column held_parts jsonb not null default '[]';

-- What an adapter has to remember over a restart, by name.
create table platform_memory (
  name text primary key,
  -- Encrypted under SECRET where it opens doors.
  value jsonb not null,
  updated_at timestamptz not null default now()
);

-- Each reading of the price source; the last good one says how old prices are.
create table price_reads (
  id bigint generated always as identity primary key,
  source text not null,
  changed integer not null default 0,
  held integer not null default 0,
  failure text,
  created_at timestamptz not null default now()
);

-- Fresh prices too far from the known ones: staff decide.
create table held_prices (
  item_id bigint primary key references items,
  fresh_price bigint not null check (fresh_price between 1 and 1000000000),
  -- Staff have said no to this one; another one is asked about again.
  is_refused boolean not null default false,
  seen_at timestamptz not null default now()
);
