-- A month is hashed in several statements, because one for a very large month would exceed the timeout of a statement.
drop function month_content_hash;

-- Continues the hash of the rows of a month by rising id, after an id: ten thousand rows at a time, and each hash covers the one
-- before. `last_id` is null when no row is left. Independent of the settings of the session.
create function hash_month_rows(
  month regclass, columns text[], after_id bigint, digest_before text, parts integer, out digest text, out last_id bigint
) language plpgsql stable set timezone = 'UTC' set datestyle = 'ISO' as $$
declare
  row_text text := (select string_agg(format('%I', name), ', ') from unnest(columns) as name);
  part text;
  part_id bigint := after_id;
begin
  digest := digest_before;
  for _ in 1 .. parts loop
    execute format(
      'select max(id), string_agg(row(%s)::text, E''\n'' order by id)'
      ' from (select * from %s where id > $1 order by id limit 10000) as part', row_text, month)
    into last_id, part using part_id;
    exit when last_id is null;
    digest := encode(sha256(decode(digest, 'hex') || convert_to(part, 'UTF8')), 'hex');
    part_id := last_id;
  end loop;
end $$;
