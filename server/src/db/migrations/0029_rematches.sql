-- A rematch has the players and the settings of the room that it follows. A cancelled one makes way for another.
alter table rooms add column rematch_of bigint references rooms;
create unique index rooms_one_rematch on rooms (rematch_of) where state <> 'MATCH_CANCELLED' and rematch_of is not null;
