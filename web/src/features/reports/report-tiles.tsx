import { pages } from '@karat/contract/pages';
import type { Report } from '@karat/contract/reports';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useOnlineCount } from '#core/presence.ts';
import { formatAmount, formatNumber } from '#i18n/format.ts';
import { Diamonds } from '#ui/diamonds.tsx';
import { useToday } from '#ui/days.ts';
import { quietLinkClass } from '#ui/link-class.ts';
import { AsOf } from './as-of.tsx';
import { NumberSkeleton } from './number-skeleton.tsx';
import { rowsPath, skinsPath } from './queries.ts';
import type { AdminCatalogue } from './words/admin-mixed.ts';
import { useAdminText } from './words/admin-text.ts';

/** Tiles with deposits, withdrawals, profit, liabilities, players online and pending work; shows skeletons while the report loads. */
export function ReportTiles({ report }: { report: Report | undefined }) {
  const { reports: t } = useAdminText();
  const totals = report?.totals;
  return (
    <div className="mb-8 grid gap-3 @lg:grid-cols-2 @5xl:grid-cols-4">
      <Tile
        isMoney
        label={t.moneyIn}
        to={report && rowsPath({ ...report, figure: 'deposits' })}
        hint={totals && totals.reversals > 0 ? t.reversed(formatNumber(totals.reversals)) : t.moneyInHint}
      >
        <Amount value={totals?.deposits} />
      </Tile>
      <Tile
        isMoney
        label={t.moneyOut}
        to={report && rowsPath({ ...report, figure: 'withdrawals' })}
        hint={t.moneyOutHint}
      >
        <Amount value={totals?.withdrawals} />
      </Tile>
      <Tile isMoney label={t.net} hint={totals === undefined ? t.netHint : netHint(t, totals)}>
        {totals?.net === null ? (
          <span className="text-fg-3">–</span>
        ) : (
          <Amount value={totals?.net} className={totals && (totals.net < 0 ? 'text-danger' : 'text-success')} />
        )}
      </Tile>
      <LiabilityTile liability={report?.liability} />
      <div className="col-span-full grid grid-cols-2 gap-3 @md:grid-cols-3">
        <OnlineTile />
        <Tile label={t.offers} to={pages.adminTrades}>
          <Count value={report?.pendingOffers} />
        </Tile>
        {/* `waitingAdjustments` counts pending adjustments. */}
        <Tile label={t.waiting} to={pages.adminAdjustments} className="@max-md:col-span-2">
          <span className={report && report.waitingAdjustments > 0 ? 'text-warn' : undefined}>
            <Count value={report?.waitingAdjustments} />
          </span>
        </Tile>
      </div>
      <AsOf at={report?.at} className="col-span-full" />
    </div>
  );
}

/** What the books alone say, and what of it is not of people. */
function netHint(t: AdminCatalogue['reports'], { profit, sandbox }: Report['totals']): string {
  const parts = [t.profitOf(formatNumber(profit)), ...(sandbox === 0 ? [] : [t.fromSandbox(formatAmount(sandbox))])];
  return parts.join(' · ');
}

function Amount({ value, className = '' }: { value: number | undefined; className?: string | undefined }) {
  return value === undefined ? <NumberSkeleton width="w-28" /> : <Diamonds amount={value} className={className} />;
}

function Count({ value }: { value: number | undefined }) {
  return value === undefined ? <NumberSkeleton width="w-10" /> : formatNumber(value);
}

function LiabilityTile({ liability }: { liability: Report['liability'] | undefined }) {
  const { reports: t } = useAdminText();
  const today = useToday();
  // `skinsWithdrawn` is the value of all skins if they were withdrawn, `skins` their value if they were sold back.
  const parts = [
    [t.balances, liability?.balances, `${pages.adminUsers}?sort=balance`],
    [t.skinsOwed, liability?.skinsWithdrawn, skinsPath({ from: today, to: today, players: 'people' })],
    [t.stakes, liability?.stakes, pages.adminGames],
  ] as const;
  return (
    <div className="surface p-4">
      <div className={clsx('flex flex-col', moneyClass)}>
        <p className="text-xs font-semibold text-fg-3">{t.liability}</p>
        <p className="mt-1.5 font-display text-h2 font-bold @max-lg:mt-0">
          <Amount value={liability?.total} />
        </p>
      </div>
      <dl className="mt-1.5 grid text-xs text-fg-2 tabular-nums">
        {parts.map(([label, amount, path]) => (
          <div key={label} className="flex min-h-6 items-center justify-between gap-2">
            <dt className="text-fg-3">{label}</dt>
            <dd>
              <Link to={path} className={quietLinkClass}>
                <Count value={amount} />
              </Link>
            </dd>
          </div>
        ))}
      </dl>
      {liability !== undefined && (
        <p className="mt-1 text-xs text-pretty text-fg-3">{t.skinsSoldBack(formatNumber(liability.skins))}</p>
      )}
      {liability !== undefined && liability.buyOrders > 0 && (
        <p className="mt-1 text-xs text-pretty text-fg-3">{t.buyOrders(formatNumber(liability.buyOrders))}</p>
      )}
    </div>
  );
}

function OnlineTile() {
  const { reports: t } = useAdminText();
  const count = useOnlineCount()?.count;
  return <Tile label={t.online}>{count === undefined ? '–' : formatNumber(count)}</Tile>;
}

// On narrow screens, puts the label and the amount on one line.
const moneyClass = '@max-lg:flex-row @max-lg:flex-wrap @max-lg:items-baseline @max-lg:justify-between @max-lg:gap-x-4';

type TileProps = {
  label: string;
  hint?: string;
  to?: string | undefined;
  isMoney?: boolean;
  className?: string;
  children: ReactNode;
};

function Tile({ label, hint, to, isMoney = false, className, children }: TileProps) {
  return (
    <div
      className={clsx(
        'relative flex min-w-0 flex-col surface p-4',
        to !== undefined && 'hover:bg-bg-2',
        isMoney && moneyClass,
        className,
      )}
    >
      <p className="text-xs font-semibold text-pretty text-fg-3">
        {to === undefined ? (
          label
        ) : (
          <Link to={to} className={clsx(quietLinkClass, 'after:absolute after:inset-0')}>
            {label}
          </Link>
        )}
      </p>
      <p className={clsx('mt-1.5 font-display text-h2 font-bold tabular-nums', isMoney && '@max-lg:mt-0')}>
        {children}
      </p>
      {hint !== undefined && <p className="mt-1 w-full text-xs text-pretty text-fg-3">{hint}</p>}
    </div>
  );
}
