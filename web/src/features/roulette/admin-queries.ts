import type { FromServer } from '@karat/contract/live';
import {
  type AdminRound,
  getAllRouletteRounds,
  getRoundDays,
  getRoundTotalsByDate,
  getRouletteRoundById,
} from '@karat/contract/roulette';
import { COLORS } from '@karat/rules/roulette';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#core/api.ts';
import type { RowCount } from '#ui/admin-pager.tsx';

const BETS_PER_PAGE = 100;

export const ROUNDS_KEY = ['admin', 'rounds'] as const;
export const TOTALS_KEY = ['admin', 'round-totals'] as const;

// These queries update only while a page shows them, so a returning page fetches again.
const shared = { meta: { isPrivate: true }, staleTime: 0 } as const;

export const roundsQuery = (page: number, rows: RowCount) =>
  queryOptions({
    ...shared,
    queryKey: [...ROUNDS_KEY, { page, rows }],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(getAllRouletteRounds, { query: { page: String(page), limit: String(rows) } }, { signal }),
  });

/** Prefix of all queries of one round, for every page of its bets. */
export const roundKey = (id: number) => ['admin', 'round', id] as const;

export const roundQuery = ({ id, page }: { id: number; page: number }) =>
  queryOptions({
    ...shared,
    queryKey: [...roundKey(id), { page }],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const query = { page: String(page), limit: String(BETS_PER_PAGE) };
      return call(getRouletteRoundById, { params: { id: String(id) }, query }, { signal });
    },
  });

export type DayTotals = { readonly amount: number; readonly winAmount: number; readonly profit: number };

export const dayTotalsQuery = (date: string) =>
  queryOptions({
    ...shared,
    queryKey: [...TOTALS_KEY, { date }],
    queryFn: async ({ signal }): Promise<DayTotals> => {
      const { dailyBetAmount } = await call(getRoundTotalsByDate, { params: { date } }, { signal });
      return dailyBetAmount[0] ?? { amount: 0, winAmount: 0, profit: 0 };
    },
  });

export type Span = { readonly from: string; readonly to: string };

export const roundDaysQuery = ({ from, to }: Span) =>
  queryOptions({
    ...shared,
    queryKey: [...TOTALS_KEY, { from, to }],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => (await call(getRoundDays, { query: { from, to } }, { signal })).data,
  });

/** Applies new bet totals to a round. Bets are only added, so a late event lowers nothing. */
export function withBets(rounds: readonly AdminRound[], { roundId, totals }: FromServer['ROULETTE_BET']): AdminRound[] {
  const sum = (each: 'amount' | 'bets') => COLORS.reduce((total, color) => total + totals[color][each], 0);
  return rounds.map((round) =>
    round.id === roundId
      ? { ...round, betCount: Math.max(round.betCount, sum('bets')), amount: Math.max(round.amount, sum('amount')) }
      : round,
  );
}
