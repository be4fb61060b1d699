import { REPORT_GAMES, type Report, type ReportFigures, ROW_FIGURES } from '@karat/contract/reports';
import { formatNumber } from '#i18n/format.ts';
import { formatAdminDay } from '#ui/days.ts';
import { FigureLink, type LinkedFigure } from './figure-link.tsx';
import type { Range } from './queries.ts';
import { useAdminText } from './words/admin-text.ts';

const hasRows = (key: string): key is LinkedFigure => key === 'skins' || ROW_FIGURES.some((figure) => figure === key);

/** The chart as a table, newest day first. Numbers are linked to their rows. */
export function ReportTable({ report }: { report: Report | undefined }) {
  const { reports: t } = useAdminText();
  const columns = [
    { key: 'net', label: t.net },
    { key: 'profit', label: t.profit },
    ...REPORT_GAMES.map((key) => ({ key, label: t.games[key] })),
    { key: 'deposits', label: t.deposits },
    { key: 'withdrawals', label: t.withdrawals },
    { key: 'adjustments', label: t.adjustments },
    { key: 'skins', label: t.skinsGain },
  ] as const;
  const cells = (figures: ReportFigures, range: Range) =>
    columns.map(({ key }) => (
      <td key={key} className="px-3 text-right tabular-nums">
        {hasRows(key) && report !== undefined ? (
          <FigureLink figure={key} range={{ ...range, players: report.players }} amount={figures[key]} />
        ) : (
          <Amount value={figures[key]} />
        )}
      </td>
    ));
  return (
    <details className="mt-4 border-t border-line pt-3">
      <summary className="hit-area relative w-fit cursor-pointer rounded-sm text-card font-semibold text-fg-2 hover:text-fg">
        {t.table}
      </summary>
      <div
        role="region"
        aria-label={t.table}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable by keyboard
        tabIndex={0}
        className="mt-3 max-h-96 overflow-auto rounded-sm"
      >
        <table className="w-full text-xs whitespace-nowrap">
          <thead className="sticky top-0 bg-bg-1 text-fg-3">
            <tr className="h-9">
              <th scope="col" className="px-3 text-left font-semibold">
                {t.date}
              </th>
              {columns.map(({ key, label }) => (
                <th key={key} scope="col" className="px-3 text-right font-semibold">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr className="h-9 border-t border-line font-semibold">
              <th scope="row" className="px-3 text-left font-semibold">
                {t.chartSum}
              </th>
              {report && cells(report.totals, report)}
            </tr>
            {report?.days.toReversed().map((day) => (
              <tr key={day.date} className="h-9 border-t border-line">
                <th scope="row" className="px-3 text-left font-normal tabular-nums">
                  {formatAdminDay(day.date)}
                </th>
                {cells(day, { from: day.date, to: day.date })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

/** Null if it is not known. */
const Amount = ({ value }: { value: number | null }) => (value === null ? '–' : formatNumber(value));
