-- The network that a client's address belongs to, as http/network.ts counts it: a whole IPv4 address, or the /64 of an IPv6 address.
-- Text that is no address, which a proxy may have sent, stays as it is.
create function network_of(address text) returns text language plpgsql immutable as $$
declare
  parsed inet;
begin
  if address not like '%:%' then return address; end if;
  parsed := split_part(address, '%', 1)::inet;
  if parsed << '::ffff:0:0/96' then return host('0.0.0.0'::inet + (parsed - '::ffff:0:0'::inet)); end if;
  return network(set_masklen(parsed, 64))::text;
exception when invalid_text_representation then
  return address;
end;
$$;

-- Every sign-up compares its name with those of staff.
create index players_staff on players (id) where role = 'admin';
