-- Whether the site is a sandbox, where programs may play, or a real one. Written at the first start; a database of an earlier
-- version gets its row at the next start. Without a row the site has not started yet.
create table site_mode (
  is_only_row boolean primary key default true check (is_only_row),
  kind text not null check (kind in ('sandbox', 'real')),
  -- The switch of staff.
  residents_on boolean not null,
  first_started_at timestamptz not null default clock_timestamp(),
  -- Null on a site that never was a sandbox, or still is one.
  left_sandbox_at timestamptz,
  constraint site_mode_left check (kind = 'real' or left_sandbox_at is null),
  constraint site_mode_real_without_residents check (kind = 'sandbox' or not residents_on)
);

-- The sandbox players that play by themselves.
create table residents (
  player_id bigint primary key references players,
  -- The language of their chat messages.
  language text not null check (language in ('tr', 'en')),
  -- What they have done so far.
  actions bigint not null default 0 check (actions >= 0),
  last_action text,
  last_action_at timestamptz,
  created_at timestamptz not null default now()
);

create function refuse_residents_of_real_site() returns trigger language plpgsql as $$
begin
  if not exists (select from site_mode where kind = 'sandbox' for share) then
    raise exception 'only a sandbox has residents' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger residents_only_in_sandbox before insert on residents
  for each row execute function refuse_residents_of_real_site();

-- Sandbox players are few among all players.
create index players_sandbox on players (id) where is_sandbox;

-- The daily allowance of residents. The rows so far met the narrower check.
alter table ledger drop constraint ledger_type_check;
alter table ledger add constraint ledger_type_check check (type in (
  'DEPOSIT', 'WITHDRAW', 'CASE_OPEN', 'QUICK_SELL', 'ROULETTE_BET', 'ROULETTE_WIN', 'ROULETTE_REFUND',
  'DEPOSIT_REVERSAL', 'ROOM_ENTRY', 'ROOM_REFUND', 'ROOM_WIN', 'MARKET_BUY', 'MARKET_SALE', 'MISSION_REWARD',
  'ADMIN_ADJUST', 'WELCOME', 'SANDBOX_ALLOWANCE')) not valid;

-- On a real site no sandbox player may wager.
create or replace view wager_eligibility as
  select players.id as player_id,
    case
      when exists (select from ledger_halts where ended_at is null) then 'ledger_halted'
      when players.state <> 'active' then 'banned'
      when players.is_sandbox and exists (select from site_mode where kind = 'real') then 'banned'
      when players.age_confirmed_at is null then 'age_unconfirmed'
      when safer_play.excluded_until > now() then 'self_excluded'
      when safer_play.break_until > now() then 'on_break'
      -- Requested while the period of play continued, and not answered since: a pause is no answer.
      when safer_play.reality_due_at <= now()
        and safer_play.reality_due_at < safer_play.last_staked_at + interval '30 minutes' then 'reality_check'
    end as block_reason,
    coalesce(safer_play.has_limits, false) as has_limits
  from players left join safer_play on safer_play.player_id = players.id;
