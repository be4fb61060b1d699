-- What staff have switched off or on. A part of the site without a row is on.
create table switches (
  name text primary key check (char_length(name) between 1 and 40),
  is_on boolean not null,
  reason text not null check (char_length(reason) between 1 and 200),
  message_tr text check (char_length(message_tr) between 1 and 300),
  message_en text check (char_length(message_en) between 1 and 300),
  -- When staff expect to switch it on again. Nothing happens by itself then.
  ends_at timestamptz,
  changed_at timestamptz not null default now(),
  changed_by bigint not null references players,
  check ((message_tr is null) = (message_en is null)),
  check (not is_on or (message_tr is null and ends_at is null))
);

-- What staff announce to everyone on the site, while it is between start and end.
create table announcements (
  id bigint generated always as identity primary key,
  text_tr text not null check (char_length(text_tr) between 1 and 300),
  text_en text not null check (char_length(text_en) between 1 and 300),
  starts_at timestamptz not null,
  ends_at timestamptz,
  -- When staff ended it early.
  ended_at timestamptz,
  created_by bigint not null references players,
  check (ends_at > starts_at)
);
create index announcements_open on announcements (starts_at) where ended_at is null;
