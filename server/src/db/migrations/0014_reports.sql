-- Finished days of the ledger, summed once and kept: what each account got or gave, by type. Rooms and rounds stand here as
-- one account each. `amount` is the account's own side, so that an account's days add up to what the books say it holds.
create table ledger_days (
  day date not null,
  type text not null,
  account text not null,
  movements bigint not null,
  amount bigint not null,
  primary key (day, type, account)
);

-- What openings of a version paid, with the sums of what each of them should have paid at the prices of its moment.
create table case_days (
  day date not null,
  version_id bigint not null,
  openings bigint not null,
  staked bigint not null,
  returned bigint not null,
  expected float8 not null,
  variance float8 not null,
  third float8 not null,
  primary key (day, version_id)
);

-- The same of the rounds of a day that had bets and were settled.
create table roulette_days (
  day date primary key,
  rounds bigint not null,
  staked bigint not null,
  returned bigint not null,
  expected float8 not null,
  variance float8 not null,
  third float8 not null
);

-- Days that are summed up, without a gap from the first. Nothing that began in one of them can still be open.
create table report_days (
  day date primary key,
  closed_at timestamptz not null default now()
);

create trigger ledger_days_immutable before update or delete or truncate on ledger_days
  for each statement execute function refuse_change();
create trigger case_days_immutable before update or delete or truncate on case_days
  for each statement execute function refuse_change();
create trigger roulette_days_immutable before update or delete or truncate on roulette_days
  for each statement execute function refuse_change();
create trigger report_days_immutable before update or delete or truncate on report_days
  for each statement execute function refuse_change();

create index openings_time on openings using brin (created_at);
create index trade_offer_events_delivered on trade_offer_events (created_at) where event = 'delivered';
create index rooms_finished on rooms (ended_at) where state = 'MATCH_FINISHED';

-- What quick sell paid for each item, and since when: a version of a case keeps its rates, the worth of its items moves.
create table item_payouts (
  item_id bigint not null,
  since timestamptz not null,
  quick_sell_price bigint not null,
  primary key (item_id, since)
);
insert into item_payouts (item_id, since, quick_sell_price) select id, '-infinity', quick_sell_price from items;
create index item_payouts_time on item_payouts (since);

create function keep_item_payout() returns trigger language plpgsql as $$
begin
  insert into item_payouts (item_id, since, quick_sell_price)
  values (new.id, case tg_op when 'INSERT' then '-infinity'::timestamptz else now() end, new.quick_sell_price)
  on conflict (item_id, since) do update set quick_sell_price = excluded.quick_sell_price;
  return null;
end $$;
create trigger items_new_payout after insert on items for each row execute function keep_item_payout();
create trigger items_changed_payout after update of quick_sell_price on items for each row
  when (old.quick_sell_price <> new.quick_sell_price) execute function keep_item_payout();
