-- A notification is the key of a template with its parameters, so that every reader gets it in their own language. Title and message
-- hold the text in the default language: of rows of earlier versions, and for versions that do not know the key.
alter table notifications
  add column key text,
  add column parameters jsonb,
  add constraint notifications_key_with_parameters check ((key is null) = (parameters is null));

drop index notifications_unlikely;
create index notifications_unlikely_drops on notifications (updated_at) where key = 'odds.unlikely';
