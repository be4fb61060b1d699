import type { Alert } from '@karat/contract/reports';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { ChevronRight, CircleAlert, Info, ShieldCheck, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { formatNumber } from '#i18n/format.ts';
import { formatAdminTime } from '#ui/dates.ts';
import { QueryView } from '#ui/query-view.tsx';
import { SkeletonBlock, Skeleton } from '#ui/skeleton.tsx';
import { AsOf } from './as-of.tsx';
import { detailOf, sentenceOf } from './alert-words.ts';
import { alertsQuery } from './queries.ts';
import { useAdminText } from './words/admin-text.ts';

const levelStyles = {
  danger: { icon: CircleAlert, className: 'text-danger' },
  warn: { icon: TriangleAlert, className: 'text-warn' },
  info: { icon: Info, className: 'text-info' },
} as const;

/** A key of everything that identifies an alert, because a player may be lucky at two games, or list one skin at two prices. */
const keyOf = ({ kind, link, subject, users, play, price, since }: Alert): string =>
  [kind, link, subject, since, play?.game, price?.asked, ...users.map(({ id }) => id)].join(' ');

/** Alerts for staff, each with a link. */
export function AlertsPanel() {
  const { reports: t } = useAdminText();
  const query = useQuery(alertsQuery);
  return (
    <section aria-labelledby="alerts-title" className="mb-8">
      <h2 id="alerts-title" className="font-display text-h2 font-bold">
        {t.alerts}
        {query.data !== undefined && query.data.data.length > 0 && (
          <span className="ml-3 font-sans text-sm font-medium text-fg-3 tabular-nums">
            {formatNumber(query.data.data.length)}
          </span>
        )}
      </h2>
      <p className="mt-1 text-card text-fg-2">{t.alertsHint}</p>
      <AsOf at={query.data?.at} className="mt-1 mb-3" />
      <QueryView query={query} loading={<AlertSkeleton />} errorTitle={t.failed}>
        {({ data: alerts }) =>
          alerts.length === 0 ? (
            <p className="flex items-center gap-2.5 surface p-4 text-fg-2">
              <ShieldCheck size={20} aria-hidden className="text-success" />
              {t.noAlerts}
            </p>
          ) : (
            <ul className="surface divide-y divide-line">
              {alerts.map((alert) => (
                <AlertRow key={keyOf(alert)} alert={alert} />
              ))}
            </ul>
          )
        }
      </QueryView>
    </section>
  );
}

function AlertRow({ alert }: { alert: Alert }) {
  const { reports: t } = useAdminText();
  const { icon: Icon, className } = levelStyles[alert.level];
  const detail = detailOf(t, alert);
  return (
    <li className="relative flex items-start gap-3 px-4 py-3 hover:bg-bg-2">
      <Icon size={20} aria-hidden className={clsx('mt-px shrink-0', className)} />
      <div className="min-w-0 grow">
        <Link to={alert.link} className="font-semibold wrap-anywhere after:absolute after:inset-0">
          {sentenceOf(t, alert)}
        </Link>
        {detail !== '' && <p className="mt-0.5 text-card text-pretty wrap-anywhere text-fg-2">{detail}</p>}
        {alert.since !== null && (
          <p className="mt-0.5 text-xs text-fg-3">
            {t.since} <time dateTime={alert.since}>{formatAdminTime(alert.since)}</time>
          </p>
        )}
      </div>
      <ChevronRight size={18} aria-hidden className="mt-0.5 shrink-0 text-fg-3" />
    </li>
  );
}

function AlertSkeleton() {
  return (
    <Skeleton>
      <div className="grid gap-px overflow-hidden surface">
        {Array.from({ length: 3 }, (_, index) => (
          <SkeletonBlock key={index} className="h-16 rounded-none" />
        ))}
      </div>
    </Skeleton>
  );
}
