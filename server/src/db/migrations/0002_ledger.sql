-- What is written stays written: a mistake is corrected by another row.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed', tg_table_name using errcode = 'restrict_violation';
end $$;

-- One row is a whole movement: the player's side is `amount`, the other account's side is `-amount`, so that it balances
-- by construction. One without a player (rake, the close of a round) names `to_account`. Only wallets keep a balance.
-- No foreign keys on this and the other hot tables: each would be a query and a lock a row. Parents are never deleted,
-- and the audit proves the references.
create table ledger (
  id bigint generated always as identity primary key,
  type text not null check (type in (
    'DEPOSIT', 'WITHDRAW', 'CASE_OPEN', 'QUICK_SELL', 'ROULETTE_BET', 'ROULETTE_WIN', 'ROULETTE_REFUND',
    'DEPOSIT_REVERSAL', 'ROOM_ENTRY', 'ROOM_REFUND', 'ROOM_WIN', 'MARKET_BUY', 'MARKET_SALE', 'MISSION_REWARD',
    'ADMIN_ADJUST', 'WELCOME')),
  -- The thing paid for, with its leg: a second payment for it is an error.
  reference text not null,
  player_id bigint,
  account text not null check (account ~ '^(house|external|room|round):'),
  to_account text check (to_account ~ '^(house|external|room|round):'),
  amount bigint not null check (amount <> 0 and abs(amount) <= 9007199254740991),
  old_balance bigint check (old_balance >= 0),
  new_balance bigint check (new_balance >= 0),
  created_at timestamptz not null default now(),
  constraint ledger_one_side check ((player_id is null) = (to_account is not null)),
  constraint ledger_balances_known check (
    (player_id is null) = (old_balance is null) and (player_id is null) = (new_balance is null)),
  constraint ledger_adds_up check (new_balance = old_balance + amount),
  constraint ledger_once unique (type, reference)
) with (autovacuum_analyze_scale_factor = 0.02, autovacuum_analyze_threshold = 500);
create index ledger_player on ledger (player_id, id) where player_id is not null;
create index ledger_time on ledger using brin (created_at);
create trigger ledger_immutable before update or delete or truncate on ledger
  for each statement execute function refuse_change();

-- A player's side of a movement is what the product calls a transaction.
create view transactions as
  select id, player_id as "userId", old_balance as "oldBalance", new_balance as "newBalance", amount,
         type as "transactionType", reference, created_at as "createdAt"
  from ledger where player_id is not null;

-- Replies that cannot be rebuilt from other rows, kept in the same commit as their effect.
create table request_keys (
  player_id bigint not null references players,
  key text not null check (key ~ '^[A-Za-z0-9_-]{1,64}$'),
  -- Of the call, its input and its entropy: the same key for another request is refused.
  request_hash text not null,
  reply jsonb not null,
  created_at timestamptz not null default now(),
  primary key (player_id, key)
);
create index request_keys_time on request_keys (created_at);

-- An open halt stops every wager, in every process, until staff end it.
create table ledger_halts (
  id bigint generated always as identity primary key,
  reason text not null,
  began_at timestamptz not null default now(),
  ended_at timestamptz,
  ended_by bigint references players
);
create unique index ledger_halts_one_open on ledger_halts ((true)) where ended_at is null;

-- One row a run of the checks, so that the last good one is known to everybody.
create table ledger_audits (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('full', 'recent')),
  -- The last ledger row that was looked at.
  checked_to bigint not null,
  violations integer not null,
  details jsonb not null default '[]',
  took_ms integer not null,
  created_at timestamptz not null default now()
);

-- Breaches that staff have looked into and put right by other rows. What is written stays written, so the trace of an
-- old fault would be found by every audit to come: those that are known here are told apart from new ones.
create table accepted_breaches (
  invariant text not null,
  detail text not null,
  reason text not null,
  accepted_at timestamptz not null default now(),
  primary key (invariant, detail)
);
create trigger accepted_breaches_immutable before update or delete or truncate on accepted_breaches
  for each statement execute function refuse_change();

create table adjustments (
  id bigint generated always as identity primary key,
  player_id bigint not null references players,
  amount bigint not null,
  reason text not null,
  actor_id bigint not null references players,
  created_at timestamptz not null default now()
);
create trigger adjustments_immutable before update or delete or truncate on adjustments
  for each statement execute function refuse_change();

-- What a player has asked us to hold against them.
create table safer_play (
  player_id bigint primary key references players,
  break_until timestamptz,
  excluded_until timestamptz,
  -- Kept with the limits themselves: whoever has one takes the careful lane.
  has_limits boolean not null default false
);

create table play_limits (
  player_id bigint not null references players,
  kind text not null check (kind in ('deposit', 'wager', 'loss')),
  period text not null check (period in ('day', 'week')),
  allowed bigint not null check (allowed >= 0),
  primary key (player_id, kind, period)
);

-- How much of a limit is used, by the day or the Monday its period began.
create table play_limit_uses (
  player_id bigint not null references players,
  kind text not null,
  period text not null,
  began_on date not null,
  used bigint not null default 0,
  primary key (player_id, kind, period, began_on)
);

-- The one place that knows who may wager: `bar` says why not. Read inside the statement that takes the stake.
create view wagerers as
  select players.id as player_id,
    case
      when exists (select from ledger_halts where ended_at is null) then 'ledger_halted'
      when players.state <> 'active' then 'banned'
      when players.age_confirmed_at is null then 'age_unconfirmed'
      when safer_play.excluded_until > now() then 'self_excluded'
      when safer_play.break_until > now() then 'on_break'
    end as bar,
    coalesce(safer_play.has_limits, false) as has_limits
  from players left join safer_play on safer_play.player_id = players.id;

-- What staff did, in a chain: each row's hash covers the one before it.
create table staff_acts (
  id bigint generated always as identity primary key,
  actor_id bigint references players,
  act text not null,
  subject text not null,
  reason text,
  before jsonb,
  after jsonb,
  created_at timestamptz not null default now(),
  hash text not null
);
create index staff_acts_time on staff_acts (created_at);
create trigger staff_acts_immutable before update or delete or truncate on staff_acts
  for each statement execute function refuse_change();
