-- Lets a statement fail by itself when rows are missing, so that the commit can be sent right behind it.
create function assert_count(actual bigint, expected bigint, error_code text) returns bigint language plpgsql as $$
begin
  if actual <> expected then
    raise exception 'expected % rows, found %', expected, actual using errcode = error_code;
  end if;
  return actual;
end $$;
