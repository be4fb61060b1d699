import { fillPath } from '@karat/contract/endpoint';
import { pages } from '@karat/contract/pages';
import type { Statistics } from '@karat/contract/profile';
import { splitMarketName } from '@karat/rules/items';
import { useQuery } from '@tanstack/react-query';
import {
  CircleDollarSign,
  HandCoins,
  type LucideIcon,
  PackageOpen,
  Sparkles,
  Target,
  TrendingDown,
  Trophy,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useReveals } from '#core/reveals.ts';
import { formatNumber } from '#i18n/format.ts';
import { useText } from '#i18n/i18n.ts';
import { Badge } from '#ui/badge.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { formatDay } from '#ui/dates.ts';
import { Diamonds } from '#ui/diamonds.tsx';
import { ItemCard } from '#ui/item-card.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { SkeletonBlock, Skeleton } from '#ui/skeleton.tsx';
import { statisticsQuery } from './queries.ts';
import { useProfileText } from './words/profile-text.ts';

/** The player's statistics. Not fetched while a spin runs, because they would reveal its result. */
export function StatisticsPanel() {
  const t = useText();
  const words = useProfileText();
  const isSecret = useReveals(({ isRolling, hiddenRolls }) => isRolling || hiddenRolls.size > 0);
  const query = useQuery({ ...statisticsQuery, enabled: !isSecret });
  return (
    <section aria-labelledby="statistics" className="@container">
      <div className="mb-3 flex flex-wrap items-baseline gap-x-3">
        <h2 id="statistics" className="font-display text-h2 font-bold">
          {words.statistics.title}
        </h2>
        {query.data && (
          <p className="text-fg-3">{words.statistics.memberSince(formatDay(query.data.memberSince, t.locale))}</p>
        )}
      </div>
      <QueryView query={query} loading={<StatisticsSkeleton />}>
        {(statistics) => (
          <div className={gridClass}>
            <Tiles statistics={statistics} />
            <BestDrop drop={statistics.bestDrop} />
          </div>
        )}
      </QueryView>
    </section>
  );
}

const gridClass = 'grid gap-3 @2xl:grid-cols-[minmax(0,1fr)_13rem]';

function Tiles({ statistics }: { statistics: Statistics }) {
  const { statistics: t } = useProfileText();
  const { casesOpened, wagered, won, lost, itemsSold, missionsClaimed, missionRewards } = statistics;
  return (
    <dl className="grid grid-cols-2 gap-3 @md:grid-cols-3">
      <Tile icon={PackageOpen} label={t.casesOpened}>
        {formatNumber(casesOpened)}
      </Tile>
      <Tile icon={CircleDollarSign} label={t.wagered}>
        <Amount value={wagered} />
      </Tile>
      <Tile icon={Trophy} label={t.won} hint={t.wonHint}>
        <Amount value={won} />
      </Tile>
      <Tile icon={TrendingDown} label={t.lost} hint={t.lostHint}>
        <Amount value={lost} />
      </Tile>
      <Tile icon={HandCoins} label={t.itemsSold}>
        {formatNumber(itemsSold)}
      </Tile>
      <Tile
        icon={Target}
        label={t.missions}
        hint={missionsClaimed > 0 ? t.rewards(formatNumber(missionRewards)) : undefined}
      >
        {formatNumber(missionsClaimed)}
      </Tile>
    </dl>
  );
}

type TileProps = { icon: LucideIcon; label: string; hint?: string | undefined; children: ReactNode };

function Tile({ icon: Icon, label, hint, children }: TileProps) {
  return (
    <div className="surface p-3.5 @2xl:p-4">
      <dt className="flex items-start justify-between gap-2 text-xs font-medium text-fg-3">
        {label}
        <Icon aria-hidden size={18} strokeWidth={1.75} className="shrink-0 text-fg-3" />
      </dt>
      <dd className="mt-1 font-display text-h2 font-bold tabular-nums">
        {children}
        {hint !== undefined && <p className="mt-1 font-sans text-2xs font-normal text-pretty text-fg-3">{hint}</p>}
      </dd>
    </div>
  );
}

function Amount({ value }: { value: number }) {
  return <Diamonds amount={value} className="font-bold!" />;
}

/** The best drop, linked to its roll. */
function BestDrop({ drop }: { drop: Statistics['bestDrop'] }) {
  const { statistics: t } = useProfileText();
  if (drop === null) {
    return (
      <div className="flex flex-col items-center justify-center gap-3 surface p-5 text-center">
        <Sparkles aria-hidden size={28} strokeWidth={1.5} className="text-primary" />
        <p className="text-pretty text-fg-2">{t.noDrop}</p>
        <ButtonLink to={pages.cases} size="dense">
          {t.toCases}
        </ButtonLink>
      </div>
    );
  }
  const { name, exterior } = splitMarketName(drop.market_hash_name);
  return (
    <Link
      to={fillPath(pages.roll, { rollId: drop.id })}
      className="rounded-lg transition-[filter] duration-140 hover:brightness-110"
    >
      <ItemCard
        name={name}
        exterior={exterior}
        rarity={drop.skinRarity}
        image={drop.image}
        isEager
        corner={<Badge tone="primary">{t.bestDrop}</Badge>}
      >
        <span className="flex flex-wrap items-center justify-between gap-x-2">
          <Diamonds amount={drop.price} />
          <bdi className="text-xs text-fg-3">{t.bestDropFrom(drop.caseName)}</bdi>
        </span>
      </ItemCard>
    </Link>
  );
}

const SKELETON_KEYS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

function StatisticsSkeleton() {
  return (
    <Skeleton>
      <div className={gridClass}>
        <div className="grid grid-cols-2 gap-3 @md:grid-cols-3">
          {SKELETON_KEYS.map((bone) => (
            <SkeletonBlock key={bone} className="h-full min-h-24 rounded-lg" />
          ))}
        </div>
        <SkeletonBlock className="h-66 rounded-lg" />
      </div>
    </Skeleton>
  );
}
