import type { ProfilePrivacy, PublicDrop, PublicMatch, PublicProfile, RatedMatch } from '@karat/contract/profile';
import type { Sql } from '#db/db.ts';

export type PublicPlayer = ProfilePrivacy & {
  readonly id: number;
  readonly username: string;
  readonly avatar: string;
  readonly isSandbox: boolean;
  readonly steamId: string | null;
  readonly elo: number;
  readonly createdAt: string;
  readonly matches: number;
  readonly wins: number;
  readonly kills: number;
  readonly deaths: number;
};

/** Undefined for an unknown name, and for banned and deleted players. */
export async function selectPublicPlayer(sql: Sql, usernameKey: string): Promise<PublicPlayer | undefined> {
  const [player] = await sql<PublicPlayer>`
    select id, username, coalesce(avatar, '') as avatar, is_sandbox as "isSandbox", steam_id as "steamId", elo,
           created_at as "createdAt", total_matches as matches, total_wins as wins, total_kills as kills,
           total_deaths as deaths,
           coalesce(hides_everything, false) as "hidesEverything", coalesce(hides_drops, false) as "hidesDrops",
           coalesce(hides_matches, false) as "hidesMatches", coalesce(hides_missions, false) as "hidesMissions",
           coalesce(hides_rating_curve, false) as "hidesRatingCurve",
           coalesce(shows_steam_profile, false) as "showsSteamProfile"
    from players left join profile_privacy on player_id = id
    where username_key = ${usernameKey} and state = 'active'`;
  return player;
}

export async function selectPrivacy(sql: Sql, playerId: number): Promise<ProfilePrivacy | undefined> {
  const [privacy] = await sql<ProfilePrivacy>`
    select hides_everything as "hidesEverything", hides_drops as "hidesDrops", hides_matches as "hidesMatches",
           hides_missions as "hidesMissions", hides_rating_curve as "hidesRatingCurve",
           shows_steam_profile as "showsSteamProfile"
    from profile_privacy where player_id = ${playerId}`;
  return privacy;
}

/** Writes nothing for an account that was deleted in the meantime. */
export async function upsertPrivacy(sql: Sql, playerId: number, privacy: ProfilePrivacy): Promise<void> {
  const { hidesEverything, hidesDrops, hidesMatches, hidesMissions, hidesRatingCurve, showsSteamProfile } = privacy;
  await sql`
    insert into profile_privacy (player_id, hides_everything, hides_drops, hides_matches, hides_missions,
                                 hides_rating_curve, shows_steam_profile)
    select id, ${hidesEverything}::bool, ${hidesDrops}::bool, ${hidesMatches}::bool, ${hidesMissions}::bool,
           ${hidesRatingCurve}::bool, ${showsSteamProfile}::bool
    from players where id = ${playerId} and state <> 'deleted' for share
    on conflict (player_id) do update set
      hides_everything = excluded.hides_everything, hides_drops = excluded.hides_drops,
      hides_matches = excluded.hides_matches, hides_missions = excluded.hides_missions,
      hides_rating_curve = excluded.hides_rating_curve, shows_steam_profile = excluded.shows_steam_profile`;
}

type CurveSize = { readonly recent: number; readonly pointsMax: number };

/**
 * The rating after each finished match, oldest first: all recent matches, and of the earlier ones every nth. A player has one seat
 * at a time, so the order of the seats is the order of the matches.
 */
export function selectRatingCurve(sql: Sql, playerId: number, { recent, pointsMax }: CurveSize): Promise<RatedMatch[]> {
  return sql<RatedMatch>`
    with played as (
      select room_id, elo_after as elo, elo_after - elo_before as change, row_number() over (order by id) as match,
             count(*) over () as total
      from room_seats where player_id = ${playerId} and elo_after is not null
    )
    select match, elo, change, to_char(ended_at at time zone 'UTC', 'YYYY-MM-DD') as day
    from played join rooms on rooms.id = room_id
    where match > total - ${recent}::int8 or (total - match) % ((total + ${pointsMax}::int8 - 1) / ${pointsMax}::int8) = 0
    order by match`;
}

export function selectLastMatches(sql: Sql, playerId: number, limit: number): Promise<PublicMatch[]> {
  return sql<PublicMatch>`
    select rooms.id as "roomId", map, player_count, own.team = winner as "isWon",
           case own.team when 'team1' then score_team1 else score_team2 end as "ownScore",
           case own.team when 'team1' then score_team2 else score_team1 end as "opponentScore",
           elo_after - elo_before as "eloChange", ended_at as "endedAt",
           (select coalesce(jsonb_agg(jsonb_build_object('username', username, 'isSandbox', is_sandbox)
                            order by other.position), '[]')
            from room_seats as other join players on players.id = other.player_id
            where other.room_id = own.room_id and other.team <> own.team and other.left_at is null) as opponents
    from room_seats as own join rooms on rooms.id = own.room_id
    where own.player_id = ${playerId} and elo_after is not null
    order by own.taken_at desc, own.id desc limit ${limit}`;
}

type CompletedMission = NonNullable<PublicProfile['missions']>['latest'][number] & { readonly completed: number };

/** The missions that were completed last, each once, with the number of all completions. */
export function selectCompletedMissions(sql: Sql, playerId: number, limit: number): Promise<CompletedMission[]> {
  return sql<CompletedMission>`
    select missions.id, title, image, count(*) as times, (sum(count(*)) over ())::int8 as completed
    from mission_completions join missions on missions.id = mission_id
    where player_id = ${playerId}
    group by missions.id
    order by max(completed_at) desc, missions.id limit ${limit}`;
}

export type DropPrice = { readonly id: number; readonly itemId: number; readonly price: number };

type DropBatch = { readonly lastId: number; readonly isLast: boolean; readonly best: DropPrice[] };
type DropRange = { readonly playerId: number; readonly after: number; readonly limit: number };

/**
 * The best of the next openings, at most `limit`, in rising order of ids; of each item only the best. It ends before the first
 * opening whose animation may still run, so that no later call skips it.
 */
export async function selectBestAfter(
  sql: Sql,
  { playerId, after, limit }: DropRange,
  { revealMs, count }: { revealMs: number; count: number },
): Promise<DropBatch> {
  const [batch] = await sql<DropBatch>`
    with next as materialized (
      select id, created_at <= now() - ${revealMs} * interval '1 millisecond' as is_revealed
      from openings where player_id = ${playerId} and id > ${after} order by id limit ${limit}
    ), revealed as materialized (
      select next.id, item.item_id, item.price
      from next
      -- Lateral lookup by key: for a join of that size the planner would scan the whole inventory.
      cross join lateral (
        select item_id, quick_sell_price as price from inventory where inventory.id = next.id offset 0
      ) as item
      where next.id < coalesce((select min(id) from next where not is_revealed), 9007199254740991)
    ), best_of_items as (
      select distinct on (item_id) id, item_id, price from revealed order by item_id, price desc, id
    )
    select coalesce((select max(id) from revealed), ${after}) as "lastId",
           (select count(*) from next) < ${limit} or exists (select from next where not is_revealed) as "isLast",
           (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'itemId', item_id, 'price', price)), '[]')
            from (select * from best_of_items order by price desc, id limit ${count}) as best) as best`;
  return batch!;
}

/** In the order of the ids, with the names that the cases had then. */
export function selectPublicDrops(sql: Sql, openingIds: readonly number[]): Promise<PublicDrop[]> {
  return sql<PublicDrop>`
    select market_hash_name, items.image, rarity as "skinRarity", inventory.quick_sell_price as price,
           case_versions.name as "caseName"
    from unnest(${openingIds}::int8[]) with ordinality as wanted (id, place)
    join openings on openings.id = wanted.id
    join case_versions on case_versions.id = version_id
    join inventory on inventory.id = openings.id
    join items on items.id = openings.item_id
    order by place`;
}
