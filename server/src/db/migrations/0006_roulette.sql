-- Who leads a loop. The lock itself is an advisory one; the epoch rises each time it changes hands, and whoever writes
-- under an older one is refused. `(name, epoch)` is a key so that a write which relies on it (for key share) keeps the epoch
-- from rising before it is done.
create table leases (
  name text primary key,
  epoch bigint not null,
  taken_at timestamptz not null default now(),
  constraint leases_epoch unique (name, epoch)
);

-- Links of a hash chain, each the hash of the one before it; rounds use them from the last to the first, so that none tells
-- the next. The terminal is committed, and by that public, before the salt is made and before the first round.
create table roulette_chains (
  id bigint generated always as identity primary key,
  length integer not null check (length > 0),
  terminal text not null constraint roulette_chains_terminal unique check (terminal ~ '^[0-9a-f]{64}$'),
  -- The secret and some links on the way, encrypted under SECRET.
  sealed bytea not null,
  created_at timestamptz not null default now(),
  salt text,
  salted_at timestamptz,
  -- Set where its links cannot be had any more: the rest of it is never used.
  ended_at timestamptz,
  check ((salt is null) = (salted_at is null))
);

create table roulette_rounds (
  -- Given without a gap: a round that was hidden would be missed.
  id bigint primary key check (id > 0),
  chain_id bigint not null references roulette_chains,
  k integer not null check (k > 0),
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  beacon text not null default '',
  state text not null default 'BETTING' check (state in ('BETTING', 'ROLLING', 'SETTLED', 'REFUNDED')),
  created_at timestamptz not null default now(),
  closes_at timestamptz not null,
  closed_at timestamptz,
  seed text,
  winner_number smallint check (winner_number between 0 and 14),
  winner_color text generated always as (
    case when winner_number is null then null when winner_number = 0 then 'green'
         when winner_number <= 7 then 'red' else 'black' end) stored,
  drawn_at timestamptz,
  ended_at timestamptz,
  refund_reason text,
  -- Of all its bets, written when it ends.
  bet_count integer not null default 0,
  amount bigint not null default 0,
  win_amount bigint not null default 0,
  constraint roulette_rounds_link unique (chain_id, k),
  -- Nothing that tells the number stands here while a bet may still come.
  constraint roulette_rounds_secret check (state <> 'BETTING' or seed is null and winner_number is null),
  constraint roulette_rounds_drawn check (
    (seed is null) = (winner_number is null) and (seed is null) = (drawn_at is null)
    and (state <> 'SETTLED' or seed is not null)),
  constraint roulette_rounds_closed check ((state = 'BETTING') = (closed_at is null)),
  constraint roulette_rounds_ended check ((state in ('SETTLED', 'REFUNDED')) = (ended_at is not null)),
  constraint roulette_rounds_refunded check ((state = 'REFUNDED') = (refund_reason is not null))
);
-- One round at a time, whatever any process believes.
create unique index roulette_rounds_one_open on roulette_rounds ((true)) where state in ('BETTING', 'ROLLING');
create index roulette_rounds_ended_at on roulette_rounds (ended_at) include (bet_count, amount, win_amount)
  where state = 'SETTLED';
create index roulette_rounds_refunded on roulette_rounds (chain_id) where state = 'REFUNDED';

create trigger roulette_rounds_kept before delete or truncate on roulette_rounds
  for each statement execute function refuse_change();
create trigger roulette_chains_kept before delete or truncate on roulette_chains
  for each statement execute function refuse_change();

create sequence roulette_bet_ids;

-- A bet is never changed: what it won follows from its round.
create table roulette_bets (
  id bigint primary key,
  round_id bigint not null,
  player_id bigint not null,
  player_bet text not null check (player_bet in ('red', 'green', 'black')),
  amount bigint not null check (amount > 0),
  -- How many times its amount it is paid when it wins, as the rules were when it was made.
  pays smallint not null check (pays > 0),
  request_key text,
  created_at timestamptz not null default now()
) with (autovacuum_analyze_scale_factor = 0.02, autovacuum_analyze_threshold = 500);
create index roulette_bets_round on roulette_bets (round_id, id);
create index roulette_bets_player on roulette_bets (player_id, id);
create unique index roulette_bets_request on roulette_bets (player_id, request_key) where request_key is not null;
create trigger roulette_bets_immutable before update or delete or truncate on roulette_bets
  for each statement execute function refuse_change();

-- Games that are over, a row for each player who was in one.
create table game_results (
  id bigint generated always as identity primary key,
  player_id bigint not null,
  game text not null check (game in ('roulette')),
  -- The round.
  reference bigint not null,
  map text,
  is_won boolean not null,
  amount bigint not null,
  payout bigint not null,
  created_at timestamptz not null default now()
) with (autovacuum_analyze_scale_factor = 0.02, autovacuum_analyze_threshold = 500);
create index game_results_player on game_results (player_id, id);
create trigger game_results_immutable before update or delete or truncate on game_results
  for each statement execute function refuse_change();
