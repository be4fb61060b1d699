import type { Bet } from '@karat/contract/roulette';
import type { Color } from '@karat/rules/roulette';
import type { Sql } from '#db/db.ts';
import { hasErrorCode } from '#db/errors.ts';
import { KEY_DAYS } from '#db/months.ts';
import type { PlayerKey } from '#features/wagers/wagers.ts';
import type { PlayerStakes } from './current-queries.ts';

export type ChainRow = {
  readonly id: number;
  readonly length: number;
  readonly terminal: string;
  readonly sealed: Buffer;
  readonly salt: string | null;
};

/** The newest chain with an unused link; undefined if a new one is needed. */
export async function selectUsableChain(sql: Sql): Promise<ChainRow | undefined> {
  const [chain] = await sql<ChainRow>`
    select id, length, terminal, sealed, salt from roulette_chains
    where ended_at is null and id = (select max(id) from roulette_chains)
      and length > coalesce((select max(k) from roulette_rounds where chain_id = roulette_chains.id), 0)`;
  return chain;
}

export async function selectChain(sql: Sql, chainId: number): Promise<ChainRow> {
  const [chain] = await sql<ChainRow>`
    select id, length, terminal, sealed, salt from roulette_chains where id = ${chainId}`;
  return chain!;
}

export async function insertChain(
  sql: Sql,
  { length, terminal, sealed }: { length: number; terminal: string; sealed: Buffer },
): Promise<void> {
  await sql`insert into roulette_chains (length, terminal, sealed) values (${length}, ${terminal}, ${sealed})`;
}

export async function updateChainSalt(sql: Sql, chainId: number, salt: string): Promise<void> {
  await sql`
    update roulette_chains set salt = ${salt}, salted_at = clock_timestamp() where id = ${chainId} and salt is null`;
}

export async function updateChainEnded(sql: Sql, chainId: number): Promise<void> {
  await sql`update roulette_chains set ended_at = now() where id = ${chainId} and ended_at is null`;
}

/** Ends all chains in use; returns how many. */
export async function updateChainsEnded(sql: Sql): Promise<number> {
  const ended = await sql`update roulette_chains set ended_at = now() where ended_at is null returning id`;
  return ended.length;
}

/** The state of the last round, with times measured by the database's clock. */
export type LastRound = {
  readonly id: number;
  readonly chainId: number;
  readonly k: number;
  readonly hash: string;
  readonly state: 'BETTING' | 'ROLLING' | 'SETTLING' | 'SETTLED' | 'REFUNDED';
  readonly sinceOpenedMs: number;
  /** Null until the number is drawn. */
  readonly sinceDrawnMs: number | null;
  readonly sinceEndedMs: number | null;
};

export async function selectLastRound(sql: Sql): Promise<LastRound | undefined> {
  const [round] = await sql<LastRound>`
    select id, chain_id as "chainId", k, hash, state,
           (extract(epoch from clock_timestamp() - created_at) * 1000)::float8 as "sinceOpenedMs",
           (extract(epoch from clock_timestamp() - drawn_at) * 1000)::float8 as "sinceDrawnMs",
           (extract(epoch from clock_timestamp() - ended_at) * 1000)::float8 as "sinceEndedMs"
    from roulette_rounds order by id desc limit 1`;
  return round;
}

/**
 * The hash is the seed that the previous round revealed, or the published end of the chain. Opening a round therefore does not
 * need the secret.
 */
export async function insertRound(sql: Sql, chainId: number, bettingMs: number): Promise<void> {
  await sql`
    insert into roulette_rounds (id, chain_id, k, hash, created_at, closes_at)
    select coalesce((select max(id) from roulette_rounds), 0) + 1, chain.id, coalesce(before.k, 0) + 1,
           case when before.k is null then chain.terminal else before.seed end, clock_timestamp(),
           clock_timestamp() + ${bettingMs} * interval '1 millisecond'
    from roulette_chains as chain
    left join lateral (
      select k, seed from roulette_rounds where chain_id = chain.id order by k desc limit 1
    ) as before on true
    where chain.id = ${chainId}`;
}

// Bets share this lock and closing takes it exclusively: closing waits for bets in progress, and later bets wait for it and find
// the round closed.

export async function lockForBetting(sql: Sql): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended('karat/roulette', 0))`;
}

export async function lockForClosing(sql: Sql): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('karat/roulette', 0))`;
}

/** Must run as a statement after the lock, which may have waited for a close. */
export async function selectBettingRound(sql: Sql): Promise<number | undefined> {
  const [round] = await sql<{ id: number }>`select id from roulette_rounds where state = 'BETTING'`;
  return round?.id;
}

export async function updateToRolling(sql: Sql, roundId: number): Promise<void> {
  await sql`
    update roulette_rounds set state = 'ROLLING', closed_at = clock_timestamp()
    where id = ${roundId} and state = 'BETTING'`;
}

export async function updateDrawn(
  sql: Sql,
  { roundId, seed, number }: { roundId: number; seed: string; number: number },
): Promise<void> {
  await sql`
    update roulette_rounds set seed = ${seed}, winner_number = ${number}, drawn_at = clock_timestamp()
    where id = ${roundId} and state = 'ROLLING' and seed is null`;
}

/** A bet that is paid for but not yet written. */
export type NewBet = {
  readonly playerId: number;
  readonly playerBet: Color;
  readonly amount: number;
  readonly payoutFactor: number;
  /** The wallet's balance after this bet is taken. */
  readonly balance: number;
  readonly requestKey: string | null;
};

export type PlacedBet = { readonly id: number; readonly createdAt: string };

/** Writes ledger row and record of each bet in one statement; the rows come back in the given order. The caller holds the lock. */
export function insertBets(sql: Sql, roundId: number, bets: readonly NewBet[]): Promise<PlacedBet[]> {
  const column = <Key extends keyof NewBet>(key: Key) => bets.map((bet) => bet[key]);
  return sql<PlacedBet>`
    with bet as materialized (
      select sent.*, nextval('roulette_bet_ids') as id
      from unnest(
        ${column('playerId')}::int8[], ${column('playerBet')}::text[], ${column('amount')}::int8[],
        ${column('payoutFactor')}::int2[], ${column('balance')}::int8[], ${column('requestKey')}::text[]
      ) with ordinality as sent (player_id, player_bet, amount, payout_factor, balance, request_key, place)
      order by place
    ), line as (
      insert into ledger (type, reference, player_id, account, amount, old_balance, new_balance)
      select 'ROULETTE_BET', 'bet:' || id, player_id, 'round:' || ${roundId}::int8, -amount, balance + amount, balance
      from bet order by place
    ), record as (
      insert into roulette_bets (id, round_id, player_id, player_bet, amount, payout_factor, request_key)
      select id, ${roundId}, player_id, player_bet, amount, payout_factor, request_key from bet order by place
    )
    select id, now() as "createdAt" from bet order by place`;
}

/**
 * Fails like the unique index of a month if another month has one of these request keys. Two requests with one key take turns by
 * the wallet, so this must be a statement after the one that locked it.
 */
export async function assertNewBetKeys(sql: Sql, bets: readonly NewBet[]): Promise<void> {
  const keyed = bets.filter(({ requestKey }) => requestKey !== null);
  await sql`
    select assert_unique(count(*), 'roulette_bets_request')
    from unnest(${keyed.map(({ playerId }) => playerId)}::int8[], ${keyed.map(({ requestKey }) => requestKey)}::text[])
      as sent (player_id, request_key)
    cross join lateral (
      select from roulette_bets
      where roulette_bets.player_id = sent.player_id and roulette_bets.request_key = sent.request_key
        and created_at >= now() - ${KEY_DAYS} * interval '1 day' and created_at < now() + interval '1 day'
      -- Planned by itself: while a month is empty, the planner would rather read all of it.
      offset 0
    ) as earlier`;
}

/** Whether a statement failed because a player has more bets in the round than allowed. */
export function hasTooManyBets(error: unknown): boolean {
  return hasErrorCode(error, 'KR002');
}

type Bettors = { readonly roundId: number; readonly playerIds: readonly number[]; readonly betsMax: number };

/** The stakes of these players after their new bets. With more than `betsMax` bets of a player the statement fails. */
export function selectStakesOfBets(sql: Sql, { roundId, playerIds, betsMax }: Bettors): Promise<PlayerStakes[]> {
  return sql<PlayerStakes>`
    with stake as materialized (
      select player_id, red_amount, green_amount, black_amount, bets
      from roulette_stakes where round_id = ${roundId} and player_id = any(${playerIds}::int8[])
    )
    select player_id as "playerId", red_amount as red, green_amount as green, black_amount as black, bets
    from stake, (select case when max(bets) > ${betsMax} then assert_count(max(bets), ${betsMax}, 'KR002') end from stake) as asserted`;
}

/** Those of the players' idempotency keys that bets have. */
export function selectServedKeys(sql: Sql, keys: readonly PlayerKey[]): Promise<PlayerKey[]> {
  return sql<PlayerKey>`
    select sent.player_id as "playerId", sent.request_key as "requestKey"
    from unnest(${keys.map(({ playerId }) => playerId)}::int8[], ${keys.map(({ requestKey }) => requestKey)}::text[])
      as sent (player_id, request_key)
    -- One look into the index for each key, whatever the size of the table.
    cross join lateral (
      select from roulette_bets where roulette_bets.player_id = sent.player_id and roulette_bets.request_key = sent.request_key limit 1
    ) as earlier`;
}

/** The bet of an earlier request with this key. A repeated reply does not tell the payout. */
export async function selectBetByKey(sql: Sql, playerId: number, requestKey: string): Promise<Bet | undefined> {
  const [bet] = await sql<Bet>`
    select roulette_bets.id, roulette_bets.created_at as "createdAt", username, is_sandbox as "isSandbox", amount,
           player_bet as "playerBet", null as "winAmount", 'roulette' as game, round_id as "roundId"
    from roulette_bets join players on players.id = player_id
    where player_id = ${playerId} and request_key = ${requestKey}`;
  return bet;
}
