-- What each player gained at each game on a closed day, and the largest wins of the day.
create table player_days (
  day date not null,
  player_id bigint not null,
  game text not null,
  gain bigint not null,
  primary key (day, player_id, game)
);
create table win_days (
  day date not null,
  game text not null,
  -- The opening, bet or room.
  reference bigint not null,
  player_id bigint not null,
  -- Where it is shown: a bet in its round.
  page_id bigint not null,
  gain bigint not null,
  primary key (day, game, reference, player_id)
);
create trigger player_days_immutable before update or delete or truncate on player_days
  for each statement execute function refuse_change();
create trigger win_days_immutable before update or delete or truncate on win_days
  for each statement execute function refuse_change();
