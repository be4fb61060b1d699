-- A link once named its Steam account in this log, which nobody may change: so it outlived the player who left. It has not since, and
-- what was written before is blanked once.
alter table site_events disable trigger site_events_immutable;
update site_events set details = null where event = 'account.steam-link' and details is not null;
alter table site_events enable trigger site_events_immutable;

-- What counts against a limit is told from the offer itself. The release before this one still names the column, so it stays.
comment on column trade_offers.is_counted is 'No longer read or written.';
