import type { Sql } from '#db/db.ts';
import type { DayRange } from './day-range.ts';
import type { OpeningCount } from './queries.ts';

export type User = { readonly id: number; readonly username: string };

export type PendingCounts = {
  /** Reason and start of the current halt. */
  readonly haltReason: string | null;
  readonly haltedAt: string | null;
  /** Breaches found by the last audit. */
  readonly violations: number;
  readonly auditedAt: string | null;
  readonly priceJumps: number;
  readonly pricesSince: string | null;
  readonly pausedCases: readonly string[];
  readonly waitingOffers: number;
  readonly failedOffers: number;
  readonly offersSince: string | null;
  readonly waitingAdjustments: number;
  readonly adjustmentsSince: string | null;
};

/** Counts of everything that waits for staff, in one statement. */
export async function selectPendingCounts(sql: Sql): Promise<PendingCounts> {
  const [matters] = await sql<PendingCounts>`
    select halt.reason as "haltReason", halt.began_at as "haltedAt",
           coalesce(audit.violations, 0) as violations, audit.created_at as "auditedAt",
           (select count(*) from held_prices where not is_refused) as "priceJumps",
           (select min(seen_at) from held_prices where not is_refused) as "pricesSince",
           array(select name from cases where paused_at is not null order by paused_at desc) as "pausedCases",
           (select count(*) from trade_offers where state = 'AWAITING_APPROVAL') as "waitingOffers",
           (select count(*) from trade_offers
            where state = 'FAILED' and platform_id is null and updated_at > now() - interval '7 days') as "failedOffers",
           (select min(created_at) from trade_offers where state = 'AWAITING_APPROVAL') as "offersSince",
           (select count(*) from adjustment_requests where state = 'waiting') as "waitingAdjustments",
           (select min(created_at) from adjustment_requests where state = 'waiting') as "adjustmentsSince"
    from (select) as once
    left join ledger_halts as halt on halt.ended_at is null
    left join lateral (
      select violations, created_at from ledger_audits order by id desc limit 1
    ) as audit on true`;
  return matters!;
}

export type Flagged = { readonly users: readonly User[]; readonly count: number; readonly since: string | null };

/** Accounts flagged after a reversed trade, latest first. */
export async function selectFlagged(sql: Sql, limit: number): Promise<Flagged> {
  const [row] = await sql<Flagged>`
    select (select count(*) from players where flagged_at is not null) as count,
           (select max(flagged_at) from players where flagged_at is not null) as since,
           coalesce((
             select jsonb_agg(jsonb_build_object('id', id, 'username', username) order by flagged_at desc)
             from (select id, username, flagged_at from players where flagged_at is not null
                   order by flagged_at desc limit ${limit}) as latest), '[]') as users`;
  return row!;
}

export type OddsWarning = { readonly caseName: string; readonly since: string };

/** Cases with a recent warning about their drops; an acknowledged warning still counts. */
export function selectOddsWarnings(sql: Sql): Promise<OddsWarning[]> {
  return sql<OddsWarning>`
    select cases.name as "caseName", max(updated_at) as since
    from notifications
    join cases on cases.name = parameters ->> 'caseName'
    where key = 'odds.unlikely' and updated_at > now() - interval '2 days'
    group by cases.name order by since desc`;
}

export type SharedAddress = { readonly users: readonly User[]; readonly count: number; readonly since: string };

/** Networks with many players within a week: an IPv4 address or an IPv6 /64. The reply does not name the network. */
export function selectSharedAddresses(
  sql: Sql,
  { least, named, limit }: { least: number; named: number; limit: number },
): Promise<SharedAddress[]> {
  return sql<SharedAddress>`
    select count(*) as count, max(seen_at) as since,
           jsonb_agg(jsonb_build_object('id', id, 'username', username) order by id)
             filter (where place <= ${named}) as users
    from (
      select network_of(address) as network, players.id, username, max(sessions.last_seen_at) as seen_at,
             row_number() over (partition by network_of(address) order by players.id) as place
      from sessions join players on players.id = player_id
      where sessions.last_seen_at > now() - interval '7 days'
        and address <> '' and address <> '::1' and address not like '127.%' and address not like '::ffff:127.%'
        and role = 'user' and not is_sandbox
      group by network, players.id, username
    ) as seen
    group by network having count(*) >= ${least}
    order by count(*) desc limit ${limit}`;
}

export type Pair = {
  readonly loser: User;
  readonly winner: User;
  readonly rooms: number;
  readonly lost: number;
  readonly returned: number;
  readonly since: string;
};

/**
 * Pairs of players who met repeatedly in paid rooms, and one of the two lost four of five matches. The loser is the one who lost more.
 */
export function selectPairs(
  sql: Sql,
  { days, least, limit }: { days: number; least: number; limit: number },
): Promise<Pair[]> {
  return sql<Pair>`
    with met as (
      select least(loser.player_id, winner.player_id) as one, greatest(loser.player_id, winner.player_id) as other,
             loser.player_id as loser_id, loser.stake, coalesce(winner.payout, 0) as payout, ended_at
      from rooms
      join room_seats as loser on loser.room_id = rooms.id and loser.left_at is null and loser.team <> rooms.winner
      join room_seats as winner on winner.room_id = rooms.id and winner.left_at is null and winner.team = rooms.winner
      where rooms.state = 'MATCH_FINISHED' and ended_at > now() - ${days} * interval '1 day' and ticket_price > 0
        and loser.player_id not in (select id from players where is_sandbox) and winner.player_id not in (select id from players where is_sandbox)
    ), pair as (
      select one, other, count(*) as rooms, max(ended_at) as since,
             coalesce(sum(stake) filter (where loser_id = one), 0)::int8 as from_one,
             coalesce(sum(stake) filter (where loser_id = other), 0)::int8 as from_other
      from met group by one, other
      having count(*) >= ${least}
        and greatest(count(*) filter (where loser_id = one), count(*) filter (where loser_id = other)) * 5 >= count(*) * 4
    )
    select jsonb_build_object('id', loser.id, 'username', loser.username) as loser,
           jsonb_build_object('id', winner.id, 'username', winner.username) as winner,
           rooms, greatest(from_one, from_other) as lost, least(from_one, from_other) as returned, since
    from pair
    join players as loser on loser.id = case when from_one >= from_other then one else other end
    join players as winner on winner.id = case when from_one >= from_other then other else one end
    order by abs(from_one - from_other) desc, rooms desc limit ${limit}`;
}

export type OverpricedListing = {
  readonly user: User;
  readonly name: string;
  readonly asked: number;
  readonly reference: number;
  readonly since: string;
};

/** Open listings far above the skin's value: a way to transfer diamonds. */
export function selectOverpricedListings(
  sql: Sql,
  { times, limit }: { times: number; limit: number },
): Promise<OverpricedListing[]> {
  return sql<OverpricedListing>`
    select jsonb_build_object('id', players.id, 'username', username) as "user", market_hash_name as name,
           listings.price as asked, items.price as reference, listings.created_at as since
    from listings join items on items.id = item_id join players on players.id = seller_id
    where listings.state = 'OPEN' and listings.price >= ${times}::int8 * items.price and not is_sandbox
    order by listings.price / items.price desc, listings.id limit ${limit}`;
}

export type PlayerOpenings = OpeningCount & { readonly playerId: number };

/** Openings per person, day, version and price period. */
export function selectPlayerOpenings(
  sql: Sql,
  { from, to, changes }: DayRange & { changes: readonly string[] },
): Promise<PlayerOpenings[]> {
  return sql<PlayerOpenings>`
    select openings.player_id as "playerId", to_char(openings.created_at at time zone 'UTC', 'YYYY-MM-DD') as day,
           version_id as "versionId", width_bucket(openings.created_at, ${changes}::timestamptz[]) as "pricePeriod",
           count(*) as games, sum(price)::int8 as staked, sum(quick_sell_price)::int8 as returned
    from openings join inventory on inventory.id = openings.id join case_versions on case_versions.id = version_id
    where openings.created_at >= ${from}::date::timestamp at time zone 'UTC'
      and openings.created_at < (${to}::date + 1)::timestamp at time zone 'UTC'
      and openings.player_id not in (select id from players where is_sandbox)
    group by 1, 2, 3, 4`;
}

/** The highest payout that an opening of each version could ever give. */
export function selectPayoutsMax(
  sql: Sql,
  versionIds: readonly number[],
): Promise<{ versionId: number; payoutMax: number }[]> {
  return sql<{ versionId: number; payoutMax: number }>`
    select version_id as "versionId", max(quick_sell_price) as "payoutMax"
    from case_drops join quick_sell_prices using (item_id)
    where version_id = any(${versionIds}::int8[]) and tickets > 0 group by version_id`;
}

export type PlayerRounds = {
  readonly playerId: number;
  readonly games: number;
  readonly staked: number;
  readonly returned: number;
  readonly expected: number;
  readonly variance: number;
  readonly largest: number;
};

/** Bets per person, a round as one game, for people who got back more than expected. */
export function selectPlayerRounds(sql: Sql, days: number): Promise<PlayerRounds[]> {
  return sql<PlayerRounds>`
    with game as (
      select bet.player_id, sum(bet.amount) as staked,
             sum(bet.amount * payout_factor) filter (where player_bet = winner_color) as returned,
             coalesce(sum(bet.amount * payout_factor) filter (where player_bet = 'red'), 0)::float8 as red,
             coalesce(sum(bet.amount * payout_factor) filter (where player_bet = 'green'), 0)::float8 as green,
             coalesce(sum(bet.amount * payout_factor) filter (where player_bet = 'black'), 0)::float8 as black
      from roulette_rounds as round join roulette_bets as bet on round_id = round.id
      where state = 'SETTLED' and ended_at > now() - ${days} * interval '1 day'
        and bet.player_id not in (select id from players where is_sandbox)
      group by bet.player_id, round.id
    ), expected_game as (
      select *, (7 * red + 7 * black + green) / 15 as mean from game
    )
    select player_id as "playerId", count(*) as games, sum(staked)::int8 as staked,
           coalesce(sum(returned), 0)::int8 as returned, sum(mean) as expected,
           sum((7 * red ^ 2 + 7 * black ^ 2 + green ^ 2) / 15 - mean ^ 2) as variance,
           max(greatest(red, black, green) - mean) as largest
    from expected_game group by player_id having coalesce(sum(returned), 0) > sum(mean)`;
}

export function selectUsernames(sql: Sql, ids: readonly number[]): Promise<User[]> {
  return sql<User>`select id, username from players where id = any(${ids}::int8[])`;
}
