-- In steps: db/migrate.ts runs each of them in a transaction of its own, and all of them again after an interruption.
--
-- Divides the tables that grow for ever into months. No row is copied: the existing table becomes the first partition, which holds
-- everything until the border. Both the previous version and this one can work meanwhile. Each table is locked exclusively for
-- some milliseconds, twice.

create schema if not exists months;

-- The tables that are divided, and what each month has of its own.
create table if not exists monthly_tables (
  name text primary key,
  time_column text not null,
  -- By suffix. Unique within a month: an index over all months could only be unique together with the time.
  unique_keys jsonb not null default '{}',
  storage text not null default ''
);
insert into monthly_tables (name, time_column)
values ('ledger', 'created_at'), ('openings', 'created_at'), ('roulette_bets', 'created_at'), ('chat_messages', 'created_at'),
       -- Never changes after the row is written.
       ('notifications', 'updated_at')
on conflict do nothing;

create or replace view month_partitions as
  select parent.relname::text as table_name, child.relname::text as partition_name,
         coalesce((regexp_match(bound, 'FROM \(''([^'']+)''\)'))[1]::timestamptz, '-infinity') as starts_at,
         (regexp_match(bound, 'TO \(''([^'']+)''\)'))[1]::timestamptz as ends_at
  from monthly_tables
  join pg_class as parent on parent.oid = to_regclass(format('public.%I', monthly_tables.name))
  join pg_inherits on inhparent = parent.oid
  join pg_class as child on child.oid = inhrelid
  cross join lateral pg_get_expr(child.relpartbound, child.oid) as bound;

create or replace function start_of_month(moment timestamptz, months_later integer default 0) returns timestamptz
  language sql immutable as $$
    select (date_trunc('month', moment at time zone 'UTC') + make_interval(months => months_later)) at time zone 'UTC'
  $$;

-- Creates the partition beside the table and attaches it, which readers and writers do not wait for.
create or replace function create_month(table_name text, starts_at timestamptz, ends_at timestamptz) returns void
  language plpgsql as $$
declare
  monthly monthly_tables := (select each from monthly_tables as each where name = table_name);
  -- Only tests end a month before its time.
  month_name text := format('%s_%s', table_name, to_char(starts_at at time zone 'UTC',
    case when starts_at = start_of_month(starts_at) then 'YYYY_MM' else 'YYYY_MM_DDHH24MISSUS' end));
  suffix text;
  definition text;
begin
  execute format(
    'create table months.%I (like public.%I including defaults including constraints including storage including comments)%s',
    month_name, table_name, case when monthly.storage <> '' then format(' with (%s)', monthly.storage) end);
  for suffix, definition in select * from jsonb_each_text(monthly.unique_keys) loop
    execute format('create unique index %I on months.%I using %s', month_name || '_' || suffix, month_name, definition);
    if suffix = 'pkey' then
      execute format('alter table months.%I add primary key using index %I', month_name, month_name || '_pkey');
    end if;
  end loop;
  -- A trigger of the whole table does not see a statement that names one of its months.
  for definition in
    select pg_get_triggerdef(oid) from pg_trigger
    where tgrelid = format('public.%I', table_name)::regclass and tgfoid = 'refuse_change'::regproc
  loop
    execute replace(definition, format(' ON public.%I ', table_name), format(' ON months.%I ', month_name));
  end loop;
  execute format('alter table public.%I attach partition months.%I for values from (%L) to (%L)',
    table_name, month_name, starts_at, ends_at);
end $$;

-- Creates the missing months of a table, up to `months_ahead` after the current one. Returns how many.
create or replace function ensure_months(table_name text, months_ahead integer) returns integer language plpgsql as $$
declare
  last_border timestamptz;
  created integer := 0;
begin
  perform pg_advisory_xact_lock(hashtextextended('karat/months', 0));
  select max(ends_at) into last_border from month_partitions where month_partitions.table_name = ensure_months.table_name;
  while last_border < start_of_month(now(), months_ahead + 1) loop
    perform create_month(table_name, last_border, start_of_month(last_border, 1));
    last_border := start_of_month(last_border, 1);
    created := created + 1;
  end loop;
  return created;
end $$;

-- Fails a statement that would repeat a key which a unique index of another month holds.
create or replace function assert_unique(duplicates bigint, constraint_name text) returns bigint language plpgsql as $$
begin
  if duplicates > 0 then
    raise exception 'duplicate key value violates unique constraint "%"', constraint_name
      using errcode = 'unique_violation', constraint = constraint_name, detail = 'The key exists, perhaps in another month.';
  end if;
  return duplicates;
end $$;

-- Nothing is paid twice, also at the end of a month. Two payments that overlap wait for each other; the query of the function
-- starts after the lock and therefore sees the first.
create or replace function assert_ledger_once() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('karat/ledger/' || new.type || '/' || new.reference, 0));
  perform assert_unique(
    (select count(*) from ledger where type = new.type and reference = new.reference and id <> new.id), 'ledger_once');
  return null;
end $$;

-- The functions of the steps below.

create or replace function is_divided(table_name text) returns boolean language sql stable as $$
  select relkind = 'p' from pg_class where oid = format('public.%I', table_name)::regclass
$$;

create or replace function border_of(table_name text) returns timestamptz language sql stable as $$
  select (regexp_match(pg_get_constraintdef(oid), '''([^'']+)'''))[1]::timestamptz from pg_constraint
  where conrelid = format('public.%I', table_name)::regclass and conname = table_name || '_border'
$$;

-- Everything that is written meanwhile must be before the border. So it is at least a week ahead, and moved if the migration was
-- interrupted until shortly before it.
create or replace function add_border(table_name text) returns void language plpgsql as $$
begin
  if is_divided(table_name) or border_of(table_name) > now() + interval '1 day' then return; end if;
  execute format('alter table public.%I drop constraint if exists %I, add constraint %2$I check (%I < %L) not valid',
    table_name, table_name || '_border', (select time_column from monthly_tables where name = table_name),
    start_of_month(now() + interval '7 days', 1));
end $$;

-- Reads the whole table once, while others read and write it. A check of an earlier migration may not be validated either, and all
-- must be for the months to have the same.
create or replace function validate_checks(table_name text) returns void language plpgsql as $$
declare
  commands text := (
    select string_agg(format('validate constraint %I', conname), ', ') from pg_constraint
    where conrelid = format('public.%I', table_name)::regclass and contype = 'c' and not convalidated);
begin
  if is_divided(table_name) or commands is null then return; end if;
  execute format('alter table public.%I %s', table_name, commands);
end $$;

-- Replaces the table by a divided one of the same name, with the table as its first month. A validated border saves reading it.
create or replace function divide(table_name text) returns void language plpgsql as $$
declare
  source oid := format('public.%I', table_name)::regclass;
  border timestamptz;
  first_month text;
  id_sequence text;
  definitions text[];
  definition text;
begin
  if is_divided(table_name) then return; end if;
  execute format('lock table public.%I in access exclusive mode', table_name);
  border := border_of(table_name);
  first_month := format('%s_until_%s', table_name, to_char(border at time zone 'UTC', 'YYYY_MM'));

  definitions := array(
    select pg_get_indexdef(indexrelid) from pg_index where indrelid = source and not indisunique order by indexrelid
  ) || array(
    select format('alter table public.%I add constraint %I %s', table_name, conname, pg_get_constraintdef(oid))
    from pg_constraint where conrelid = source and contype = 'f' order by oid
  ) || format('alter table public.%I attach partition months.%I for values from (minvalue) to (%L)', table_name, first_month, border)
  || array(
    select pg_get_triggerdef(oid) from pg_trigger where tgrelid = source and not tgisinternal order by oid
  ) || array(
    select format('create or replace view %s as %s', viewed.oid::regclass, pg_get_viewdef(viewed.oid))
    from pg_class as viewed
    where relkind = 'v' and exists (
      select from pg_depend join pg_rewrite on pg_rewrite.oid = objid and classid = 'pg_rewrite'::regclass
      where refobjid = source and ev_class = viewed.oid)
  ) || array(
    select format('grant %s on public.%I to %s%s', privilege_type, table_name,
                  case grantee when 0 then 'public' else grantee::regrole::text end,
                  case when is_grantable then ' with grant option' end)
    from pg_class cross join lateral aclexplode(relacl) where pg_class.oid = source
  );
  update monthly_tables
  set storage = coalesce((select array_to_string(reloptions, ', ') from pg_class where oid = source), ''),
      unique_keys = coalesce((
        select jsonb_object_agg(substr(relname, length(table_name) + 2), regexp_replace(pg_get_indexdef(indexrelid), '^.*? USING ', ''))
        from pg_index join pg_class on pg_class.oid = indexrelid where indrelid = source and indisunique), '{}')
  where name = table_name;

  -- Versions of PostgreSQL differ in identities of partitions. An ordinary sequence is the same in all.
  id_sequence := pg_get_serial_sequence(format('public.%I', table_name), 'id');
  if id_sequence is not null then
    execute format('create sequence public.%I', table_name || '_ids');
    execute format('select setval(%L, last_value, is_called) from %s', table_name || '_ids', id_sequence);
    execute format('alter table public.%I alter column id drop identity, alter column id set default nextval(%L)',
      table_name, table_name || '_ids');
  end if;

  execute format('alter table public.%I rename to %I', table_name, first_month);
  execute format('alter table public.%I set schema months', first_month);
  execute format(
    'create table public.%I (like months.%I including defaults including constraints including storage including comments)'
    ' partition by range (%I)',
    table_name, first_month, (select time_column from monthly_tables where name = table_name));
  execute format('alter table public.%I drop constraint %I', table_name, table_name || '_border');
  foreach definition in array definitions loop
    execute definition;
  end loop;
  execute format('alter table months.%I drop constraint %I', first_month, table_name || '_border');
  if id_sequence is not null then
    execute format('alter sequence public.%I owned by public.%I.id', table_name || '_ids', table_name);
    -- An identity needs no right of its own, a sequence does.
    for definition in
      select format('grant usage on sequence public.%I to %s', table_name || '_ids',
                    case grantee when 0 then 'public' else grantee::regrole::text end)
      from pg_class cross join lateral aclexplode(relacl) where pg_class.oid = source and privilege_type = 'INSERT'
    loop
      execute definition;
    end loop;
  end if;
end $$;

-- The table as a whole has no statistics yet. An empty table must not get any: the planner takes it for empty ever after, and for
-- one that was never analysed it chooses the right index.
create or replace function analyze_if_filled(table_name text) returns void language plpgsql as $$
declare
  is_filled boolean;
begin
  execute format('select exists (select from public.%I)', table_name) into is_filled;
  if is_filled then execute format('analyze public.%I', table_name); end if;
end $$;

-- Next step
select add_border('ledger');
-- Next step
select validate_checks('ledger');
-- Next step
select divide('ledger');
-- Not for references with an id of a sequence, which comes only once (an opening, a bet), and payments of a round, which lock the
-- round and record how far it is paid: these are the many, and the audit checks them.
create or replace trigger ledger_once_over_months after insert on ledger
  for each row when (new.type not in ('CASE_OPEN', 'ROULETTE_BET', 'ROULETTE_WIN', 'ROULETTE_REFUND'))
  execute function assert_ledger_once();
-- Next step
select analyze_if_filled('ledger');
-- Next step
select ensure_months('ledger', 3);

-- Next step
select add_border('openings');
-- Next step
select validate_checks('openings');
-- Next step
select divide('openings');
-- Next step
select analyze_if_filled('openings');
-- Next step
select ensure_months('openings', 3);

-- Next step
select add_border('roulette_bets');
-- Next step
select validate_checks('roulette_bets');
-- Next step
select divide('roulette_bets');
-- Next step
select analyze_if_filled('roulette_bets');
-- Next step
select ensure_months('roulette_bets', 3);

-- Next step
select add_border('chat_messages');
-- Next step
select validate_checks('chat_messages');
-- Next step
select divide('chat_messages');
-- Next step
select analyze_if_filled('chat_messages');
-- Next step
select ensure_months('chat_messages', 3);

-- Next step
select add_border('notifications');
-- Next step
select validate_checks('notifications');
-- Next step
select divide('notifications');
-- Next step
select analyze_if_filled('notifications');
-- Next step
select ensure_months('notifications', 3);

-- Next step
drop function analyze_if_filled, add_border, validate_checks, divide, border_of, is_divided;
