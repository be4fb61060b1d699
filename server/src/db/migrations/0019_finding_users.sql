-- To find accounts by the beginning of their name or address.
create index players_username_beginning on players (username_key text_pattern_ops);
create index players_email_beginning on players (email_key text_pattern_ops) where email_key is not null;

-- Compared as those indexes are sorted: after all that begins so stands the beginning with the last of all characters.
create function players_sought(name_key text, mail_key text, number text) returns setof bigint stable language sql as $$
  select id from players where username_key ~>=~ name_key and username_key ~<~ (name_key || chr(1114111))
  union select id from players where email_key ~>=~ mail_key and email_key ~<~ (mail_key || chr(1114111))
  union select id from players where id = substring(number from '^[0-9]{1,18}$')::bigint
  union select id from players where steam_id = number
$$;

-- When a session that is over was last used: it goes, and this stays.
alter table players add column was_seen_at timestamptz;

create function keep_last_seen() returns trigger language plpgsql as $$
begin
  -- A row that somebody else holds is passed over: they may be waiting for these very sessions.
  update players set was_seen_at = greatest(was_seen_at, seen_at)
  from (select player_id, max(last_seen_at) as seen_at from ended group by player_id) as seen
  where players.id = player_id
    and players.id in (select id from players where id in (select player_id from ended) for no key update skip locked);
  return null;
end $$;

create trigger sessions_last_seen after delete on sessions
  referencing old table as ended for each statement execute function keep_last_seen();
