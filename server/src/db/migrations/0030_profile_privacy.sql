-- What players choose about their public profile. A player without a row hides nothing and does not link to Steam.
create table profile_privacy (
  player_id bigint primary key references players,
  hides_everything boolean not null,
  hides_drops boolean not null,
  hides_matches boolean not null,
  hides_missions boolean not null,
  hides_rating_curve boolean not null,
  shows_steam_profile boolean not null
);
