import type { Color } from '@karat/rules/roulette';
import type { Sql } from '#db/db.ts';
import type { DayRange } from './day-range.ts';

/** The net amount of one account by type and day; negative if it paid. Rooms and rounds are one account each. */
export type LedgerDay = {
  readonly day: string;
  readonly type: string;
  readonly account: string;
  readonly movements: number;
  readonly amount: number;
};

export type Closing = {
  /** The first day with ledger rows; null before the first row. */
  readonly first: string | null;
  /** The last closed day; null before the first. */
  readonly closedTo: string | null;
  /** The next day to close, and the last that may be closed now: an hour after its end no transaction of it can still be open. */
  readonly next: string | null;
  readonly dueTo: string;
};

export async function selectClosing(sql: Sql): Promise<Closing> {
  const [closing] = await sql<Closing>`
    select to_char(coalesce(first, first_open), 'YYYY-MM-DD') as first,
           to_char(last, 'YYYY-MM-DD') as "closedTo",
           to_char(coalesce(last + 1, first_open), 'YYYY-MM-DD') as next,
           to_char((now() - interval '25 hours') at time zone 'UTC', 'YYYY-MM-DD') as "dueTo"
    from (select min(day) as first, max(day) as last from report_days) as closed
    left join lateral (
      select (min(created_at) at time zone 'UTC')::date as first_open from ledger where last is null
    ) as unclosed on true`;
  return closing!;
}

export function selectLedgerDays(sql: Sql, { from, to }: DayRange): Promise<LedgerDay[]> {
  return sql<LedgerDay>`
    select to_char(day, 'YYYY-MM-DD') as day, type, account, movements, amount from ledger_days
    where day between ${from}::date and ${to}::date order by day, type, account`;
}

/** The same sums from the ledger itself, for open days. */
export function sumLedgerDays(sql: Sql, { from, to }: DayRange): Promise<LedgerDay[]> {
  return sql<LedgerDay>`
    with line as materialized (
      select (created_at at time zone 'UTC')::date as day, type, account, to_account, amount from ledger
      where created_at >= ${from}::date::timestamp at time zone 'UTC'
        and created_at < (${to}::date + 1)::timestamp at time zone 'UTC'
    ), side as (
      select day, type, account, -amount as amount from line
      union all
      select day, type, to_account, amount from line where to_account is not null
    )
    select to_char(day, 'YYYY-MM-DD') as day, type,
           case split_part(account, ':', 1) when 'room' then 'rooms' when 'round' then 'rounds' else account end as account,
           count(*) as movements, sum(amount)::int8 as amount
    from side group by 1, 2, 3 order by 1, 2, 3`;
}

/** Marks a day as closed; false if it already was. */
export async function insertReportDay(sql: Sql, day: string): Promise<boolean> {
  const rows = await sql`insert into report_days (day) values (${day}::date) on conflict do nothing returning day`;
  return rows.length > 0;
}

export async function insertLedgerDays(sql: Sql, rows: readonly LedgerDay[]): Promise<void> {
  await sql`
    insert into ledger_days (day, type, account, movements, amount)
    select * from unnest(
      ${rows.map(({ day }) => day)}::date[], ${rows.map(({ type }) => type)}::text[],
      ${rows.map(({ account }) => account)}::text[], ${rows.map(({ movements }) => movements)}::int8[],
      ${rows.map(({ amount }) => amount)}::int8[])`;
}

/** Actual and expected payouts of a day's games, of a case version or of roulette. */
export type PlayedDay = {
  readonly day: string;
  readonly games: number;
  readonly staked: number;
  readonly returned: number;
  readonly expected: number;
  readonly variance: number;
  readonly third: number;
};
export type CaseDay = PlayedDay & { readonly versionId: number };

export async function insertCaseDays(sql: Sql, rows: readonly CaseDay[]): Promise<void> {
  await sql`
    insert into case_days (day, version_id, openings, staked, returned, expected, variance, third_moment)
    select * from unnest(
      ${rows.map(({ day }) => day)}::date[], ${rows.map(({ versionId }) => versionId)}::int8[],
      ${rows.map(({ games }) => games)}::int8[], ${rows.map(({ staked }) => staked)}::int8[],
      ${rows.map(({ returned }) => returned)}::int8[], ${rows.map(({ expected }) => expected)}::float8[],
      ${rows.map(({ variance }) => variance)}::float8[], ${rows.map(({ third }) => third)}::float8[])`;
}

export async function insertRouletteDay(sql: Sql, played: PlayedDay): Promise<void> {
  const { day, games, staked, returned, expected, variance, third } = played;
  await sql`
    insert into roulette_days (day, rounds, staked, returned, expected, variance, third_moment)
    values (${day}::date, ${games}, ${staked}, ${returned}, ${expected}, ${variance}, ${third})`;
}

export function selectCaseDays(sql: Sql, { from, to }: DayRange): Promise<CaseDay[]> {
  return sql<CaseDay>`
    select to_char(day, 'YYYY-MM-DD') as day, version_id as "versionId", openings as games, staked, returned, expected,
           variance, third_moment as third
    from case_days where day between ${from}::date and ${to}::date`;
}

export function selectRouletteDays(sql: Sql, { from, to }: DayRange): Promise<PlayedDay[]> {
  return sql<PlayedDay>`
    select to_char(day, 'YYYY-MM-DD') as day, rounds as games, staked, returned, expected, variance, third_moment as third
    from roulette_days where day between ${from}::date and ${to}::date`;
}

/** Times at which the payout of any item changed, in order. */
export async function selectPayoutChanges(sql: Sql, { from, to }: DayRange): Promise<string[]> {
  // Keeps microseconds, because a truncated time would lie before its own change.
  const rows = await sql<{ since: string }>`
    select distinct to_char(since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as since from quick_sell_prices
    where since >= ${from}::date::timestamp at time zone 'UTC'
      and since < (${to}::date + 1)::timestamp at time zone 'UTC'
    order by since`;
  return rows.map(({ since }) => since);
}

export type OpeningCount = {
  readonly day: string;
  readonly versionId: number;
  /** Index of the price period: the number of price changes before it. */
  readonly pricePeriod: number;
  readonly games: number;
  readonly staked: number;
  readonly returned: number;
};

export function countOpenings(
  sql: Sql,
  { from, to, changes }: DayRange & { changes: readonly string[] },
): Promise<OpeningCount[]> {
  return sql<OpeningCount>`
    select to_char(openings.created_at at time zone 'UTC', 'YYYY-MM-DD') as day, version_id as "versionId",
           width_bucket(openings.created_at, ${changes}::timestamptz[]) as "pricePeriod",
           count(*) as games, sum(price)::int8 as staked, sum(quick_sell_price)::int8 as returned
    from openings join inventory on inventory.id = openings.id join case_versions on case_versions.id = version_id
    where openings.created_at >= ${from}::date::timestamp at time zone 'UTC'
      and openings.created_at < (${to}::date + 1)::timestamp at time zone 'UTC'
    group by 1, 2, 3`;
}

export type PricedDrop = { readonly versionId: number; readonly tickets: number; readonly payout: number };

/** The drops of versions, at the quick sell prices of a given time. */
export function selectDropsAt(
  sql: Sql,
  { versionIds, at }: { versionIds: readonly number[]; at: string },
): Promise<PricedDrop[]> {
  return sql<PricedDrop>`
    select version_id as "versionId", tickets, paid.quick_sell_price as payout
    from case_drops
    cross join lateral (
      select quick_sell_price from quick_sell_prices
      where quick_sell_prices.item_id = case_drops.item_id and since <= ${at}::timestamptz order by since desc limit 1
    ) as paid
    where version_id = any(${versionIds}::int8[])`;
}

export type RoundPayouts = Readonly<Record<Color, number>> & {
  readonly day: string;
  readonly staked: number;
  readonly returned: number;
};

/** Each settled round with bets: stakes, payouts, and the possible payout of each colour. */
export function selectRoundPayouts(sql: Sql, { from, to }: DayRange): Promise<RoundPayouts[]> {
  return sql<RoundPayouts>`
    select to_char(ended_at at time zone 'UTC', 'YYYY-MM-DD') as day, round.amount as staked, win_amount as returned,
           coalesce(sum(bet.amount * payout_factor) filter (where player_bet = 'red'), 0)::int8 as red,
           coalesce(sum(bet.amount * payout_factor) filter (where player_bet = 'green'), 0)::int8 as green,
           coalesce(sum(bet.amount * payout_factor) filter (where player_bet = 'black'), 0)::int8 as black
    from roulette_rounds as round join roulette_bets as bet on round_id = round.id
    where state = 'SETTLED' and ended_at >= ${from}::date::timestamp at time zone 'UTC'
      and ended_at < (${to}::date + 1)::timestamp at time zone 'UTC'
    group by round.id`;
}

/** The current name of each version's case. */
export function selectCaseNames(
  sql: Sql,
  versionIds: readonly number[],
): Promise<{ versionId: number; name: string }[]> {
  return sql<{ versionId: number; name: string }>`
    select case_versions.id as "versionId", cases.name
    from case_versions join cases on cases.id = case_id where case_versions.id = any(${versionIds}::int8[])`;
}

/** The daily sums of sandbox players' own rows. Read by player, because there are few of them. */
export function sumSandboxDays(sql: Sql, { from, to }: DayRange): Promise<LedgerDay[]> {
  return sql<LedgerDay>`
    select to_char(moved.created_at at time zone 'UTC', 'YYYY-MM-DD') as day, type,
           case split_part(account, ':', 1) when 'room' then 'rooms' when 'round' then 'rounds' else account end as account,
           count(*) as movements, -sum(moved.amount)::int8 as amount
    from players cross join lateral (
      select type, account, amount, created_at from ledger
      where player_id = players.id and created_at >= ${from}::date::timestamp at time zone 'UTC'
        and created_at < (${to}::date + 1)::timestamp at time zone 'UTC'
      offset 0
    ) as moved
    where is_sandbox group by 1, 2, 3`;
}

export type Holdings = {
  readonly balances: number;
  readonly skins: number;
  readonly skinsWithdrawn: number;
  readonly buyOrders: number;
  readonly pendingOffers: number;
};

/** The current holdings of people and the open offers. Nothing is owed to sandbox players. */
export async function selectHoldings(sql: Sql): Promise<Holdings> {
  const [holdings] = await sql<Holdings>`
    select (select coalesce(sum(balance), 0) from wallets where player_id not in (select id from players where is_sandbox))::int8 as balances,
           coalesce(held.quick_sell_prices, 0)::int8 as skins, coalesce(held.prices, 0)::int8 as "skinsWithdrawn",
           (select coalesce(sum(price), 0) from buy_orders
            where state = 'OPEN' and player_id not in (select id from players where is_sandbox))::int8 as "buyOrders",
           (select count(*) from trade_offers where state in ('AWAITING_APPROVAL', 'CREATED', 'SENT')) as "pendingOffers"
    from (
      select sum(inventory.quick_sell_price) as quick_sell_prices, sum(items.price) as prices
      from inventory join items on items.id = item_id
      where state in ('OWNED', 'LISTED', 'WITHDRAWING') and player_id not in (select id from players where is_sandbox)
    ) as held`;
  return holdings!;
}

/** Stakes in rooms and rounds, from closed days. */
export async function sumClosedStakes(sql: Sql): Promise<number> {
  const [row] = await sql<{ total: number }>`
    select coalesce(sum(amount), 0)::int8 as total from ledger_days where account in ('rooms', 'rounds')`;
  return row!.total;
}
