-- What a player gets as a file of their own data is read by the player, a step at a time: no part of it may read everybody's rows.
create index site_events_player on site_events (player_id, id) where player_id is not null;
create index staff_acts_subject on staff_acts (subject, id);
create index seeds_player on seeds (player_id, id);
create index holds_of_player on holds (player_id, id);
create index adjustment_requests_player on adjustment_requests (player_id, id);
create index room_events_player on room_events (player_id, id) where player_id is not null;
create index room_messages_player on room_messages (player_id, id);
-- The other half of `inventory_player`: an item comes here when it is gone, so that winning one costs nothing more.
create index inventory_gone on inventory (player_id, id) where state in ('SOLD', 'WITHDRAWN');

-- Among all that players are told, what alerts look for.
create index notifications_unlikely on notifications (updated_at) where title = 'Unlikely drops';
create index trade_offer_events_credited on trade_offer_events (created_at) where event = 'credited';
create index adjustments_time on adjustments (created_at);

-- Changes of balances by hand that staff were told of, each for one reason once.
create table adjustment_warnings (
  adjustment_id bigint not null references adjustments,
  kind text not null check (kind in ('own', 'sum')),
  created_at timestamptz not null default now(),
  primary key (adjustment_id, kind)
);
