-- In steps
-- What an account may do for the site: null for players. `role` remains, because the previous version and clients of the
-- specification know only admins.
alter table players add column if not exists staff_role text;

-- Next step
-- The previous version promotes and demotes by `role` alone while both run. A statement that sets `staff_role` decides both.
create or replace function align_staff_role() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.role = 'admin' then new.staff_role := coalesce(new.staff_role, 'admin'); end if;
  elsif new.staff_role is not distinct from old.staff_role and new.role is distinct from old.role then
    new.staff_role := case when new.role = 'admin' then 'admin' end;
  end if;
  new.role := case when new.staff_role is not distinct from 'admin' then 'admin' else 'user' end;
  return new;
end $$;
create or replace trigger players_staff_role before insert or update of role, staff_role on players
  for each row execute function align_staff_role();

-- Next step
update players set staff_role = 'admin' where role = 'admin' and staff_role is null;

-- Next step
do $$ begin
  if not exists (select from pg_constraint where conname = 'players_staff_role_check') then
    alter table players add constraint players_staff_role_check check (
      (staff_role is null or staff_role in ('support', 'moderator', 'finance', 'admin'))
      and (role = 'admin') = (staff_role is not distinct from 'admin')) not valid;
  end if;
end $$;

-- Next step
alter table players validate constraint players_staff_role_check;

-- Next step
create index if not exists players_staff_roles on players (id) where staff_role is not null;

-- Next step
create or replace view users as
  select id, username, email, avatar, role, role = 'admin' as "isAdmin", balance, state, is_sandbox as "isSandbox",
         created_at as "createdAt", staff_role as "staffRole"
  from players join wallets on player_id = id;
