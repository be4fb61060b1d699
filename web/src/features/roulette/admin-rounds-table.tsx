// oxlint-disable jsx-a11y/no-redundant-roles jsx-a11y/prefer-tag-over-role jsx-a11y/no-interactive-element-to-noninteractive-role
import { addressOf } from '@karat/contract/endpoint';
import { pages } from '@karat/contract/pages';
import type { AdminRound } from '@karat/contract/roulette';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatNumber } from '#i18n/format.ts';
import { Badge } from '#ui/badge.tsx';
import { formatAdminTime } from '#ui/dates.ts';
import { HeadCell } from '#ui/head-cell.tsx';
import { Unknown, Winner } from './admin-winner.tsx';
import { YesOrNo } from './admin-yes-or-no.tsx';
import type { AdminCatalogue } from './words/admin-mixed.ts';
import { useAdminText } from './words/admin-text.ts';

const HASH_SHOWN = 10;

type RoundColumn = {
  key: string;
  label: string;
  isNumber?: boolean;
  renderCell: (round: AdminRound) => ReactNode;
};

function columnsOf({ games }: AdminCatalogue): RoundColumn[] {
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
    { key: 'played', label: games.isPlayed, renderCell: ({ currentRound }) => <YesOrNo is={currentRound} /> },
    { key: 'paid', label: games.isPaid, renderCell: ({ deposited }) => <YesOrNo is={deposited} /> },
    { key: 'bets', label: games.betCount, isNumber: true, renderCell: ({ betCount }) => formatNumber(betCount) },
    { key: 'amount', label: games.amount, isNumber: true, renderCell: ({ amount }) => formatNumber(amount) },
    {
      key: 'payouts',
      label: games.payouts,
      isNumber: true,
      renderCell: ({ state, winAmount }) => (state === 'SETTLED' ? formatNumber(winAmount) : <Unknown />),
    },
    { key: 'profit', label: games.profit, isNumber: true, renderCell: (round) => <Profit round={round} /> },
  ];
}

/** The rounds. Where there is no room for ten columns each round is a block of its own, its values under their names. */
export function RoundsTable({ rounds }: { rounds: readonly AdminRound[] }) {
  const words = useAdminText();
  const columns = columnsOf(words);
  return (
    <table role="table" aria-label={words.games.rounds} className="w-full text-card @max-5xl:block">
      <thead role="rowgroup" className="@max-5xl:sr-only">
        <tr role="row">
          {columns.map(({ key, label, isNumber }) => (
            <HeadCell key={key} isNumber={isNumber}>
              {label}
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="@max-5xl:block">
        {rounds.map((round) => (
          <RoundRow key={round.id} round={round} columns={columns} />
        ))}
      </tbody>
    </table>
  );
}

function RoundRow({ round, columns }: { round: AdminRound; columns: readonly RoundColumn[] }) {
  return (
    <tr
      role="row"
      className={clsx(
        'border-t border-line @max-5xl:grid @max-5xl:grid-cols-2 @max-5xl:gap-x-3 @max-5xl:gap-y-2.5 @max-5xl:px-4 @max-5xl:py-3 @max-5xl:first:border-0',
        '@xl:@max-5xl:grid-cols-[11fr_14fr_10fr_10fr_9fr] @5xl:hover:bg-bg-2',
        round.currentRound && 'bg-primary/6',
      )}
    >
      {columns.map(({ key, label, isNumber, renderCell }) => (
        <td
          key={key}
          role="cell"
          className={clsx('h-11 px-2 first:pl-4 last:pr-4 @max-5xl:h-auto @max-5xl:p-0!', {
            '@5xl:text-right': isNumber,
          })}
        >
          <span aria-hidden className="hidden text-2xs text-fg-3 @max-5xl:block">
            {label}
          </span>
          {renderCell(round)}
        </td>
      ))}
    </tr>
  );
}

function RoundLink({ round: { id } }: { round: AdminRound }) {
  return (
    <Link
      to={addressOf(pages.adminGame, { gameId: id })}
      className="hit-area relative font-semibold tabular-nums underline decoration-line-input underline-offset-3 hover:decoration-primary"
    >
      #{id}
    </Link>
  );
}

/** Bets less payouts, once the round is over. A stake that was given back was never bet. */
function Profit({ round: { state, amount, winAmount } }: { round: AdminRound }) {
  if (state !== 'SETTLED') return <Unknown />;
  const profit = amount - winAmount;
  return <span className={clsx('font-semibold', profit < 0 && 'text-danger')}>{formatNumber(profit)}</span>;
}
