import { useQuery } from '@tanstack/react-query';
import { RefreshCw, ScrollText, SearchX } from 'lucide-react';
import { useText } from '#i18n/i18n.ts';
import { useUrlParams, useDebouncedSearch } from '#ui/url-params.ts';
import { DayPicker } from '#ui/admin-day-picker.tsx';
import { Button } from '#ui/button.tsx';
import { useToday } from '#ui/days.ts';
import { Dimmed } from '#ui/dimmed.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { PagerBar } from '#ui/pager-bar.tsx';
import { SandboxChip } from '#ui/player-name.tsx';
import { RedirectToLastPage } from '#ui/redirect-to-last-page.tsx';
import { SearchBox } from '#ui/search-box.tsx';
import { SkeletonBlock, Skeleton } from '#ui/skeleton.tsx';
import { EmptyView } from '#ui/views.tsx';
import { logsQuery, logsFilterOf } from './queries.ts';
import { useAdminText } from './words/admin-text.ts';

/** Staff actions and notable events, one day at a time. */
export function AdminLogsTab() {
  const t = useText();
  const words = useAdminText();
  const urlParams = useUrlParams();
  const today = useToday();
  const filter = logsFilterOf(urlParams.params, today);
  const searchBox = useDebouncedSearch(filter.search, (text) => urlParams.replace({ search: text }));
  const query = useQuery(logsQuery(filter));
  return (
    <>
      <PageHeading title={t.admin.logs}>
        <Button
          isPending={query.isFetching}
          icon={<RefreshCw size={18} aria-hidden />}
          onClick={() => void query.refetch()}
        >
          {words.logs.refresh}
        </Button>
      </PageHeading>
      <div className="mb-4 flex flex-wrap gap-3">
        <DayPicker
          date={filter.date}
          today={today}
          onChoose={(date) => urlParams.go({ date: date === today ? undefined : date })}
        />
        <div className="min-w-0 grow basis-60 sm:max-w-md">
          <SearchBox
            label={words.logs.search}
            value={searchBox.text}
            onChange={searchBox.setText}
            onSubmit={searchBox.searchNow}
          />
        </div>
      </div>
      <QueryView query={query} loading={<LineSkeleton />} errorTitle={words.logs.failed}>
        {({ data, pagination }) =>
          data.length > 0 ? (
            <Dimmed isOld={query.isPlaceholderData}>
              <p className="mb-2 text-xs text-fg-3">{words.logs.found(pagination.totalResults)}</p>
              <ol aria-label={words.logs.listLabel} className="surface divide-y divide-line/60">
                {data.map((line, index) => (
                  // oxlint-disable-next-line react/no-array-index-key -- lines have no id, and two may be equal
                  <LogLine key={index} line={line} />
                ))}
              </ol>
              <PagerBar pagination={pagination} toPage={(page) => urlParams.to({ page })} />
            </Dimmed>
          ) : pagination.totalResults > 0 ? (
            <RedirectToLastPage pagination={pagination} />
          ) : filter.search === '' ? (
            <EmptyView icon={ScrollText} title={words.logs.none} text={words.logs.noneHint} />
          ) : (
            <EmptyView icon={SearchX} title={words.logs.noneFound} text={words.logs.noneFoundHint} />
          )
        }
      </QueryView>
    </>
  );
}

function LineSkeleton() {
  return (
    <Skeleton>
      <div className="surface space-y-3 p-4">
        {['w-4/5', 'w-3/5', 'w-11/12', 'w-2/3', 'w-3/4', 'w-1/2'].map((width) => (
          <SkeletonBlock key={width} className={`h-4 ${width}`} />
        ))}
      </div>
    </Skeleton>
  );
}

/** Time, actor, action; the rest is shown as it is. A line in another format is shown whole. */
const LINE = /^(\d\d:\d\d:\d\d) ([^\s#]+)(#\d+)?( \(sandbox\))? (\S+)(.*)$/su;

function LogLine({ line }: { line: string }) {
  const [, time, who, number, sandbox, action, rest] = LINE.exec(line) ?? [];
  return (
    <li className="px-3 py-2 font-mono text-xs leading-5 wrap-anywhere sm:flex sm:px-4 sm:py-1.5">
      {time === undefined ? (
        <span className="text-fg-2">{line}</span>
      ) : (
        <>
          <time className="mr-3 shrink-0 text-fg-3">{time}</time>
          <span className="min-w-0 text-fg-2">
            <bdi className="font-semibold text-fg">{who}</bdi>
            {number !== undefined && <span className="text-fg-3">{number}</span>}
            {sandbox !== undefined && (
              <>
                {' '}
                <SandboxChip />
              </>
            )}{' '}
            <span className="text-primary">{action}</span>
            {rest}
          </span>
        </>
      )}
    </li>
  );
}
