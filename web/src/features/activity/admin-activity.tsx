import { ACTIVITY_KINDS } from '@karat/contract/activity';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useText } from '#i18n/i18n.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { ChoiceMenu } from '#ui/choice-menu.tsx';
import { DayField } from '#ui/day-field.tsx';
import { addDays, useToday } from '#ui/days.ts';
import { Dimmed } from '#ui/dimmed.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { useUrlParams } from '#ui/url-params.ts';
import { BalanceChangePanel } from './admin-balance-change.tsx';
import { type ActivityFilter, activityFilterOf, activityQuery, isFiltered, summedDaysOf } from './admin-queries.ts';
import { ActivityRow } from './admin-activity-row.tsx';
import { ActivitySkeleton } from './admin-activity-skeleton.tsx';
import { useAdminText } from './words/admin-text.ts';

const ANY = 'any';
const HASH = 'activity';

/** Scrolls to the heading if a link leads to it: the section loads after the page. */
function useLinkedHeading() {
  // Another object after each navigation, also to the same address.
  const location = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (location.hash === `#${HASH}`) heading.current?.scrollIntoView();
  }, [location]);
  return heading;
}

/** What a player did, and what staff did with the player: newest first, by kind and day. */
export function UserActivity({ id }: { id: number }) {
  const words = useAdminText();
  const urlParams = useUrlParams();
  const filter = activityFilterOf(urlParams.params);
  const query = useQuery(activityQuery(id, filter));
  const days = summedDaysOf(filter);
  const heading = useLinkedHeading();
  return (
    <section aria-labelledby={HASH} className="@container min-w-0">
      <h2 ref={heading} id={HASH} className="mb-3 scroll-mt-24 font-display text-h2 font-bold">
        {words.title}
      </h2>
      <Filters filter={filter} urlParams={urlParams} />
      {days !== undefined && <BalanceChangePanel id={id} days={days} />}
      <QueryView query={query} loading={<ActivitySkeleton />} errorTitle={words.failed}>
        {({ data, next }) => (
          <Dimmed isOld={query.isPlaceholderData}>
            {data.length === 0 ? (
              <p className="surface p-4 text-fg-2">{isFiltered(filter) ? words.noneFound : words.none}</p>
            ) : (
              <ul aria-label={words.title} className="divide-y divide-line overflow-hidden surface">
                {data.map((row) => (
                  <ActivityRow key={`${row.source}:${row.id}:${row.createdAt}`} row={row} />
                ))}
              </ul>
            )}
            <Pager isFirst={filter.cursor === undefined} next={next} urlParams={urlParams} />
          </Dimmed>
        )}
      </QueryView>
    </section>
  );
}

type PagerProps = { isFirst: boolean; next: string | null; urlParams: ReturnType<typeof useUrlParams> };

function Pager({ isFirst, next, urlParams }: PagerProps) {
  const words = useAdminText();
  if (isFirst && next === null) return null;
  return (
    <nav aria-label={words.pagesLabel} className="mt-3 flex flex-wrap justify-between gap-2">
      {!isFirst && <ButtonLink to={`${urlParams.to({})}#${HASH}`}>{words.newest}</ButtonLink>}
      {next !== null && (
        <ButtonLink to={`${urlParams.to({ page: next })}#${HASH}`} className="ml-auto">
          {words.older}
        </ButtonLink>
      )}
    </nav>
  );
}

type FilterProps = { filter: ActivityFilter; urlParams: ReturnType<typeof useUrlParams> };

function Filters({ filter: { kind, from, to }, urlParams }: FilterProps) {
  const t = useText();
  const words = useAdminText();
  const today = useToday();
  const yesterday = addDays(today, -1);
  const isYesterday = from === yesterday && to === yesterday;
  return (
    <div
      role="group"
      aria-label={words.filtersLabel}
      className="mb-3 grid grid-cols-2 items-end gap-x-2 gap-y-3 sm:flex sm:flex-wrap"
    >
      <div className="col-span-2 grid sm:w-56">
        <ChoiceMenu
          label={words.kind}
          value={kind ?? ANY}
          choices={[
            { value: ANY, label: t.stock.any },
            ...ACTIVITY_KINDS.map((value) => ({ value, label: words.kinds[value] })),
          ]}
          isActive={kind !== undefined}
          onChoose={(chosen) => urlParams.go({ kind: chosen === ANY ? undefined : chosen })}
        />
      </div>
      <DayField label={words.from} name="from" value={from} urlParams={urlParams} max={to ?? today} />
      <DayField label={words.to} name="to" value={to} urlParams={urlParams} min={from} max={today} />
      <Button
        aria-pressed={isYesterday}
        className="max-sm:col-span-2"
        onClick={() =>
          urlParams.go(isYesterday ? { from: undefined, to: undefined } : { from: yesterday, to: yesterday })
        }
      >
        {words.yesterday}
      </Button>
    </div>
  );
}
