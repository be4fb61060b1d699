import { fillPath } from '@karat/contract/endpoint';
import { pages } from '@karat/contract/pages';
import type { AdminRound } from '@karat/contract/roulette';
import clsx from 'clsx';
import { Link } from 'react-router';
import { formatNumber } from '#i18n/format.ts';
import { type AdminColumn, AdminTable } from '#ui/admin-table.tsx';
import { Badge } from '#ui/badge.tsx';
import { formatAdminTime } from '#ui/dates.ts';
import { Unknown, Winner } from './admin-winner.tsx';
import { YesOrNo } from './admin-yes-or-no.tsx';
import type { AdminCatalogue } from './words/admin-mixed.ts';
import { useAdminText } from './words/admin-text.ts';

const HASH_SHOWN = 10;

/** Numbers are right-aligned in columns, but not in blocks. */
const number = { isNumber: true, cellClass: '@5xl:text-right' };

function columnsOf({ games }: AdminCatalogue): AdminColumn<AdminRound>[] {
  return [
    { key: 'id', label: games.id, renderCell: (round) => <RoundLink round={round} /> },
    {
      key: 'time',
      label: games.time,
      renderCell: ({ createdAt }) => <time dateTime={createdAt}>{formatAdminTime(createdAt)}</time>,
    },
    {
      key: 'hash',
      label: games.hash,
      renderCell: ({ hash }) => (
        <span title={hash} className="font-mono text-xs whitespace-nowrap text-fg-2">
          {hash.slice(0, HASH_SHOWN)}…
        </span>
      ),
    },
    {
      key: 'number',
      label: games.number,
      renderCell: ({ state, winnerNumber, winnerColor }) =>
        state === 'REFUNDED' ? (
          <Badge tone="warn">{games.refunded}</Badge>
        ) : (
          <Winner number={winnerNumber} color={winnerColor} />
        ),
    },
    { key: 'played', label: games.isPlayed, renderCell: ({ currentRound }) => <YesOrNo value={currentRound} /> },
    { key: 'paid', label: games.isPaid, renderCell: ({ deposited }) => <YesOrNo value={deposited} /> },
    { key: 'bets', label: games.betCount, ...number, renderCell: ({ betCount }) => formatNumber(betCount) },
    { key: 'amount', label: games.amount, ...number, renderCell: ({ amount }) => formatNumber(amount) },
    {
      key: 'payouts',
      label: games.payouts,
      ...number,
      renderCell: ({ state, winAmount }) => (state === 'SETTLED' ? formatNumber(winAmount) : <Unknown />),
    },
    { key: 'profit', label: games.profit, ...number, renderCell: (round) => <Profit round={round} /> },
  ];
}

/** The rounds. Where ten columns do not fit, each round becomes a block with labelled values. */
export function RoundsTable({ rounds }: { rounds: readonly AdminRound[] }) {
  const words = useAdminText();
  return (
    <AdminTable
      label={words.games.rounds}
      columns={columnsOf(words)}
      rows={rounds}
      rowKey={({ id }) => id}
      from="5xl"
      rowClass={({ currentRound }) => clsx(rowClass, currentRound && 'bg-primary/6')}
      cellClass="h-11"
      isNamed
    />
  );
}

const rowClass =
  '@max-5xl:grid-cols-2 @max-5xl:gap-x-3 @max-5xl:gap-y-2.5 @max-5xl:py-3 @xl:@max-5xl:grid-cols-[11fr_14fr_10fr_10fr_9fr] @5xl:hover:bg-bg-2';

function RoundLink({ round: { id } }: { round: AdminRound }) {
  return (
    <Link
      to={fillPath(pages.adminGame, { gameId: id })}
      className="hit-area relative font-semibold tabular-nums underline decoration-line-input underline-offset-3 hover:decoration-primary"
    >
      #{id}
    </Link>
  );
}

/** Bets minus payouts of a settled round. A refunded stake does not count as a bet. */
function Profit({ round: { state, amount, winAmount } }: { round: AdminRound }) {
  if (state !== 'SETTLED') return <Unknown />;
  const profit = amount - winAmount;
  return <span className={clsx('font-semibold', profit < 0 && 'text-danger')}>{formatNumber(profit)}</span>;
}
