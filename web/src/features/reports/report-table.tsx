import { REPORT_GAMES, type ReportDay, type ReportFigures } from '@karat/contract/reports';
import { formatNumber } from '#i18n/format.ts';
import { formatAdminDay } from '#ui/days.ts';
import { useAdminText } from './words/admin-text.ts';

/** The chart as a table, newest day first. */
export function ReportTable({ days, totals }: { days: readonly ReportDay[]; totals: ReportFigures | undefined }) {
  const { reports: t } = useAdminText();
  const columns = [
    { key: 'profit', label: t.profit },
    ...REPORT_GAMES.map((key) => ({ key, label: t.games[key] })),
    { key: 'deposits', label: t.deposits },
    { key: 'withdrawals', label: t.withdrawals },
    { key: 'adjustments', label: t.adjustments },
  ] as const;
  const cells = (figures: ReportFigures) =>
    columns.map(({ key }) => (
      <td key={key} className="px-3 text-right tabular-nums">
        {formatNumber(figures[key])}
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
              {totals && cells(totals)}
            </tr>
            {days.toReversed().map((day) => (
              <tr key={day.date} className="h-9 border-t border-line">
                <th scope="row" className="px-3 text-left font-normal tabular-nums">
                  {formatAdminDay(day.date)}
                </th>
                {cells(day)}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
