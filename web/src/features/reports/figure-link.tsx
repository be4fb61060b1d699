import type { RowFigure } from '@karat/contract/reports';
import { Link } from 'react-router';
import { formatNumber } from '#i18n/format.ts';
import { quietLinkClass } from '#ui/link-class.ts';
import { type Range, type ReportRange, rowsPath } from './queries.ts';

type FigureLinkProps = {
  figure: RowFigure;
  range: Range & Pick<ReportRange, 'players'>;
  amount: number;
  className?: string;
};

/** A number of the report, linked to its rows. */
export function FigureLink({ figure, range, amount, className = '' }: FigureLinkProps) {
  const { from, to, players } = range;
  return (
    <Link
      to={rowsPath({ figure, from, to, players })}
      className={`tabular-nums ${amount === 0 ? 'text-fg-3' : quietLinkClass} ${className}`}
    >
      {formatNumber(amount)}
    </Link>
  );
}
