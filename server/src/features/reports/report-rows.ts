import {
  REPORT_GAMES,
  REPORT_ROWS_LISTED,
  type ReportGame,
  type ReportRow,
  type RowFigure,
  type RowPlayers,
} from '@karat/contract/reports';
import { selectIdSpan } from '#db/first-id-since.ts';
import type { Sql } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { dayAfter, type DayRange } from './day-range.ts';
import { readLedgerDays } from './days.ts';
import { COLUMN_ACCOUNTS, STAKE_ACCOUNTS } from './figures.ts';
import { sumSandboxDays } from './queries.ts';
import {
  type FigureRow,
  LEDGER_TABLE,
  selectSandboxRows,
  selectSideRows,
  type SideFilter,
  selectWithdrawnRows,
} from './row-queries.ts';
import { sumWithdrawn } from './skin-queries.ts';

/** Which sides of ledger rows a figure sums. */
type Sides = Pick<SideFilter, 'accounts' | 'type' | 'sign'>;

const gained = (accounts: readonly string[]): Sides => ({ accounts, type: null, sign: 1 });

const SIDES: Readonly<Record<Exclude<RowFigure, 'withdrawals'>, Sides>> = {
  ...(Object.fromEntries(REPORT_GAMES.map((game) => [game, gained(COLUMN_ACCOUNTS[game])])) as Record<
    ReportGame,
    Sides
  >),
  profit: gained(REPORT_GAMES.flatMap((game) => COLUMN_ACCOUNTS[game])),
  deposits: { accounts: ['external:vault'], type: 'DEPOSIT', sign: -1 },
  reversals: { accounts: ['external:vault'], type: 'DEPOSIT_REVERSAL', sign: 1 },
  adjustments: { accounts: ['external:adjust'], type: null, sign: -1 },
};

/** The sides for rows of sandbox players: what they put into rooms and rounds counts as gained at once. */
function sidesOf(figure: Exclude<RowFigure, 'withdrawals'>, players: RowPlayers): Sides {
  const sides = SIDES[figure];
  if (players === 'all') return sides;
  const stakes = Object.entries(STAKE_ACCOUNTS).flatMap(([stake, house]) =>
    sides.accounts.includes(house) ? [stake] : [],
  );
  return { ...sides, accounts: [...sides.accounts, ...stakes] };
}

type DaySum = { readonly day: string; readonly movements: number; readonly amount: number };
type RowsRequest = DayRange & {
  readonly figure: RowFigure;
  readonly players: RowPlayers;
  readonly cursor?: string | undefined;
};
type Listed = {
  readonly data: ReportRow[];
  readonly next: string | null;
  readonly sum: number;
  readonly count: number;
};

/** The daily sums of a figure, from closed days where there are some. */
async function readDaySums(sql: Sql, { figure, players, from, to }: RowsRequest): Promise<DaySum[]> {
  const range = { from, to };
  if (figure === 'withdrawals')
    return (await sumWithdrawn(sql, range)).filter(({ isSandbox }) => isSandbox || players === 'all');
  const { accounts, type, sign } = sidesOf(figure, players);
  const lines = players === 'all' ? await readLedgerDays(sql, range) : await sumSandboxDays(sql, range);
  return lines
    .filter((line) => accounts.includes(line.account) && (type === null || type === line.type))
    .map(({ day, movements, amount }) => ({ day, movements, amount: sign * amount }));
}

type Part = { readonly day: string; readonly before: number; readonly limit: number };

async function selectRows(sql: Sql, { figure, players }: RowsRequest, part: Part) {
  if (figure === 'withdrawals') return selectWithdrawnRows(sql, part, players === 'sandbox');
  const span = { since: `${part.day}T00:00:00Z`, until: `${dayAfter(part.day)}T00:00:00Z` };
  const filter = { ...sidesOf(figure, players), ...(await selectIdSpan(sql, LEDGER_TABLE, span)), ...part };
  return players === 'all' ? selectSideRows(sql, filter) : selectSandboxRows(sql, filter);
}

async function listRows(sql: Sql, request: RowsRequest): Promise<Listed> {
  const sums = await readDaySums(sql, request);
  const [cursorDay, cursorId] = request.cursor?.split('_') ?? [request.to, String(Number.MAX_SAFE_INTEGER)];
  const days = [...new Set(sums.map(({ day }) => day))]
    .filter((day) => day <= cursorDay!)
    .toSorted()
    .toReversed();
  const found: { readonly day: string; readonly row: ReportRow }[] = [];
  for (const day of days) {
    const limit = REPORT_ROWS_LISTED + 1 - found.length;
    if (limit === 0) break;
    const before = day === cursorDay ? Number(cursorId) : Number.MAX_SAFE_INTEGER;
    const rows = await selectRows(sql, request, { day, before, limit });
    found.push(...rows.map((row) => ({ day, row: toReportRow(row) })));
  }
  const shown = found.slice(0, REPORT_ROWS_LISTED);
  const last = shown.at(-1);
  return {
    data: shown.map(({ row }) => row),
    next: found.length > shown.length ? `${last!.day}_${last!.row.id}` : null,
    sum: sums.reduce((total, { amount }) => total + amount, 0),
    count: sums.reduce((total, { movements }) => total + movements, 0),
  };
}

const toReportRow = ({ playerId, username, isSandbox, ...row }: FigureRow): ReportRow => ({
  ...row,
  player: playerId === null ? null : { id: playerId, username: username!, isSandbox: isSandbox! },
});

/** The rows of a figure, newest first. */
export async function readReportRows(
  { db }: Pick<Deps, 'db'>,
  request: RowsRequest,
): Promise<Listed & { readonly at: string }> {
  const { asOf, snapshot } = await db.reader();
  return { ...(await snapshot((sql) => listRows(sql, request))), at: asOf.toISOString() };
}
