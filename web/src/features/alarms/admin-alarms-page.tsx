import { type Alarm, type AlarmKind, testAlarms } from '@karat/contract/alarms';
import { pages } from '@karat/contract/pages';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { BellRing, Send } from 'lucide-react';
import { generatePath, Link } from 'react-router';
import { call } from '#core/api.ts';
import { useText } from '#i18n/i18n.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { quietLinkClass } from '#ui/link-class.ts';
import { PageHeading } from '#ui/page-heading.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { showError } from '#ui/show-error.ts';
import { TableTime } from '#ui/time.tsx';
import { showToast } from '#ui/toast.ts';
import { EmptyView } from '#ui/views.tsx';
import { alarmsQuery } from './admin-queries.ts';
import { useAdminText } from './words/admin-text.ts';

type Delivery = Alarm['deliveries'][number];

/** What the site told its operator, and whether it arrived. */
export function AdminAlarmsPage() {
  const t = useText();
  const words = useAdminText();
  const query = useQuery(alarmsQuery);
  return (
    <>
      <PageHeading title={t.admin.alarms} lead={words.lead}>
        {query.data !== undefined && query.data.destinations.length > 0 && <TestButton />}
      </PageHeading>
      <QueryView query={query} errorTitle={words.failed}>
        {({ data, destinations }) => (
          <div className="space-y-4">
            <Destinations destinations={destinations} />
            {data.length === 0 ? (
              <EmptyView icon={BellRing} title={words.none} text={words.noneHint} />
            ) : (
              <ul aria-label={words.listLabel} className="surface divide-y divide-line">
                {data.map((alarm) => (
                  <AlarmRow key={alarm.id} alarm={alarm} />
                ))}
              </ul>
            )}
          </div>
        )}
      </QueryView>
    </>
  );
}

function TestButton() {
  const t = useText();
  const words = useAdminText();
  const queryClient = useQueryClient();
  const sending = useMutation({
    mutationFn: () => call(testAlarms),
    onSuccess: () => showToast('success', words.tested),
    onError: (error) => showError(t, error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: alarmsQuery.queryKey }),
  });
  return (
    <Button isPending={sending.isPending} icon={<Send size={18} aria-hidden />} onClick={() => sending.mutate()}>
      {words.test}
    </Button>
  );
}

function Destinations({ destinations }: { destinations: readonly string[] }) {
  const words = useAdminText();
  if (destinations.length === 0) {
    return (
      <div className="surface px-4 py-3">
        <p className="font-semibold">{words.noDestinations}</p>
        <p className="text-card text-pretty wrap-anywhere text-fg-2">{words.noDestinationsHint}</p>
      </div>
    );
  }
  return (
    <dl className="surface px-4 py-3 text-card">
      <dt className="text-fg-3">{words.destinations}</dt>
      {destinations.map((destination) => (
        <dd key={destination} className="font-semibold wrap-anywhere">
          {destination}
        </dd>
      ))}
    </dl>
  );
}

/** Where staff deal with what an alarm is about. */
function pageOf({ kind, subject }: Alarm): string | undefined {
  const id = subject.split(':')[1];
  const paths: Readonly<Partial<Record<AlarmKind, string>>> = {
    tradeReversed: pages.adminTrades,
    approvalNeeded: pages.adminTrades,
    unlikelyDrops: pages.adminCases,
    pricesFailed: pages.adminPrices,
    serverLost: pages.adminServer,
    ...(id !== undefined && { roleChanged: generatePath(pages.adminUser, { userId: id }) }),
  };
  return paths[kind];
}

function AlarmRow({ alarm }: { alarm: Alarm }) {
  const words = useAdminText();
  const path = pageOf(alarm);
  const kind = words.kinds[alarm.kind];
  return (
    <li className="grid gap-x-6 gap-y-2 px-4 py-3 @2xl:grid-cols-[minmax(0,1fr)_minmax(0,18rem)]">
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-2">
          {path === undefined ? (
            <span className="font-semibold">{kind}</span>
          ) : (
            <Link to={path} className={`font-semibold ${quietLinkClass}`}>
              {kind}
            </Link>
          )}
          <span className="text-xs text-fg-3">
            <TableTime iso={alarm.createdAt} />
          </span>
        </p>
        <p lang="en" className="text-card text-pretty wrap-anywhere text-fg-2">
          {alarm.text}
        </p>
      </div>
      {alarm.deliveries.length > 0 && (
        <ul aria-label={words.deliveries} className="space-y-1.5">
          {alarm.deliveries.map((delivery) => (
            <DeliveryRow key={delivery.destination} delivery={delivery} />
          ))}
        </ul>
      )}
    </li>
  );
}

const TONES = { waiting: 'warn', sent: 'success', failed: 'danger' } as const;

function DeliveryRow({ delivery: { destination, state, attempts, failure } }: { delivery: Delivery }) {
  const words = useAdminText();
  const details = [...(failure === null ? [] : [failure]), ...(attempts > 1 ? [words.attempt(attempts)] : [])];
  return (
    <li className="flex items-start justify-between gap-3 text-xs">
      <span className="min-w-0 leading-6 wrap-anywhere">
        {destination}
        {details.length > 0 && <span className="block leading-4 text-fg-3">{details.join(' · ')}</span>}
      </span>
      <Badge tone={TONES[state]}>{words.states[state]}</Badge>
    </li>
  );
}
