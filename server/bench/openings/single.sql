-- The limit: an opening as one call to the database, with nothing of ours around it. It writes the same rows and takes
-- the same locks. Its roll is a single hash instead of an HMAC, which only makes the limit harder to reach.
create table bench_seeds (seed_id bigint primary key, server_seed text not null, client_seed text not null);
create table bench_drops (version_id bigint, upto integer, item_id bigint, primary key (version_id, upto));

create function open_singly(player bigint, case_name text) returns bigint language plpgsql as $$
declare
  box record; paid record; seed record; drop_id bigint; ticket integer; opening_id bigint; sell_price bigint;
begin
  select id, price, version_id into strict box from cases where name = case_name and paused_at is null;
  update wallets set balance = balance - box.price, version = version + 1, nonce = nonce + 1
    from wager_eligibility
    where wallets.player_id = player and wager_eligibility.player_id = player and block_reason is null and not has_limits
      and balance >= box.price
    returning balance, nonce - 1 as nonce, seed_id into strict paid;
  select server_seed, client_seed into strict seed from bench_seeds where seed_id = paid.seed_id;
  ticket := (('x' || substr(encode(sha256(convert_to(
    seed.server_seed || ':' || seed.client_seed || ':' || paid.nonce, 'UTF8')), 'hex'), 1, 7))::bit(28)::int) % 10000;
  select item_id into strict drop_id from bench_drops where version_id = box.version_id and upto > ticket
    order by upto limit 1;
  select quick_sell_price into strict sell_price from items where id = drop_id;
  opening_id := nextval('inventory_ids');
  insert into ledger (type, reference, player_id, account, amount, old_balance, new_balance)
    values ('CASE_OPEN', 'open:' || opening_id, player, 'house:cases', -box.price, paid.balance + box.price, paid.balance);
  insert into inventory (id, player_id, item_id, quick_sell_price) values (opening_id, player, drop_id, sell_price);
  insert into openings (id, player_id, version_id, seed_id, nonce, entropy, ticket, item_id, request_key, request_count)
    values (opening_id, player, box.version_id, paid.seed_id, paid.nonce, '', ticket, drop_id,
            encode(sha256(int8send(opening_id)), 'hex'), 1);
  return opening_id;
end $$;
