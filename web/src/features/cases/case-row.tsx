import type { ListedCase } from '@karat/contract/cases';
import { pages } from '@karat/contract/pages';
import { shownPrice } from '@karat/rules/cases';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { ChevronRight } from 'lucide-react';
import { Link, generatePath } from 'react-router';
import { useText } from '#i18n/i18n.ts';
import { Diamonds } from '#ui/diamonds.tsx';
import { ItemPicture } from '#ui/item-picture.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { SkeletonBlock, Skeleton } from '#ui/skeleton.tsx';
import { WhenNear } from '#ui/when-near.tsx';
import { casesQuery } from './cases.ts';
import { StartMark } from './start-mark.tsx';
import { useCasesText } from './words/cases-text.ts';

const SHOWN_MAX = 6;

const cheapestFirst = casesQuery({ page: 1, search: '', sort: 'lowest', minPrice: undefined, maxPrice: undefined });

/** Some of a sorted list, spread evenly over all of it: always with the first and the last. */
function spread<Entry>(entries: readonly Entry[], count: number): Entry[] {
  if (entries.length <= count) return [...entries];
  return Array.from(
    { length: count },
    (_, index) => entries[Math.round((index * (entries.length - 1)) / (count - 1))]!,
  );
}

/** The cheapest case that can be opened; undefined until loaded. */
export function useCheapestCase(): ListedCase | undefined {
  return useQuery(cheapestFirst).data?.data.find(({ isPaused }) => !isPaused);
}

/** Six cases from cheap to expensive. `isNew` marks the cheapest as the one to start with. */
export function CaseRow({ isNew }: { isNew: boolean }) {
  const t = useText();
  const words = useCasesText();
  const query = useQuery(cheapestFirst);
  const total = query.data?.pagination.totalResults;
  return (
    <section aria-labelledby="home-cases" className="home-section far-off @container">
      <div className="mb-3 flex min-h-9 items-center justify-between gap-3">
        <div className="flex min-w-0 items-baseline gap-3">
          <h2 id="home-cases" className="font-display text-h2 font-bold">
            {t.cases.title}
          </h2>
          <p className="truncate text-card text-fg-2 max-md:hidden">{words.rowLead}</p>
        </div>
        <Link to={pages.cases} className="home-link">
          {total === undefined ? words.showAll : words.allOf(total)}
          <ChevronRight size={16} aria-hidden />
        </Link>
      </div>
      <WhenNear placeholder={<RowSkeleton />}>
        <QueryView query={query} loading={<RowSkeleton />} isDeferred>
          {({ data }) => <Cards cases={data.filter(({ isPaused }) => !isPaused)} isNew={isNew} />}
        </QueryView>
      </WhenNear>
    </section>
  );
}

const rowClass =
  '-mx-3 flex gap-3 overflow-x-auto scrollbar-none px-3 pt-3 pb-1 @2xl:mx-0 @2xl:grid @2xl:grid-cols-6 @2xl:overflow-visible @2xl:px-0';
const cellClass = 'w-33 shrink-0 @2xl:w-auto @2xl:min-w-0';

function Cards({ cases, isNew }: { cases: readonly ListedCase[]; isNew: boolean }) {
  const t = useCasesText();
  if (cases.length === 0) return <p className="surface grid min-h-40 place-items-center p-4 text-fg-2">{t.empty}</p>;
  return (
    <ul className={rowClass}>
      {spread(cases, SHOWN_MAX).map((caseInfo, index) => (
        <li key={caseInfo.id} className={cellClass}>
          <SmallCard caseInfo={caseInfo} isFirst={isNew && index === 0} />
        </li>
      ))}
    </ul>
  );
}

function SmallCard({ caseInfo, isFirst }: { caseInfo: ListedCase; isFirst: boolean }) {
  return (
    <Link
      to={generatePath(pages.case, { caseName: caseInfo.name })}
      className={clsx(
        'motion-lift relative flex h-full flex-col surface p-3 transition-colors duration-140 hover:border-primary/40',
        isFirst && 'border-primary/70',
      )}
    >
      {isFirst && <StartMark />}
      <ItemPicture src={caseInfo.image} sizes="132px" className="w-full" />
      {/* One line, because the skeleton has one. */}
      <span className="-mx-2.5 mt-1.5 truncate text-center font-display text-sm/5 font-bold md:max-lg:text-xs/5">
        {caseInfo.name}
      </span>
      <Diamonds amount={shownPrice(caseInfo.price)} className="mt-0.5 justify-center text-card" />
    </Link>
  );
}

/** Each block is as high as a card: its picture, and the lines below it. */
function RowSkeleton() {
  return (
    <Skeleton>
      <div className={rowClass}>
        {Array.from({ length: SHOWN_MAX }, (_, index) => (
          <SkeletonBlock key={index} className={clsx('box-content aspect-4/3 rounded-lg pb-[53px]', cellClass)} />
        ))}
      </div>
    </Skeleton>
  );
}
