-- Drops ended months whose rows are all older than a time, with their rows; returns how many. Never months that are sealed.
create function drop_expired_months(table_name text, before timestamptz) returns integer
  language plpgsql set lock_timeout = '500ms' as $$
declare
  month_name text;
  dropped integer := 0;
begin
  for month_name in
    select partition_name from month_partitions join monthly_tables on name = month_partitions.table_name
    where name = drop_expired_months.table_name and not is_sealed and ends_at <= before
    order by ends_at
  loop
    -- Locks the table for the moment that it takes to change the catalogue: no row is deleted one by one.
    execute format('alter table public.%I detach partition months.%I', table_name, month_name);
    execute format('drop table months.%I', month_name);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $$;
