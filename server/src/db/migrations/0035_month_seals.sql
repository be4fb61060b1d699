-- A finished month of the books is audited once and sealed. Later audits begin at the totals of the last seal. The rows of a sealed
-- month can be hashed again, and the hash of each seal covers the one before.

-- Tables whose rows never change.
alter table monthly_tables add column is_sealed boolean not null default false;
update monthly_tables set is_sealed = name in ('ledger', 'openings', 'roulette_bets');

create table month_seals (
  table_name text not null references monthly_tables,
  month_name text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  row_count bigint not null,
  last_id bigint,
  -- Rows and diamonds by type of movement or colour.
  sums jsonb not null,
  -- What `content_hash` covers of each row, by rising id.
  columns text[] not null,
  content_hash text not null,
  -- Of sealed_wallets and sealed_accounts after this month; only with the ledger.
  totals_hash text,
  previous_hash text,
  hash text not null,
  sealed_at timestamptz not null default now(),
  primary key (table_name, ends_at)
);
create trigger month_seals_immutable before update or delete or truncate on month_seals
  for each statement execute function refuse_change();

-- What the sealed months of the ledger add up to. The last seal holds the hash of these rows.
create table sealed_wallets (
  player_id bigint primary key,
  amount bigint not null,
  movements bigint not null
) with (fillfactor = 90);
create table sealed_accounts (
  account text primary key,
  amount bigint not null
);
create trigger sealed_wallets_no_delete before delete or truncate on sealed_wallets
  for each statement execute function refuse_change();

create function sealed_until(table_name text) returns timestamptz language sql stable as $$
  select coalesce(max(ends_at), '-infinity') from month_seals where month_seals.table_name = sealed_until.table_name
$$;

create view open_ledger as select * from ledger where created_at >= (select sealed_until('ledger'));

create function seal_hash(seal month_seals) returns text language sql stable set timezone = 'UTC' set datestyle = 'ISO' as $$
  select encode(sha256(convert_to(jsonb_build_array(
    seal.table_name, seal.starts_at::text, seal.ends_at::text, seal.row_count, seal.last_id, seal.sums, seal.columns,
    seal.content_hash, seal.totals_hash, seal.previous_hash)::text, 'UTF8')), 'hex')
$$;

create function sealed_totals_hash() returns text language sql stable as $$
  select encode(sha256(
    sha256(convert_to(coalesce((
      select string_agg(row(player_id, amount, movements)::text, ',' order by player_id) from sealed_wallets), ''), 'UTF8'))
    || sha256(convert_to(coalesce((
      select string_agg(row(account, amount)::text, ',' order by account) from sealed_accounts), ''), 'UTF8'))), 'hex')
$$;

-- The hash of the rows of a month by rising id, ten thousand at a time: each hash covers the one before. Independent of the settings
-- of the session.
create function month_content_hash(month regclass, columns text[]) returns text
  language plpgsql stable set timezone = 'UTC' set datestyle = 'ISO' as $$
declare
  row_text text := (select string_agg(format('%I', name), ', ') from unnest(columns) as name);
  last_id bigint := -1;
  next_id bigint;
  part text;
  digest bytea := '';
begin
  loop
    execute format(
      'select max(id), string_agg(row(%s)::text, E''\n'' order by id)'
      ' from (select * from %s where id > $1 order by id limit 10000) as part', row_text, month)
    into next_id, part using last_id;
    exit when next_id is null;
    digest := sha256(digest || convert_to(part, 'UTF8'));
    last_id := next_id;
  end loop;
  return encode(digest, 'hex');
end $$;

-- No row is added to a closed month.
create function close_month(month_name text) returns void language plpgsql as $$
begin
  if exists (
    select from pg_trigger where tgrelid = format('months.%I', month_name)::regclass and tgname = month_name || '_closed'
  ) then
    return;
  end if;
  execute format('create trigger %I before insert on months.%I for each row execute function refuse_late_row()',
    month_name || '_closed', month_name);
end $$;

create function refuse_late_row() returns trigger language plpgsql as $$
begin
  raise exception 'the month % is closed', tg_table_name using errcode = 'restrict_violation';
end $$;

-- What a seal says of the rows of a month, with their sums by kind.
create function month_sums(table_name text, month regclass, out row_count bigint, out last_id bigint, out sums jsonb)
  language plpgsql stable as $$
begin
  execute format(
    'select coalesce(sum(rows), 0)::int8, max(last_id), coalesce(jsonb_object_agg(kind, jsonb_build_array(rows, amount)), ''{}'')'
    ' from (select %s as kind, count(*) as rows, %s as amount, max(id) as last_id from %s group by 1) as kinds',
    case table_name when 'ledger' then 'type' when 'roulette_bets' then 'player_bet' else '''all''' end,
    case table_name when 'openings' then '0' else 'sum(amount)::int8' end, month)
  into row_count, last_id, sums;
end $$;

-- Drops ended months without rows; returns how many. Only of tables whose rows are deleted by age.
create function drop_empty_months(table_name text) returns integer language plpgsql set lock_timeout = '500ms' as $$
declare
  month_name text;
  has_rows boolean;
  dropped integer := 0;
begin
  for month_name in
    select partition_name from month_partitions join monthly_tables on name = month_partitions.table_name
    where name = drop_empty_months.table_name and not is_sealed and ends_at < now() - interval '1 day'
  loop
    execute format('select exists (select from months.%I)', month_name) into has_rows;
    continue when has_rows;
    execute format('lock table public.%I in access exclusive mode', table_name);
    execute format('select exists (select from months.%I)', month_name) into has_rows;
    continue when has_rows;
    execute format('drop table months.%I', month_name);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $$;
