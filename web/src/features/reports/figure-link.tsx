import type { RowFigure } from '@karat/contract/reports';
import { Link } from 'react-router';
import { formatNumber } from '#i18n/format.ts';
import { quietLinkClass } from '#ui/link-class.ts';
import { type Range, type ReportRange, rowsPath, skinsPath } from './queries.ts';

export type LinkedFigure = RowFigure | 'skins';

type FigureLinkProps = {
  figure: LinkedFigure;
  range: Range & Pick<ReportRange, 'players'>;
  /** Null if it is not known. */
  amount: number | null;
};

/** A number of the report, linked to what it is the sum of. */
export function FigureLink({ figure, range: { from, to, players }, amount }: FigureLinkProps) {
  if (amount === null) return <span className="text-fg-3">–</span>;
  const path = figure === 'skins' ? skinsPath({ from, to, players }) : rowsPath({ figure, from, to, players });
  return (
    <Link to={path} className={`tabular-nums ${amount === 0 ? 'text-fg-3' : quietLinkClass}`}>
      {formatNumber(amount)}
    </Link>
  );
}
