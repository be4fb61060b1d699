import { randomBytes } from 'node:crypto';
import { sha256Hex } from '@karat/rules/sha256';
import type { Db } from '#db/db.ts';
import { lockForBetting } from '#features/roulette/queries.ts';

/** Far below what a statement may take, on any machine. */
const PLAYERS_PER_STATEMENT = 2_000;
const BALANCE = 10_000;
const STAKE = 10;

/** Players with consecutive ids. */
export type Bettors = { readonly firstId: number; readonly lastId: number };

/** Adds players with audited balances. */
export async function addBettors({ sql }: Db, count: number): Promise<Bettors> {
  let bettors: Bettors | undefined;
  for (let added = 0; added < count; added += PLAYERS_PER_STATEMENT) {
    const last = Math.min(count, added + PLAYERS_PER_STATEMENT);
    const [range] = await sql<Bettors>`
      with player as (
        insert into players (username, username_key, steam_id, age_confirmed_at)
        -- Otherwise each start of the sandbox would give them Steam ids.
        select 'bettor' || n, 'bettor' || n, '765611997' || lpad(n::text, 8, '0'), now()
        from generate_series(${added + 1}::int8, ${last}::int8) as n returning id
      ), wallet as (insert into wallets (player_id, balance, version) select id, ${BALANCE}::int8, 1 from player)
      , line as (
        insert into ledger (type, reference, player_id, account, amount, old_balance, new_balance)
        select 'WELCOME', 'welcome:' || id, id, 'house:promo', ${BALANCE}::int8, 0, ${BALANCE}::int8 from player
      )
      select min(id) as "firstId", max(id) as "lastId" from player`;
    bettors = { firstId: bettors?.firstId ?? range!.firstId, lastId: range!.lastId };
  }
  if (bettors === undefined) throw new Error('there are no bettors to add');
  return bettors;
}

type Filling = Bettors & { readonly roundId: number; readonly betsEach: number };

/** Places bets of the players on all colours, as the site would, until the round closes; returns how many. */
export async function fillRound(db: Db, { roundId, firstId, lastId, betsEach }: Filling): Promise<number> {
  let placed = 0;
  for (let first = firstId; first <= lastId; first += PLAYERS_PER_STATEMENT) {
    const last = Math.min(lastId, first + PLAYERS_PER_STATEMENT - 1);
    const bets = await db.transaction(async ({ sql }) => {
      await lockForBetting(sql);
      return sql<{ count: number }>`
      with round as materialized (
        select id from roulette_rounds where id = ${roundId} and state = 'BETTING'
      ), wallet as (
        update wallets set balance = balance - ${STAKE * betsEach}::int8, version = version + ${betsEach}::int8
        from round where player_id between ${first} and ${last} returning player_id, balance
      ), bet as materialized (
        select nextval('roulette_bet_ids') as id, player_id, balance + ${STAKE}::int8 * (${betsEach}::int8 - n) as balance,
               (array['red', 'black', 'red', 'black', 'green'])[1 + (player_id + n) % 5] as player_bet
        from (select * from wallet cross join generate_series(1, ${betsEach}::int8) as n order by player_id, n) as each_bet
      ), line as (
        insert into ledger (type, reference, player_id, account, amount, old_balance, new_balance)
        select 'ROULETTE_BET', 'bet:' || id, player_id, 'round:' || ${roundId}::int8, -${STAKE}::int8,
               balance + ${STAKE}::int8, balance
        from bet order by id
      ), record as (
        insert into roulette_bets (id, round_id, player_id, player_bet, amount, payout_factor)
        select id, ${roundId}::int8, player_id, player_bet, ${STAKE}::int8, case player_bet when 'green' then 14 else 2 end
        from bet order by id returning id
      )
      select count(*) from record`;
    });
    placed += bets[0]!.count;
  }
  return placed;
}

/** Signs a player in; returns the token. */
export async function signIn({ sql }: Db, playerId: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await sql`insert into sessions (token_hash, player_id) values (decode(${sha256Hex(token)}, 'hex'), ${playerId})`;
  return token;
}
