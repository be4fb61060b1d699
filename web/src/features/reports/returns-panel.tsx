import { fillPath } from '@karat/contract/endpoint';
import { pages } from '@karat/contract/pages';
import type { GameReturn } from '@karat/contract/reports';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { Badge } from '#ui/badge.tsx';
import { textLinkClass } from '#ui/link-class.ts';
import { QueryView } from '#ui/query-view.tsx';
import { SkeletonBlock, Skeleton } from '#ui/skeleton.tsx';
import { usePercent } from '#ui/use-percent.ts';
import { AsOf } from './as-of.tsx';
import { type Range, returnsQuery } from './queries.ts';
import { useAdminText } from './words/admin-text.ts';

const tones = { too_few: 'neutral', fits: 'success', outside: 'danger' } as const satisfies Record<
  GameReturn['verdict'],
  ComponentProps<typeof Badge>['tone']
>;

/** Actual against expected payouts of roulette and each case. */
export function ReturnsPanel({ range }: { range: Range }) {
  const { reports: t } = useAdminText();
  const query = useQuery(returnsQuery(range));
  return (
    <section aria-labelledby="returns-title" className="mb-8">
      <h2 id="returns-title" className="font-display text-h2 font-bold">
        {t.returns}
      </h2>
      <p className="mt-1 max-w-2xl text-card text-pretty text-fg-2">{t.returnsHint}</p>
      <AsOf at={query.data?.at} className="mt-1 mb-3" />
      <QueryView query={query} loading={<ReturnSkeleton />} errorTitle={t.failed}>
        {({ data: games }) => {
          const played = games.filter((each) => each.games > 0);
          return played.length === 0 ? (
            <p className="surface p-4 text-fg-2">{t.noReturns}</p>
          ) : (
            <ul className="surface divide-y divide-line">
              {played.map((each) => (
                <ReturnRow key={`${each.game} ${each.name}`} game={each} />
              ))}
            </ul>
          );
        }}
      </QueryView>
    </section>
  );
}

function ReturnRow({ game }: { game: GameReturn }) {
  const { reports: t } = useAdminText();
  const formatPercent = usePercent();
  const percent = (part: number): string => formatPercent(part * 100);
  const { name, games, actual, theoretical, near, verdict, houseEdge, withdrawalEdge } = game;
  return (
    <li className="grid items-center gap-x-5 gap-y-2 px-4 py-3 @xl:grid-cols-[minmax(0,9rem)_minmax(0,1fr)_10rem]">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">
          {game.game === 'roulette' ? (
            <Link to={pages.adminGames} className={textLinkClass}>
              {t.roulette}
            </Link>
          ) : (
            <Link to={fillPath(pages.caseOdds, { caseName: name })} className={textLinkClass}>
              {name}
            </Link>
          )}
        </p>
        <p className="text-xs text-fg-3 tabular-nums">{t.gamesPlayed(games)}</p>
      </div>
      <div className="min-w-0">
        <BandTrack game={game} />
        <p className="mt-0.5 flex flex-wrap gap-x-4 text-xs text-fg-2 tabular-nums">
          <span>{t.ofTheory(percent(actual), percent(theoretical))}</span>
          {near !== null && <span className="text-fg-3">{t.band(percent(near.low), percent(near.high))}</span>}
          {houseEdge !== null && withdrawalEdge !== null && (
            <span className={withdrawalEdge < 0 ? 'text-warn' : 'text-fg-3'}>
              {t.edges(formatPercent(houseEdge), formatPercent(withdrawalEdge))}
            </span>
          )}
        </p>
      </div>
      <div className="@xl:justify-self-end">
        <Badge tone={tones[verdict]}>{t.verdicts[verdict]}</Badge>
      </div>
    </li>
  );
}

/** Margin on both sides of the shown range, as a fraction of it. */
const MARGIN = 0.12;

/** Two bands around the expected payout, and a dot at the actual one. */
function BandTrack({ game: { actual, theoretical, near, far, verdict } }: { game: GameReturn }) {
  const all = [actual, theoretical, ...(far === null ? [theoretical * 0.5, theoretical * 1.5] : [far.low, far.high])];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const room = Math.max((high - low) * MARGIN, 0.001);
  const place = (value: number) => `${((value - low + room) / (high - low + 2 * room)) * 100}%`;
  const bandOf = (band: { low: number; high: number }) => ({
    left: place(band.low),
    width: `calc(${place(band.high)} - ${place(band.low)})`,
  });
  return (
    <span aria-hidden className="relative block h-6 w-full">
      <span className="absolute inset-x-0 top-1/2 h-0.5 -translate-y-1/2 rounded-full bg-bg-3" />
      {far !== null && (
        <span className="absolute top-1/2 h-2.5 -translate-y-1/2 rounded-full bg-[#26314a]" style={bandOf(far)} />
      )}
      {near !== null && (
        <span className="absolute top-1/2 h-2.5 -translate-y-1/2 rounded-full bg-[#4a5f8c]" style={bandOf(near)} />
      )}
      <span
        className="absolute top-1/2 h-4.5 w-0.5 -translate-1/2 rounded-full bg-fg-2"
        style={{ left: place(theoretical) }}
      />
      <span
        className={clsx(
          'absolute top-1/2 size-3 -translate-1/2 rounded-full ring-2 ring-bg-1',
          verdict === 'outside' ? 'bg-danger' : verdict === 'fits' ? 'bg-primary' : 'bg-fg-3',
        )}
        style={{ left: place(actual) }}
      />
    </span>
  );
}

function ReturnSkeleton() {
  return (
    <Skeleton>
      <div className="grid gap-px overflow-hidden surface">
        {Array.from({ length: 5 }, (_, index) => (
          <SkeletonBlock key={index} className="h-30 rounded-none @xl:h-17" />
        ))}
      </div>
    </Skeleton>
  );
}
