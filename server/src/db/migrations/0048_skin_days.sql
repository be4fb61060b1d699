-- The price of each item, which a withdrawal costs, and since when. What it was before this table is taken to be what it is now.
create table item_prices (
  item_id bigint not null,
  since timestamptz not null,
  price bigint not null,
  primary key (item_id, since)
);
insert into item_prices (item_id, since, price) select id, '-infinity', price from items;

create function record_item_price() returns trigger language plpgsql as $$
begin
  insert into item_prices (item_id, since, price)
  values (new.id, case tg_op when 'INSERT' then '-infinity'::timestamptz else now() end, new.price)
  on conflict (item_id, since) do update set price = excluded.price;
  return null;
end $$;
create trigger items_new_price after insert on items for each row execute function record_item_price();
create trigger items_changed_price after update of price on items for each row
  when (old.price <> new.price) execute function record_item_price();

-- At the end of a day: the prices of all skins that players held. The first row is of the day before the first that was closed.
create table skin_days (
  day date primary key,
  people bigint not null,
  sandbox bigint not null
);
create trigger skin_days_immutable before update or delete or truncate on skin_days
  for each statement execute function refuse_change();

create index trade_offer_events_reversed on trade_offer_events (created_at) where event = 'reversed';
