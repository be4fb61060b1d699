-- What one admin made without a second one, and what players may get by it: rewards of missions, deposits above the approved
-- price of a skin, and rises of prices of items that players hold. With the adjustments it counts against the admin's limit of
-- 24 hours. A deposit that came to nothing takes its row back.
create table unapproved_credits (
  id bigint generated always as identity primary key,
  actor_id bigint not null references players,
  kind text not null check (kind in ('mission', 'deposit', 'price')),
  -- The mission, the trade offer, or the item.
  subject_id bigint not null,
  -- Of the ledger line that paid it; null where no line has to follow.
  reference text constraint unapproved_credits_reference unique,
  amount bigint not null check (amount > 0),
  -- The limit of its time.
  approval_above bigint not null,
  created_at timestamptz not null default clock_timestamp()
);
create index unapproved_credits_actor on unapproved_credits (actor_id, created_at);
create index unapproved_credits_subject on unapproved_credits (kind, subject_id);

-- Changes from before were counted by admin and player; from now on they are counted by admin over all players.
alter table adjustments add column is_counted_by_actor boolean not null default false;
create index adjustments_actor on adjustments (actor_id, created_at);

-- Requests of several kinds: besides balances, missions, edits of items, and prices that jumped. Of these `amount` is what they
-- may pay out, and `details` has what is to be written and how it differs.
alter table adjustment_requests
  alter column player_id drop not null,
  add column kind text not null default 'balance'
    constraint adjustment_requests_kind check (kind in ('balance', 'mission', 'item', 'price')),
  add column subject_id bigint,
  add column details jsonb,
  add constraint adjustment_requests_of_player check ((kind = 'balance') = (player_id is not null)),
  add constraint adjustment_requests_details check ((kind = 'balance') = (details is null));
create index adjustment_requests_subject on adjustment_requests (kind, subject_id) where state = 'waiting';

-- The admin who made the mission, or last made it worth more, and no second one has approved it; null for an approved one, and
-- for all that exist by now. `charged_to` keeps the last of them: rewards that were promised above the highest approved one
-- count against that admin's limit, also when the mission itself is approved by now.
alter table missions
  add column unapproved_by bigint references players,
  add column unapproved_since timestamptz,
  add column charged_to bigint references players,
  add column approved_reward bigint,
  add constraint missions_unapproved check ((unapproved_by is null) = (unapproved_since is null));

-- Who set a price that no second admin has approved, with the last price that a second admin, the feed or the demo stands for; 0 where there was none.
alter table items
  add column price_by bigint references players,
  add column approved_price bigint check (approved_price >= 0),
  add constraint items_unapproved check ((price_by is null) = (approved_price is null));
