import { ensureDemoCatalogue } from '#demo.ts';
import { readEnv } from '#env.ts';
import { checkBooks } from '#features/audits/audits.ts';
import { createChains } from '#features/roulette/chains.ts';
import { type LastRound, selectLastRound } from '#features/roulette/queries.ts';
import { createTransitions } from '#features/roulette/transitions.ts';
import { moveDiamonds } from '#features/wallet/wallet.ts';
import { createLog } from '#log.ts';
import { createSeal } from '#seal.ts';
import { noopLive } from '#live/noop-live.ts';
import type { Db } from '#db/db.ts';
import { type Figure, quantile } from './figures.ts';
import { SECRET } from './openings/secret.ts';
import { type BenchStore, prepareStore } from './openings/store.ts';

const PAIRS = process.argv.includes('--quick') ? 2 : 9;
const BETS = 1_000;
const STAKE = 10;

/** Players bet on the drawn colour, so that each is paid. */
async function addBets({ db, firstPlayerId }: BenchStore, { id }: LastRound): Promise<void> {
  await db.sql`
    with bet as materialized (
      select nextval('roulette_bet_ids') as id, player_id from generate_series(
        ${firstPlayerId}::int8, ${firstPlayerId + BETS - 1}::int8) as player_id
    ), wallet as (
      update wallets set balance = balance - ${STAKE}::int8, version = version + 1
      from bet where wallets.player_id = bet.player_id returning wallets.player_id, balance
    ), line as (
      insert into ledger (type, reference, player_id, account, amount, old_balance, new_balance)
      select 'ROULETTE_BET', 'bet:' || bet.id, player_id, 'round:' || ${id}::int8, -${STAKE}::int8, balance + ${STAKE}::int8, balance
      from bet join wallet using (player_id)
    )
    insert into roulette_bets (id, round_id, player_id, player_bet, amount, payout_factor)
    select bet.id, ${id}, player_id, winner_color, ${STAKE}::int8, case winner_color when 'green' then 14 else 2 end
    from bet, roulette_rounds where roulette_rounds.id = ${id}`;
}

type Payout = { readonly id: number; readonly playerId: number; readonly won: number };

/** The conventional way: one transaction for each bet, and one that ends the round. */
async function settleOneByOne(db: Db, { id }: LastRound): Promise<void> {
  const bets = await db.sql<Payout>`
    select id, player_id as "playerId", amount * payout_factor as won from roulette_bets where round_id = ${id}`;
  for (const { id: betId, playerId, won } of bets) {
    await db.transaction(async (tx) => {
      const line = { type: 'ROULETTE_WIN', reference: `settle:bet:${betId}`, account: 'house:roulette' } as const;
      await moveDiamonds(tx, noopLive, { ...line, playerId, amount: won });
      await tx.sql`
        insert into game_results (player_id, game, reference, is_won, amount, payout)
        values (${playerId}, 'roulette', ${id}, true, ${STAKE}, ${won})`;
    });
  }
  await db.sql`
    with total as (select sum(amount * payout_factor)::int8 as won from roulette_bets where round_id = ${id}), round as (
      update roulette_rounds
      set state = 'SETTLED', ended_at = now(), bet_count = ${BETS}, amount = ${BETS * STAKE}::int8, win_amount = total.won
      from total where id = ${id}
    )
    insert into ledger (type, reference, account, to_account, amount)
    values ('ROULETTE_BET', 'close:round:' || ${id}::int8, 'round:' || ${id}::int8, 'house:roulette', ${BETS * STAKE}::int8)`;
}

async function timeMs(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}

async function measure(store: BenchStore): Promise<Figure[]> {
  const { db } = store;
  const log = createLog('warn');
  const lease = { name: 'roulette', epoch: 1 };
  await db.sql`insert into leases (name, epoch) values ('roulette', 1)`;
  const deps = { db, log, live: noopLive, seal: createSeal(SECRET), env: readEnv({}) };
  const steps = createTransitions(deps, lease, createChains(deps, lease, 1_000));

  async function drawn(): Promise<LastRound> {
    await steps.open();
    const round = (await selectLastRound(db.sql))!;
    await steps.close(round);
    await steps.draw(round);
    await addBets(store, round);
    return round;
  }

  const pairs: (readonly [each: number, set: number])[] = [];
  for (let pair = 0; pair <= PAIRS; pair++) {
    const each = await drawn();
    const eachMs = await timeMs(() => settleOneByOne(db, each));
    const set = await drawn();
    const setMs = await timeMs(() => steps.settle(set));
    // The first pair only warms up.
    if (pair > 0) pairs.push([eachMs, setMs]);
    await db.sql`analyze`;
  }
  const { findings } = await db.snapshot((sql) => checkBooks(sql, 'full'));
  const breaches = findings.reduce((sum, { breaches: found }) => sum + found.length, 0);
  const middle = (at: 0 | 1) =>
    quantile(
      pairs.map((pair) => pair[at]),
      0.5,
    ).toFixed(0);
  return [
    {
      name: `settling ${BETS} bets: a transaction each / one statement`,
      ratios: pairs.map(([eachMs, setMs]) => eachMs / setMs),
      atLeast: 15,
      note: `${middle(0)} ms against ${middle(1)} ms`,
    },
    { name: 'invariants broken by it', ratios: [breaches], atMost: 0, note: `of ${findings.length}` },
  ];
}

/** Estimate: about 25 us for a bet in one statement, 600 us in its own transaction. */
export async function settling(): Promise<Figure[]> {
  const log = createLog('warn');
  const store = await prepareStore((db) => ensureDemoCatalogue({ db, log }));
  try {
    return await measure(store);
  } finally {
    await store.stop();
  }
}
