import type { Sql } from '#db/db.ts';
import { drawNumber } from '#features/fairness/fairness.ts';
import type { Breach, Invariant, AuditRange } from './invariant.ts';

/** Takes a few milliseconds of hashing per batch, because this process serves players meanwhile. */
const ROUNDS_BATCH_MAX = 1_000;
const BREACHES_MAX = 100;

type DrawnRound = {
  readonly id: number;
  readonly seed: string;
  readonly salt: string | null;
  readonly beacon: string;
  readonly k: number;
  readonly number: number;
};

/** Draws every number again, with the module that players verify with. */
async function findWrongNumbers(sql: Sql, from: AuditRange): Promise<Breach[]> {
  const wrong: Breach[] = [];
  for (let after = from.round; wrong.length < BREACHES_MAX;) {
    const rounds = await sql<DrawnRound>`
      select round.id, seed, salt, beacon, k, winner_number as number
      from roulette_rounds as round join roulette_chains as chain on chain.id = chain_id
      where round.id > ${after} and seed is not null order by round.id limit ${ROUNDS_BATCH_MAX}`;
    for (const { id, salt, number, ...drawn } of rounds) {
      if (salt === null || drawNumber({ ...drawn, salt }) !== number) wrong.push({ detail: `round ${id}` });
    }
    if (rounds.length < ROUNDS_BATCH_MAX) break;
    after = rounds.at(-1)!.id;
  }
  return wrong.slice(0, BREACHES_MAX);
}

/** Invariants of roulette rounds: what their bets moved, what the rounds recorded, and that their numbers follow from the seeds. */
export const roundInvariants: readonly Invariant[] = [
  {
    name: 'I10',
    statement: 'a round that is open holds its stakes, one that is over holds nothing',
    rowKind: 'rounds',
    findBreaches: (sql, from) => sql<Breach>`
      with round as (
        select 'round:' || id as account, case when ended_at is null then (
                 select sum(amount) from roulette_bets
                 -- A round without a number gives back its stakes player by player.
                 where round_id = roulette_rounds.id and (seed is not null or player_id > paid_to)) end as due
        from roulette_rounds where id > ${from.round}
      ), line as (
        select account, to_account, amount from ledger
        where (account like 'round:%' or to_account like 'round:%')
          -- From the first stake in these rounds on.
          and id >= case when ${from.round}::int8 = 0 then 0 else coalesce((
            select min(stake.id) from roulette_bets
            join ledger as stake on stake.type = 'ROULETTE_BET' and stake.reference = 'bet:' || roulette_bets.id
            where round_id > ${from.round}), ${from.ledgerId}) end
      ), moved as (
        select account, -amount as amount from line where account like 'round:%'
        union all
        select to_account, amount from line where to_account like 'round:%'
      ), held as (
        select account, sum(amount) as amount from moved group by account
        having case when account ~ '^round:[0-9]{1,18}$' then substr(account, 7)::int8 > ${from.round} else true end
      ), broken as materialized (
        select account, coalesce(amount, 0) as amount, coalesce(due, 0) as due from round full join held using (account)
        where coalesce(amount, 0) <> coalesce(due, 0)
      )
      select account || ' holds ' || amount || ' of ' || due as detail from broken order by account limit 100`,
  },
  {
    name: 'I11',
    statement: 'every bet was paid for once, and then won, lost or given back, and no line is without its bet',
    rowKind: 'bets',
    findBreaches: (sql, from) => sql<Breach>`
      with bet as (
        select roulette_bets.id, player_id, roulette_bets.amount, 'round:' || round_id as account, payout_factor,
               coalesce(player_id <= paid_to and player_bet = winner_color, false) as is_won,
               coalesce(player_id <= paid_to and seed is null, false) as is_refunded
        from roulette_bets left join (
          select id, seed, winner_color, case when ended_at is null then paid_to else 9223372036854775807 end as paid_to
          from roulette_rounds
        ) as round on round.id = round_id
        where round_id > ${from.round}
      ), broken as materialized (
        select bet.id from bet
        left join ledger as stake on stake.type = 'ROULETTE_BET' and stake.reference = 'bet:' || bet.id
        left join ledger as win on win.type = 'ROULETTE_WIN' and win.reference = 'settle:bet:' || bet.id
        left join ledger as refund on refund.type = 'ROULETTE_REFUND' and refund.reference = 'refund:bet:' || bet.id
        where (stake.player_id, stake.account, stake.amount) is distinct from (bet.player_id, bet.account, -bet.amount)
          or case when is_won then (win.player_id, win.account, win.amount)
                                     is distinct from (bet.player_id, 'house:roulette', bet.amount * payout_factor)
                  else win.id is not null end
          or case when is_refunded then (refund.player_id, refund.account, refund.amount)
                                          is distinct from (bet.player_id, bet.account, bet.amount)
                  else refund.id is not null end
      ), line as (
        select id, player_id, account, to_account, amount,
               case when type = 'ROULETTE_BET' and reference ~ '^bet:[0-9]{1,18}$' then substr(reference, 5)
                    when type = 'ROULETTE_WIN' and reference ~ '^settle:bet:[0-9]{1,18}$'
                      or type = 'ROULETTE_REFUND' and reference ~ '^refund:bet:[0-9]{1,18}$'
                    then substr(reference, 12) end::int8 as bet_id,
               case when type = 'ROULETTE_BET' and reference ~ '^close:round:[0-9]{1,18}$'
                    then substr(reference, 13) end::int8 as closed_id
        from ledger
        where id > ${from.ledgerId} and (type in ('ROULETTE_BET', 'ROULETTE_WIN', 'ROULETTE_REFUND')
                                     or account like 'round:%' or to_account like 'round:%')
      ), stray as materialized (
        select line.id from line
        left join roulette_bets on roulette_bets.id = bet_id
        left join roulette_rounds as round on round.id = closed_id
        where roulette_bets.id is null
          and (line.player_id is null and line.account = 'round:' || round.id and to_account = 'house:roulette'
               and line.amount = round.amount and round.state = 'SETTLED') is not true
      )
      (select 'bet ' || id as detail from broken order by id limit 100)
      union all
      (select 'line ' || id from stray order by id limit 100)`,
  },
  {
    name: 'I19',
    statement: 'every round that is over has counted its bets, what they put in and what they won',
    rowKind: 'rounds',
    findBreaches: (sql, from) => sql<Breach>`
      with total as (
        select round_id, count(*) as bets, sum(roulette_bets.amount) as amount,
               coalesce(sum(roulette_bets.amount * payout_factor)
                 filter (where state = 'SETTLED' and player_bet = winner_color), 0) as won
        from roulette_bets join roulette_rounds on roulette_rounds.id = round_id
        where round_id > ${from.round} group by round_id
      ), broken as materialized (
        select id from roulette_rounds left join total on round_id = id
        where id > ${from.round} and ended_at is not null
          and (bet_count <> coalesce(bets, 0) or roulette_rounds.amount <> coalesce(total.amount, 0)
               or win_amount <> coalesce(won, 0))
      )
      select 'round ' || id as detail from broken order by id limit 100`,
  },
  {
    name: 'I22',
    statement: 'the running totals of an open round are those of its bets',
    rowKind: 'rounds',
    findBreaches: (sql, from) => sql<Breach>`
      with open_round as (
        select id from roulette_rounds where id > ${from.round} and ended_at is null
      ), total as (
        select round_id, player_id, player_bet, sum(amount) as amount, count(*) as bets
        from roulette_bets join open_round on open_round.id = round_id group by round_id, player_id, player_bet
      ), shown as (
        select round_id, player_id, color as player_bet, shown.amount, shown.bets
        from roulette_stakes join open_round on open_round.id = round_id cross join lateral (
          values ('red', red_amount, red_bets), ('green', green_amount, green_bets), ('black', black_amount, black_bets)
        ) as shown (color, amount, bets)
        where shown.bets <> 0 or shown.amount <> 0
      ), broken as materialized (
        select round_id, player_id from total full join shown using (round_id, player_id, player_bet)
        where total.amount is distinct from shown.amount or total.bets is distinct from shown.bets
      )
      select 'round ' || round_id || ' of player ' || player_id as detail
      from broken order by round_id, player_id limit 100`,
  },
  {
    name: 'G1',
    statement: 'every player whom a round was settled for has one game of it, with what it cost and what it paid',
    rowKind: 'rounds',
    findBreaches: (sql, from) => sql<Breach>`
      with played as (
        select round_id, player_id, sum(roulette_bets.amount) as amount,
               sum(case when player_bet = winner_color then roulette_bets.amount * payout_factor else 0 end) as payout
        from roulette_bets join roulette_rounds on roulette_rounds.id = round_id
        where round_id > ${from.round} and (state = 'SETTLED' or state = 'SETTLING' and seed is not null and player_id <= paid_to)
        group by round_id, player_id
      ), game as (
        select reference as round_id, player_id, count(*) as games, sum(amount) as amount, sum(payout) as payout,
               bool_and(is_won = (payout > amount)) as is_recorded_right
        from game_results
        -- Rounds end one after another, so their games are in the same order.
        where id > case when ${from.round}::int8 = 0 then 0 else coalesce((
            select id from game_results where game = 'roulette' and reference <= ${from.round}
            order by id desc limit 1), 0) end
          and game = 'roulette' and reference > ${from.round}
        group by reference, player_id
      ), broken as materialized (
        select round_id, player_id from played full join game using (round_id, player_id)
        where games is distinct from 1 or game.amount is distinct from played.amount
          or game.payout is distinct from played.payout or not is_recorded_right
      )
      select 'round ' || round_id || ' of player ' || player_id as detail
      from broken order by round_id, player_id limit 100`,
  },
  {
    name: 'F1',
    statement: 'every round is the next link of its published chain, and every seed is the one committed to',
    rowKind: 'rounds',
    findBreaches: (sql, from) => sql<Breach>`
      with broken as materialized (
        select round.id
        from roulette_rounds as round
        join roulette_chains as chain on chain.id = round.chain_id
        left join roulette_rounds as before on before.chain_id = round.chain_id and before.k = round.k - 1
        where round.id > ${from.round} and (
          round.k > length
          or encode(sha256(convert_to(round.seed, 'UTF8')), 'hex') <> round.hash
          or case when round.k = 1 then round.hash <> terminal
                  else encode(sha256(convert_to(round.hash, 'UTF8')), 'hex') is distinct from before.hash end)
      )
      select 'round ' || id as detail from broken order by id limit 100`,
  },
  {
    name: 'F2',
    statement: 'every number follows from the seed of its round',
    rowKind: 'rounds',
    findBreaches: findWrongNumbers,
  },
];
