-- A PostgreSQL user for gateways, which can read everything and write only what tabs write: docs/roles.md, "Gateways and money".
-- Run it once, as the user that owns the tables, on the site's database, once it is migrated (by the first start or `npm run db:migrate`):
--
--   psql --dbname=karat --set=password="$(openssl rand -hex 24)" --file=ops/gateway-user.sql
--
-- That user needs the right to create users (createrole). Run it again after an upgrade that adds tables for tabs.

select not exists (select from pg_roles where rolname = 'karat_gateway') as is_new \gset
\if :is_new
  create role karat_gateway login password :'password';
\endif

grant usage on schema public to karat_gateway;
grant select on all tables in schema public to karat_gateway;
-- Tables of later versions too.
alter default privileges in schema public grant select on tables to karat_gateway;

grant insert on chat_messages, room_messages to karat_gateway;
grant usage on sequence chat_messages_ids to karat_gateway;
grant update (last_seen_at) on sessions to karat_gateway;
