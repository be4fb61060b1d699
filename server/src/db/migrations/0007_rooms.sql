-- Of finished matches alone.
alter table players
  add column total_kills integer not null default 0,
  add column total_deaths integer not null default 0,
  add column total_wins integer not null default 0,
  add column total_matches integer not null default 0,
  -- Made up by the sandbox: no person.
  add column is_sandbox boolean not null default false;
create index players_by_elo on players (elo desc, id) where total_matches > 0;
create index players_by_kills on players (total_kills desc, id) where total_matches > 0;
create index players_by_wins on players (total_wins desc, id) where total_matches > 0;

create table rooms (
  -- Also the number of its match on the game server, which reads 32 bits.
  id bigint generated always as identity primary key check (id < 2147483648),
  map text not null,
  player_count text not null check (player_count in ('1v1', '2v2')),
  server_location text not null,
  ticket_price bigint not null check (ticket_price >= 0),
  owner_id bigint not null references players,
  state text not null default 'WAITING'
    check (state in ('WAITING', 'MATCH_STARTING', 'MATCH_ONGOING', 'MATCH_FINISHED', 'MATCH_CANCELLED')),
  -- When the present wait ends: for ready-up, for the countdown, for joining, for news of the match. A loop looks for those
  -- that are past, so that a wait outlives whoever began it.
  deadline timestamptz,
  seed_hash text not null,
  -- Encrypted under SECRET; the seed's text stands in `seed` once the match is on.
  sealed_seed bytea not null,
  seed text,
  -- Of each seat, team1's first, frozen when the match starts.
  entropies text[],
  starting_side text check (starting_side in ('ct', 't')),
  -- As the configuration numbered it; that may change, its address stays.
  server_id integer,
  -- Unique among rooms that are being played, so that no two share a server.
  server_ip text,
  server_password text,
  -- Of the key that the game server shows when it fetches its match file and when it reports.
  match_key_hash bytea,
  -- The match file was taken over.
  loaded_at timestamptz,
  -- Whatever was left of the match on the server has been ended.
  released_at timestamptz,
  live_at timestamptz,
  heard_at timestamptz,
  score_team1 integer not null default 0,
  score_team2 integer not null default 0,
  winner text check (winner in ('team1', 'team2')),
  -- How often two of its opponents had met in the day before it ended: the rating moves less each time.
  meetings integer not null default 0,
  end_reason text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz,
  constraint rooms_ended check ((state in ('MATCH_FINISHED', 'MATCH_CANCELLED')) = (ended_at is not null)),
  constraint rooms_secret check (state in ('MATCH_ONGOING', 'MATCH_FINISHED', 'MATCH_CANCELLED') or seed is null)
);
create unique index rooms_one_a_server on rooms (server_ip) where state in ('MATCH_STARTING', 'MATCH_ONGOING');
create index rooms_unreleased on rooms (id) where server_id is not null and released_at is null;
create index rooms_active on rooms (id) where state in ('WAITING', 'MATCH_STARTING', 'MATCH_ONGOING');

-- A new row each time a seat is taken, so that leaving and coming back are two payments.
create table room_seats (
  id bigint generated always as identity primary key,
  room_id bigint not null references rooms,
  player_id bigint not null references players,
  team text not null check (team in ('team1', 'team2')),
  place smallint not null check (place in (1, 2)),
  is_ready boolean not null default false,
  entropy text not null default '',
  stake bigint not null check (stake >= 0),
  -- The player sits in it, and the room is not over.
  is_active boolean not null default true,
  taken_at timestamptz not null default now(),
  left_at timestamptz,
  connected_at timestamptz,
  kills integer not null default 0,
  deaths integer not null default 0,
  elo_before integer,
  elo_after integer,
  payout bigint
);
create unique index room_seats_one_of_each on room_seats (room_id, team, place) where left_at is null;
create unique index room_seats_one_active on room_seats (player_id) where is_active;
create index room_seats_room on room_seats (room_id, id);
create index room_seats_player on room_seats (player_id, taken_at);

-- What both sides can read about their room.
create table room_events (
  id bigint generated always as identity primary key,
  room_id bigint not null,
  player_id bigint,
  event text not null,
  details jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create index room_events_room on room_events (room_id, id);

create table room_messages (
  id bigint generated always as identity primary key,
  room_id bigint not null,
  player_id bigint not null,
  message text not null,
  key text,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by bigint,
  constraint room_messages_key unique (player_id, key)
);
create index room_messages_room on room_messages (room_id, id);

-- What game servers reported, each thing once however often it came.
create table match_events (
  room_id bigint not null,
  key text not null,
  payload jsonb not null,
  created_at timestamptz not null default now(),
  primary key (room_id, key)
);

alter table game_results drop constraint game_results_game_check, add constraint game_results_game_check check (game in ('roulette', 'duel'));
