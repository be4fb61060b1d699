-- Kept while the account is banned, for whoever of the staff looks at it next.
alter table players
  add column banned_at timestamptz,
  add column ban_reason text,
  add column banned_by bigint references players;
-- To find what they and the deleted still offer and wish for on the market.
create index players_barred on players (id) where state <> 'active';

-- An account as staff read it in lists, by the names that go over the wire. Nothing of it opens a door.
create view users as
  select id, username, email, avatar, role, role = 'admin' as "isAdmin", balance, state, is_sandbox as "isSandbox",
         created_at as "createdAt"
  from players join wallets on player_id = id;
