-- Drops ended months whose rows are all older than a time, with their rows; returns how many. Never months that are sealed. A month
-- is dropped while it is attached: a detached one would have triggers on the tables that it refers to, and dropping these would
-- lock those tables against everyone.
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
    execute format('drop table months.%I', month_name);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $$;
