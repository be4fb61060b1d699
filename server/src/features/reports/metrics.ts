import { GAME_TRANSACTIONS } from '@karat/contract/game-transactions';
import { GAME_LABELS } from '@karat/contract/reports';
import type { TransactionType } from '@karat/contract/wallet';
import type { Game } from '@karat/rules/games';
import { createCachedReading } from '#cached-reading.ts';
import type { Db } from '#db/db.ts';
import { type Metric, samplesBy } from '#http/exposition.ts';
import { selectOddsWarnings } from './alert-queries.ts';
import { selectSettledRow, sumTypesBetween, sumTypesUpTo, type TypeTotal } from './metrics-queries.ts';

const FRESH_MS = 5_000;

type Totals = ReadonlyMap<string, number>;

function addTotals(totals: Totals, added: readonly TypeTotal[]): Totals {
  const sums = new Map(totals);
  for (const { type, amount } of added) sums.set(type, (sums.get(type) ?? 0) + amount);
  return sums;
}

/**
 * Sums the ledger by type. Caches the sum up to the last settled row, so that each call adds only newer rows. All processes get
 * the same result.
 */
export function createLedgerTotals(db: Db): () => Promise<Totals> {
  let settled: { readonly row: number; readonly totals: Totals } | undefined;

  /** Reads in one snapshot. Otherwise a day closed between two statements would be counted twice or not at all. */
  async function readFirst() {
    const { snapshot } = await db.reader();
    return snapshot(async (sql) => {
      const row = await selectSettledRow(sql);
      return { row, totals: addTotals(new Map(), await sumTypesUpTo(sql, row)) };
    });
  }

  return async () => {
    const { row: after, totals } = settled ?? (await readFirst());
    const row = Math.max(after, await selectSettledRow(db.sql));
    const now = { row, totals: addTotals(totals, await sumTypesBetween(db.sql, { after, upTo: row })) };
    settled = now;
    return addTotals(now.totals, await sumTypesBetween(db.sql, { after: row, upTo: Number.MAX_SAFE_INTEGER }));
  };
}

/** Cases pay in items, so their payout is what the house paid for items sold to it. */
const payoutTypeOf = (game: Game): TransactionType | null =>
  game === 'case' ? 'QUICK_SELL' : GAME_TRANSACTIONS[game].payout;

/** Stakes and payouts by game, from the ledger. */
export function ledgerMetrics(db: Db): Metric[] {
  const read = createCachedReading(createLedgerTotals(db), { freshMs: FRESH_MS });
  const byGame = (typeOf: (game: Game) => TransactionType | null) => async () => {
    const totals = await read();
    const amounts = Object.entries(GAME_LABELS).flatMap(([game, label]) => {
      const type = typeOf(game as Game);
      return type === null ? [] : [[label, Math.abs(totals.get(type) ?? 0)]];
    });
    return samplesBy('game', Object.fromEntries(amounts) as Record<string, number>);
  };
  const ofType = (type: string) => async () => (await read()).get(type) ?? 0;
  return [
    {
      name: 'karat_stakes_diamonds_total',
      help: 'Diamonds that players staked, by game, refunded stakes included.',
      type: 'counter',
      read: byGame((game) => GAME_TRANSACTIONS[game].stake),
    },
    {
      name: 'karat_payouts_diamonds_total',
      help: 'Diamonds that games paid to players, by game; of cases what the house paid for items that were sold to it.',
      type: 'counter',
      read: byGame(payoutTypeOf),
    },
    {
      name: 'karat_refunds_diamonds_total',
      help: 'Diamonds of stakes that were refunded to players, by game.',
      type: 'counter',
      read: byGame((game) => GAME_TRANSACTIONS[game].refund),
    },
    {
      name: 'karat_deposits_diamonds_total',
      help: 'Diamonds that players were credited for deposits, reversed deposits included.',
      type: 'counter',
      read: ofType('DEPOSIT'),
    },
    {
      name: 'karat_mission_rewards_diamonds_total',
      help: 'Diamonds that players were paid for missions.',
      type: 'counter',
      read: ofType('MISSION_REWARD'),
    },
  ];
}

export function oddsMetric({ sql }: Db): Metric {
  return {
    name: 'karat_unlikely_cases',
    help: 'Cases whose drops do not fit their published rates, by warnings to staff of the last 2 days.',
    type: 'gauge',
    read: createCachedReading(async () => (await selectOddsWarnings(sql)).length, { freshMs: FRESH_MS }),
  };
}
