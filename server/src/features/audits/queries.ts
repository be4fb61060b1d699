import type { AccountKind, Books } from '@karat/contract/wallet';
import type { Sql } from '#db/db.ts';
import type { AuditRange } from './invariant.ts';

export type AuditKind = 'full' | 'recent';

/**
 * The start of a recent audit: after the ledger rows that the last clean audit has certainly seen. Ids are assigned before the
 * commit, so concurrent openings may appear slightly out of order. Rounds are sequential: the audit covers all rounds played
 * since, and older ones that a newer ledger row refers to. Rooms are not: it begins at the oldest room that has ended since or
 * that a newer ledger row refers to.
 */
export async function selectRecentRange(sql: Sql): Promise<AuditRange> {
  const [last] = await sql<{ line: number }>`
    select checked_to as line from ledger_audits where violations = 0 order by id desc limit 1`;
  return selectRangeAfter(sql, last?.line ?? 0);
}

/** The start of a full audit: after the sealed months, which were audited before they were sealed. */
export async function selectOpenRange(sql: Sql): Promise<AuditRange> {
  const [sealed] = await sql<{ line: number | null }>`
    select coalesce((select min(id) - 1 from open_ledger), max(last_id)) as line from month_seals where table_name = 'ledger'
    having count(*) > 0`;
  return selectRangeAfter(sql, sealed?.line ?? 0);
}

async function selectRangeAfter(sql: Sql, ledgerId: number): Promise<AuditRange> {
  if (ledgerId === 0) return { ledgerId: 0, opening: 0, round: 0, room: 0 };
  const [range] = await sql<AuditRange>`
    with checked as (
      select ${ledgerId}::int8 as line
    ), opened as (
      select substr(reference, 6)::int8 as opening from (
        (select reference from ledger, checked where type = 'CASE_OPEN' and id <= line order by id desc limit 1)
        union all
        (select reference from ledger, checked where type = 'CASE_OPEN' and id > line)
      ) as lines
      where reference ~ '^open:[0-9]{1,18}$'
    ), seen as (
      select (select created_at - interval '1 minute' from ledger, checked where id <= line order by id desc limit 1) as at
    ), touched as (
      select id as room from rooms, seen where ended_at >= at or at is null
      union all
      select case when account ~ '^room:[0-9]{1,18}$' then substr(account, 6)::int8 end from ledger, checked
      where id > line and type in ('ROOM_ENTRY', 'ROOM_REFUND', 'ROOM_WIN')
    ), played as (
      select coalesce((
        select id from roulette_rounds
        where created_at <= (select at from seen) order by id desc limit 1), 1) as round
      union all
      select case when account ~ '^round:[0-9]{1,18}$' then substr(account, 7)::int8 end from ledger, checked
      where id > line and type in ('ROULETTE_BET', 'ROULETTE_REFUND')
      union all
      select round_id from checked join ledger on ledger.id > line and type in ('ROULETTE_WIN', 'ROULETTE_REFUND')
      join roulette_bets
        on roulette_bets.id = case when reference ~ '^[a-z]{6}:bet:[0-9]{1,18}$' then substr(reference, 12)::int8 end
    )
    select line as "ledgerId", coalesce((select min(opening) - 1 from opened), 0) as opening,
           coalesce((select min(round) - 1 from played), 0) as round,
           coalesce((select min(room) - 1 from touched), (select max(id) from rooms), 0) as room
    from checked`;
  return range!;
}

/**
 * The last ledger row such that all rows up to it are older than a minute. That is longer than any transaction lives, so no row
 * can still appear among them.
 */
export async function selectSettledLedgerId(sql: Sql): Promise<number> {
  const [row] = await sql<{ line: number }>`
    select coalesce(
      (select min(id) - 1 from ledger where created_at >= now() - interval '1 minute'),
      (select max(id) from ledger), 0) as line`;
  return row!.line;
}

export type Counts = {
  readonly movements: number;
  readonly wallets: number;
  readonly openings: number;
  readonly items: number;
  readonly versions: number;
  readonly adjustments: number;
  readonly seeds: number;
  readonly completions: number;
  readonly rounds: number;
  readonly bets: number;
  readonly rooms: number;
  readonly seats: number;
  readonly listings: number;
  readonly orders: number;
  readonly offers: number;
  readonly holds: number;
};

/** Rows of sealed months are not counted again. */
export async function selectCounts(sql: Sql): Promise<Counts> {
  const [counts] = await sql<Counts>`
    with sealed as (select table_name, sum(row_count)::int8 as rows from month_seals group by table_name)
    select (select count(*) from open_ledger)
             + coalesce((select rows from sealed where table_name = 'ledger'), 0) as movements,
           (select count(*) from wallets) as wallets,
           (select count(*) from openings where created_at >= (select sealed_until('openings')))
             + coalesce((select rows from sealed where table_name = 'openings'), 0) as openings,
           (select count(*) from inventory) as items,
           (select count(*) from case_versions) as versions, (select count(*) from adjustments) as adjustments,
           (select count(*) from seeds) as seeds, (select count(*) from mission_completions) as completions,
           (select count(*) from roulette_rounds) as rounds,
           (select count(*) from roulette_bets where created_at >= (select sealed_until('roulette_bets')))
             + coalesce((select rows from sealed where table_name = 'roulette_bets'), 0) as bets,
           (select count(*) from rooms) as rooms, (select count(*) from room_seats) as seats,
           (select count(*) from listings) as listings, (select count(*) from buy_orders) as orders,
           (select count(*) from trade_offers) as offers, (select count(*) from holds) as holds`;
  return counts!;
}

export type BooksRow = { readonly name: string; readonly kind: AccountKind; readonly total: number };

export function selectLastSeals(sql: Sql): Promise<Books['seals'][number][]> {
  return sql<Books['seals'][number]>`
    select distinct on (table_name) table_name as table, ends_at as until, hash
    from month_seals order by table_name, ends_at desc`;
}

/** What each account holds, with players, rooms and rounds summed by kind. One statement, so all totals are of one moment. */
export function selectBooks(sql: Sql): Promise<BooksRow[]> {
  return sql<BooksRow>`
    with side as (
      select account, -sum(amount) as total from open_ledger group by account
      union all
      select to_account, sum(amount) from open_ledger where to_account is not null group by to_account
      union all
      select account, amount from sealed_accounts
    ), named as (
      select case split_part(account, ':', 1) when 'room' then 'rooms' when 'round' then 'rounds' else account end as name,
             case split_part(account, ':', 1) when 'room' then 'rooms' when 'round' then 'rounds'
                                              else split_part(account, ':', 1) end as kind,
             total
      from side
      union all
      select 'players', 'players', coalesce(sum(balance), 0) from wallets
    )
    select name, kind, sum(total)::int8 as total from named group by name, kind order by kind, name`;
}

export type NewAudit = {
  readonly kind: AuditKind;
  readonly checkedTo: number;
  readonly violations: number;
  /** JSON. */
  readonly details: string;
  readonly tookMs: number;
};

export async function insertAudit(sql: Sql, audit: NewAudit): Promise<number> {
  const { kind, checkedTo, violations, details, tookMs } = audit;
  const [row] = await sql<{ id: number }>`
    insert into ledger_audits (kind, checked_to, violations, details, took_ms)
    values (${kind}, ${checkedTo}, ${violations}, ${details}::jsonb, ${tookMs}) returning id`;
  return row!.id;
}

/** Whether a later audit found a breach. */
export async function hasNewerBreach(sql: Sql, auditId: number): Promise<boolean> {
  const rows = await sql`select from ledger_audits where id > ${auditId} and violations > 0 limit 1`;
  return rows.length > 0;
}

/** Serialises halting and lifting, because a lift must not end the halt for a breach that was found in the meantime. */
export async function lockHalts(sql: Sql): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('karat/halts', 0))`;
}

export type Breach = { readonly invariant: string; readonly detail: string };

export function selectAcceptedBreaches(sql: Sql): Promise<Breach[]> {
  return sql<Breach>`select invariant, detail from accepted_breaches`;
}

export async function insertAcceptedBreaches(sql: Sql, breaches: readonly Breach[], reason: string): Promise<void> {
  await sql`
    insert into accepted_breaches (invariant, detail, reason)
    select invariant, detail, ${reason}
    from unnest(${breaches.map(({ invariant }) => invariant)}::text[], ${breaches.map(({ detail }) => detail)}::text[])
      as breach (invariant, detail)
    on conflict do nothing`;
}

export type PastAudit = {
  readonly kind: AuditKind;
  readonly at: string;
  readonly violations: number;
  readonly ageSeconds: number;
  readonly tookMs: number;
  /** When an audit of the same kind was last clean; null if none ever was. */
  readonly cleanAt: string | null;
};

/** The last audit of each kind, newest first. */
export function selectLastAudits(sql: Sql): Promise<PastAudit[]> {
  return sql<PastAudit>`
    select kinds.kind, created_at as at, violations, extract(epoch from now() - created_at)::float8 as "ageSeconds",
           took_ms as "tookMs", case when violations = 0 then created_at else (
             select clean.created_at from ledger_audits as clean
             where clean.kind = kinds.kind and clean.violations = 0 order by clean.id desc limit 1) end as "cleanAt"
    from (values ('full'), ('recent')) as kinds (kind)
    join lateral (
      select * from ledger_audits where ledger_audits.kind = kinds.kind order by id desc limit 1
    ) as last on true
    order by last.id desc`;
}

export async function isHalted(sql: Sql): Promise<boolean> {
  const rows = await sql`select from ledger_halts where ended_at is null`;
  return rows.length > 0;
}

/** Returns false if a halt was open already. */
export async function insertHalt(sql: Sql, reason: string): Promise<boolean> {
  const rows = await sql`insert into ledger_halts (reason) values (${reason}) on conflict do nothing returning id`;
  return rows.length > 0;
}

/** Returns the reason of the halt that ended; undefined if none was open. */
export async function endHalt(sql: Sql): Promise<string | undefined> {
  const [ended] = await sql<{ reason: string }>`
    update ledger_halts set ended_at = now() where ended_at is null returning reason`;
  return ended?.reason;
}
