-- What each player has staked in a round, by colour: running totals, so that showing and settling a round does not read all its
-- bets. They are needed until the next round has ended, and are deleted afterwards; the bets themselves remain.
create table roulette_stakes (
  round_id bigint not null,
  player_id bigint not null,
  red_amount bigint not null,
  green_amount bigint not null,
  black_amount bigint not null,
  red_bets integer not null,
  green_bets integer not null,
  black_bets integer not null,
  bets integer generated always as (red_bets + green_bets + black_bets) stored,
  primary key (round_id, player_id)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);

-- A trigger, so that the bets of every version count while two run side by side. A bettor's wallet is locked, therefore no
-- other transaction changes the same row.
create function add_roulette_stakes() returns trigger language plpgsql as $$
begin
  insert into roulette_stakes as stake
    (round_id, player_id, red_amount, green_amount, black_amount, red_bets, green_bets, black_bets)
  select round_id, player_id,
         coalesce(sum(amount) filter (where player_bet = 'red'), 0),
         coalesce(sum(amount) filter (where player_bet = 'green'), 0),
         coalesce(sum(amount) filter (where player_bet = 'black'), 0),
         count(*) filter (where player_bet = 'red'),
         count(*) filter (where player_bet = 'green'),
         count(*) filter (where player_bet = 'black')
  from added group by round_id, player_id
  on conflict (round_id, player_id) do update
  set red_amount = stake.red_amount + excluded.red_amount,
      green_amount = stake.green_amount + excluded.green_amount,
      black_amount = stake.black_amount + excluded.black_amount,
      red_bets = stake.red_bets + excluded.red_bets,
      green_bets = stake.green_bets + excluded.green_bets,
      black_bets = stake.black_bets + excluded.black_bets;
  return null;
end $$;
create trigger roulette_bets_stakes after insert on roulette_bets
  referencing new table as added for each statement execute function add_roulette_stakes();

-- After the trigger, which waits for bets in progress and keeps new ones out until this is committed: none is missed.
insert into roulette_stakes
  (round_id, player_id, red_amount, green_amount, black_amount, red_bets, green_bets, black_bets)
select round_id, player_id,
       coalesce(sum(amount) filter (where player_bet = 'red'), 0),
       coalesce(sum(amount) filter (where player_bet = 'green'), 0),
       coalesce(sum(amount) filter (where player_bet = 'black'), 0),
       count(*) filter (where player_bet = 'red'),
       count(*) filter (where player_bet = 'green'),
       count(*) filter (where player_bet = 'black')
from roulette_bets where round_id >= (select max(id) from roulette_rounds)
group by round_id, player_id;

-- A round is paid or refunded in parts, by rising player id. SETTLING lasts from the first part to the last.
alter table roulette_rounds add column paid_to bigint not null default 0;
alter table roulette_rounds drop constraint roulette_rounds_state_check;
alter table roulette_rounds add constraint roulette_rounds_state_check
  check (state in ('BETTING', 'ROLLING', 'SETTLING', 'SETTLED', 'REFUNDED'));
drop index roulette_rounds_one_open;
create unique index roulette_rounds_one_open on roulette_rounds ((true))
  where state in ('BETTING', 'ROLLING', 'SETTLING');
