import type { Pagination } from '@karat/contract/pagination';
import { Refusal } from '@karat/contract/refusal';
import { type AdminRound, type ProvenRound, type Round, ROUND_DAYS_MAX, type RoundDay } from '@karat/contract/roulette';
import type { Sql } from '#db/db.ts';
import {
  countEndedRounds,
  countRounds,
  selectBets,
  selectRoundsWithTotals,
  selectProvenRound,
  selectRoundDays,
  selectRounds,
} from './round-queries.ts';

type Paging = { readonly page: number; readonly limit: number };
type PageOf<Row> = { data: Row[]; pagination: Pagination };

const BETS_SHOWN_MAX = 20;
const DAY_MS = 86_400_000;

const notFound = (): Refusal => new Refusal('not_found', 'Round not found.');

/** The id range of a page: round ids have no gaps, so no row has to be skipped. */
function rangeOf({ page, limit }: Paging, total: number) {
  return { last: total - (page - 1) * limit, limit };
}

function paginationOf({ page, limit }: Paging, totalResults: number): Pagination {
  return { totalResults, resultsPerPage: limit, currentPage: page };
}

/** Ended rounds, newest first. */
export async function listRounds(sql: Sql, paging: Paging): Promise<PageOf<Round>> {
  const total = await countEndedRounds(sql);
  return { data: await selectRounds(sql, rangeOf(paging, total)), pagination: paginationOf(paging, total) };
}

export async function describeRound(sql: Sql, id: number): Promise<ProvenRound> {
  const round = await selectProvenRound(sql, id);
  if (round === undefined) throw notFound();
  return round;
}

/** For staff: every round, each with its last bets. */
export async function listAllRounds(sql: Sql, paging: Paging): Promise<PageOf<AdminRound>> {
  const total = await countRounds(sql);
  const rounds = await selectRoundsWithTotals(sql, rangeOf(paging, total));
  const bets = await selectBets(sql, { roundIds: rounds.map(({ id }) => id), offset: 0, limit: BETS_SHOWN_MAX });
  const betsByRound = Map.groupBy(bets, ({ roundId }) => roundId);
  return {
    data: rounds.map((round) => ({ ...round, bets: betsByRound.get(round.id) ?? [] })),
    pagination: paginationOf(paging, total),
  };
}

type RoundRequest = Paging & { readonly id: number };

/** For staff: one round with a page of its bets. */
export async function describeRoundBets(
  sql: Sql,
  { id, page, limit }: RoundRequest,
): Promise<{ data: AdminRound; pagination: Pagination }> {
  const [round] = await selectRoundsWithTotals(sql, { last: id, limit: 1 });
  if (round === undefined) throw notFound();
  const bets = await selectBets(sql, { roundIds: [id], offset: (page - 1) * limit, limit });
  return { data: { ...round, bets }, pagination: paginationOf({ page, limit }, round.betCount) };
}

type Days = { readonly from: string; readonly to: string };

/** Totals per UTC day of the rounds that ended on it. */
export function listRoundDays(sql: Sql, { from, to }: Days): Promise<RoundDay[]> {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (days < 1 || days > ROUND_DAYS_MAX) {
    throw new Refusal('invalid', 'Invalid date.', { issues: [{ path: 'to', message: 'Invalid date.' }] });
  }
  return selectRoundDays(sql, { from, to });
}
