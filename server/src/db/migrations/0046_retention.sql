-- Entries of the log of events may be deleted once they are old. Those of the last 30 days cannot, and actions of staff never.
create function refuse_early_delete() returns trigger language plpgsql as $$
begin
  if old.created_at > now() - interval '30 days' then
    raise exception 'rows of % are not deleted before 30 days have passed', tg_table_name using errcode = 'restrict_violation';
  end if;
  return old;
end $$;
drop trigger site_events_immutable on site_events;
create trigger site_events_immutable before update or truncate on site_events
  for each statement execute function refuse_change();
create trigger site_events_early_delete before delete on site_events
  for each row execute function refuse_early_delete();
