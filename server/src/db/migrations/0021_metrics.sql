-- What operators watch is counted every few seconds, so each count reads the rows that it counts and no others.
create index tickets_open on tickets (id) where is_open;
-- Recent audits read it too.
create index trade_offers_updated on trade_offers (updated_at);
