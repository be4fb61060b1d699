import { type BestOpening, getWonToday } from '@karat/contract/drops';
import { pages } from '@karat/contract/pages';
import { splitMarketName } from '@karat/rules/items';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link, generatePath } from 'react-router';
import { call } from '#core/api.ts';
import { useLiveEvent } from '#core/socket.ts';
import { formatNumber } from '#i18n/format.ts';
import { useText } from '#i18n/i18n.ts';
import { DiamondGlyph } from '#ui/diamonds.tsx';
import { ItemName } from '#ui/item-name.tsx';
import { ItemPicture } from '#ui/item-picture.tsx';
import { PlayerName, stackedNameLink } from '#ui/player-name.tsx';
import { rarityColors } from '#ui/rarity.ts';
import { SkeletonBlock, Skeleton } from '#ui/skeleton.tsx';
import { useDropsText } from './words/drops-text.ts';

/** Drops within this time cause one request; the server's answer is about as old. */
const REFETCH_MS = 20_000;
const ROWS = 4;

const wonTodayQuery = queryOptions({
  queryKey: ['won-today'],
  queryFn: ({ signal }) => call(getWonToday, undefined, { signal }),
});

/** The best openings of the day, what was paid beside what it was worth. Its height is that of four rows and the sentence. */
export function WonToday() {
  const t = useDropsText();
  const { data, isPending } = useQuery(wonTodayQuery);
  useRefetchAfterDrops();
  return (
    <section aria-labelledby="won-today" className="surface flex min-w-0 flex-col p-4 md:p-5">
      <div className="mb-2 flex min-h-9 items-center justify-between gap-3">
        <h2 id="won-today" className="font-display text-h2 font-bold">
          {t.today}
        </h2>
        <p aria-hidden className="text-card text-fg-2">
          {t.paidToWorth}
        </p>
      </div>
      <div className="flex min-h-56 grow flex-col">
        {isPending && <RowsSkeleton />}
        {!isPending && (data === undefined || data.data.length === 0) && (
          <p className="grid grow place-items-center text-center text-card text-pretty text-fg-2">
            {data === undefined ? t.todayFailed : t.todayEmpty}
          </p>
        )}
        {data !== undefined && data.data.length > 0 && (
          <ol className="divide-y divide-line">
            {data.data.map((best) => (
              <BestRow key={best.id} best={best} />
            ))}
          </ol>
        )}
      </div>
      <p className="flex min-h-9 items-end text-xs text-pretty text-fg-2">
        {data?.figures && t.todayFigures(data.figures.openings, data.figures.gains)}
      </p>
    </section>
  );
}

function BestRow({ best }: { best: BestOpening }) {
  const t = useDropsText();
  const { common } = useText();
  return (
    <li className="flex h-14 min-w-0 items-center gap-3" style={rarityColors(best.skinRarity)}>
      <span className="relative isolate shrink-0 overflow-hidden rounded-sm">
        <span aria-hidden className="rarity-glow" />
        <ItemPicture src={best.image} isSmall className="w-14" />
      </span>
      <span className="min-w-0 grow">
        <Link
          to={generatePath(pages.case, { caseName: best.caseName })}
          className="block truncate text-card leading-6 hover:underline"
        >
          <ItemName name={splitMarketName(best.market_hash_name).name} layout="inline" />
        </Link>
        <span className="flex min-w-0 items-center gap-1 text-xs text-fg-2">
          <PlayerName username={best.username} isSandbox={best.isSandbox} linkClass={stackedNameLink} />
          <span className="min-w-0 truncate max-sm:hidden">· {best.caseName}</span>
        </span>
      </span>
      <span className="shrink-0 text-right tabular-nums">
        <span className="sr-only">
          {t.paid(common.diamonds(best.paid))}, {t.worth(common.diamonds(best.worth))}
        </span>
        <span aria-hidden className="block text-xs text-fg-2">
          {formatNumber(best.paid)}
        </span>
        <span aria-hidden className="inline-flex items-center gap-1 text-card font-bold">
          <DiamondGlyph size={14} className="text-primary" />
          {formatNumber(best.worth)}
        </span>
      </span>
    </li>
  );
}

function RowsSkeleton() {
  return (
    <Skeleton>
      {Array.from({ length: ROWS }, (_, index) => (
        <div key={index} className="flex h-14 items-center gap-3">
          <SkeletonBlock className="h-10.5 w-14" />
          <SkeletonBlock className="h-4 grow" />
        </div>
      ))}
    </Skeleton>
  );
}

function useRefetchAfterDrops(): void {
  const queryClient = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const refetchLater = () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void queryClient.invalidateQueries({ queryKey: wonTodayQuery.queryKey });
    }, REFETCH_MS);
  };
  useLiveEvent('LIVE_DROP', refetchLater, refetchLater);
  useEffect(() => () => clearTimeout(timer.current), []);
}
