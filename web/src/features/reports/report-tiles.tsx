import { pages } from '@karat/contract/pages';
import type { Report } from '@karat/contract/reports';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useLive } from '#app/live.ts';
import { useDeskText } from '#i18n/desk/desk-text.ts';
import { Diamonds } from '#ui/diamonds.tsx';
import { formatAmount, formatNumber } from '#ui/format.ts';

/** What came in, went out, was earned and is owed; and what waits. */
export function ReportTiles({ report }: { report: Report }) {
  const { reports: t } = useDeskText();
  const { totals, liability, pendingOffers, waitingAdjustments } = report;
  return (
    <section aria-label={t.figures} className="mb-8 grid grid-cols-2 gap-3 @xl:grid-cols-6 @5xl:grid-cols-12">
      <Tile
        label={t.moneyIn}
        hint={totals.reversals > 0 ? t.reversed(formatNumber(totals.reversals)) : t.moneyInHint}
        className="@xl:col-span-2 @5xl:col-span-3"
      >
        <Diamonds amount={totals.deposits} />
      </Tile>
      <Tile label={t.moneyOut} hint={t.moneyOutHint} className="@xl:col-span-2 @5xl:col-span-3">
        <Diamonds amount={totals.withdrawals} />
      </Tile>
      <Tile
        label={t.profit}
        hint={totals.adjustments === 0 ? t.profitHint : t.adjusted(formatAmount(totals.adjustments))}
        className="col-span-2 @5xl:col-span-3"
      >
        <Diamonds amount={totals.profit} className={totals.profit < 0 ? 'text-danger' : 'text-success'} />
      </Tile>
      <Liability liability={liability} />
      <div className="col-span-2 grid grid-cols-2 gap-3 @md:grid-cols-3 @xl:col-span-6 @5xl:col-span-12">
        <Online />
        <Tile label={t.offers} to={pages.adminTrades}>
          {formatNumber(pendingOffers)}
        </Tile>
        <Tile label={t.waiting} to={pages.adminAdjustments} className="@max-md:col-span-2">
          <span className={waitingAdjustments > 0 ? 'text-warn' : undefined}>{formatNumber(waitingAdjustments)}</span>
        </Tile>
      </div>
    </section>
  );
}

function Liability({ liability }: { liability: Report['liability'] }) {
  const { reports: t } = useDeskText();
  const parts = [
    [t.balances, liability.balances],
    [t.skins, liability.skins],
    [t.stakes, liability.stakes],
  ] as const;
  return (
    <div className="col-span-2 surface p-4 @xl:col-span-6 @5xl:col-span-3">
      <p className="text-xs font-semibold text-fg-3">{t.liability}</p>
      <p className="mt-1.5 font-display text-h2 font-bold">
        <Diamonds amount={liability.total} />
      </p>
      <dl className="mt-1.5 flex flex-wrap gap-x-3 text-xs text-fg-2 tabular-nums">
        {parts.map(([label, amount]) => (
          <div key={label} className="flex gap-1">
            <dt className="text-fg-3">{label}</dt>
            <dd>{formatNumber(amount)}</dd>
          </div>
        ))}
      </dl>
      {liability.buyOrders > 0 && (
        <p className="mt-1 text-xs text-pretty text-fg-3">{t.buyOrders(formatNumber(liability.buyOrders))}</p>
      )}
    </div>
  );
}

function Online() {
  const { reports: t } = useDeskText();
  const count = useLive((live) => (live.isLost ? undefined : live.onlineCount));
  return <Tile label={t.online}>{count === undefined ? '–' : formatNumber(count)}</Tile>;
}

type TileProps = { label: string; hint?: string; to?: string; className?: string; children: ReactNode };

function Tile({ label, hint, to, className, children }: TileProps) {
  return (
    <div className={clsx('relative flex min-w-0 flex-col surface p-4', to !== undefined && 'hover:bg-bg-2', className)}>
      <p className="text-xs font-semibold text-pretty text-fg-3">
        {to === undefined ? (
          label
        ) : (
          <Link to={to} className="underline decoration-line-input underline-offset-3 after:absolute after:inset-0">
            {label}
          </Link>
        )}
      </p>
      <p className="mt-1.5 font-display text-h2 font-bold tabular-nums">{children}</p>
      {hint !== undefined && <p className="mt-1 text-xs text-pretty text-fg-3">{hint}</p>}
    </div>
  );
}
