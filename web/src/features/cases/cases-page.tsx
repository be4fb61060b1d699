import { CASE_SORTS, type CaseSort } from '@karat/contract/cases';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { ArrowDownWideNarrow, Box, SearchX } from 'lucide-react';
import { useDrops } from '#app/live.ts';
import { useText } from '#i18n/i18n.ts';
import type { Catalogue } from '#i18n/mixed.ts';
import { useAddress, useTypedSearch } from '#ui/address.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { DropFeed } from '#ui/drop-feed.tsx';
import { Loaded } from '#ui/loaded.tsx';
import { Menu, MenuChoices } from '#ui/menu.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { PagerBar } from '#ui/pager-bar.tsx';
import { SearchBox } from '#ui/search-box.tsx';
import { Bone, Skeleton, useDelayed } from '#ui/skeleton.tsx';
import { EmptyView } from '#ui/views.tsx';
import { CaseCard } from './case-card.tsx';
import { SORT_DEFAULT, caseFilterOf, casesQuery } from './queries.ts';

/** As many as the first row of the widest grid: they are seen before anything is scrolled. */
const FIRST_ROW = 6;
const gridClass = 'grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-4 2xl:grid-cols-6';

export function CasesPage() {
  const t = useText();
  return (
    <>
      <DropFeed drops={useDrops()} />
      <PageHeading title={t.cases.title}>
        <Filters />
      </PageHeading>
      <CaseGrid />
    </>
  );
}

function Filters() {
  const t = useText();
  const { params, go, replace } = useAddress();
  const { search, sort } = caseFilterOf(params);
  const { text, setText, askNow } = useTypedSearch(search, (asked) => replace({ search: asked }));
  const choices = CASE_SORTS.map((value) => ({ value, label: sortLabels(t)[value] }));
  return (
    <div className="flex w-full flex-wrap gap-2 sm:w-auto">
      <div className="min-w-40 grow sm:w-64 sm:grow-0">
        <SearchBox label={t.cases.searchPlaceholder} value={text} onChange={setText} onSubmit={askNow} />
      </div>
      <Button onClick={askNow}>{t.common.search}</Button>
      <Menu
        trigger={
          <Button
            icon={<ArrowDownWideNarrow size={18} aria-hidden />}
            aria-label={`${t.sort.label}: ${sortLabels(t)[sort]}`}
            className="max-sm:grow"
          >
            {sortLabels(t)[sort]}
          </Button>
        }
      >
        <MenuChoices
          value={sort}
          choices={choices}
          onChoose={(chosen) => go({ sort: chosen === SORT_DEFAULT ? undefined : chosen })}
        />
      </Menu>
    </div>
  );
}

const sortLabels = ({ sort }: Catalogue): Readonly<Record<CaseSort, string>> => ({
  highest: sort.highestPrice,
  lowest: sort.lowestPrice,
  newest: sort.newest,
  oldest: sort.oldest,
});

function CaseGrid() {
  const { params, to } = useAddress();
  const filter = caseFilterOf(params);
  const query = useQuery(casesQuery(filter));
  return (
    <Loaded query={query} waiting={<WaitingGrid />}>
      {({ data, pagination }) =>
        data.length === 0 ? (
          <NoCases search={filter.search} />
        ) : (
          <>
            <ul
              className={clsx(gridClass, 'transition-opacity duration-140', query.isPlaceholderData && 'opacity-55')}
              aria-busy={query.isPlaceholderData}
            >
              {data.map((box, at) => (
                <li key={box.id}>
                  <CaseCard box={box} isEager={at < FIRST_ROW} />
                </li>
              ))}
            </ul>
            <PagerBar pagination={pagination} toPage={(page) => to({ page })} />
          </>
        )
      }
    </Loaded>
  );
}

function WaitingGrid() {
  const isShown = useDelayed();
  return (
    <Skeleton>
      <div className={clsx(gridClass, !isShown && 'invisible')}>
        {Array.from({ length: 12 }, (_, at) => (
          <div key={at} className="surface p-3 md:p-4">
            <Bone className="mx-auto aspect-4/3 w-full max-w-60 rounded-md" />
            <Bone className="mx-auto mt-2 h-6 w-2/3" />
            <Bone className="mt-2 h-9 rounded-full" />
          </div>
        ))}
      </div>
    </Skeleton>
  );
}

function NoCases({ search }: { search: string }) {
  const t = useText();
  const { to, params } = useAddress();
  if (search === '' && params.get('page') === null) {
    return (
      <EmptyView icon={Box} title={t.cases.empty} text={t.cases.emptyHint}>
        <ButtonLink to="/">{t.menu.duels}</ButtonLink>
      </EmptyView>
    );
  }
  const title = search === '' ? t.cases.empty : t.openings.noneFound(search);
  return (
    <EmptyView icon={SearchX} title={title} text={t.openings.noneFoundHint}>
      <ButtonLink to={to({ search: undefined })}>{t.openings.showAll}</ButtonLink>
    </EmptyView>
  );
}
