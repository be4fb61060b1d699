import clsx from 'clsx';
import { Suspense } from 'react';
import { siteSettings } from '#core/site.ts';
import { CaseRow, useCheapestCase } from '#features/cases/case-row.tsx';
import { LiveDrops } from '#features/openings/openings.tsx';
import { HERO_MAP } from '#features/rooms/hero-map.ts';
import { MapPicture } from '#features/rooms/map-picture.tsx';
import { RoomsPage } from '#features/rooms/rooms-page.tsx';
import { useSandboxMatch } from '#features/rooms/use-sandbox-match.ts';
import { HomeTableSkeleton } from '#features/roulette/home-table-skeleton.tsx';
import { Invitation } from '#features/welcome/invitation.tsx';
import { SandboxNote } from '#features/welcome/sandbox-note.tsx';
import { WelcomeCard, WelcomeSkeleton } from '#features/welcome/welcome-card.tsx';
import { useWelcomePlace } from '#features/welcome/welcome.ts';
import { useText } from '#i18n/i18n.ts';
import { lazyComponent } from '#ui/lazy-component.tsx';
import { SkeletonBlock } from '#ui/skeleton.tsx';
import { useRenderedCount } from '#ui/use-rendered-count.ts';

// Below the first view: loaded and rendered after it, one after the other.
const HomeTable = lazyComponent(async () => (await import('#features/roulette/home-table.tsx')).HomeTable);
const TopPlayers = lazyComponent(async () => (await import('#features/leaderboard/top-players.tsx')).TopPlayers);
const WonToday = lazyComponent(async () => (await import('#features/openings/won-today.tsx')).WonToday);

const SECTIONS_BELOW = 3;

/** The start page: what others play and what to do next. Duels come first. */
export function HomePage() {
  const t = useText();
  const { place, welcome } = useWelcomePlace();
  const cheapest = useCheapestCase();
  const isNew = place === 'invitation' || welcome?.firstItem === null;
  const rendered = useRenderedCount(SECTIONS_BELOW, { initial: 0, batchSize: 1 });
  return (
    <>
      <SandboxNote />
      <LiveDrops />
      {place === 'invitation' && <Invitation />}
      {place === 'loading' && <WelcomeSkeleton />}
      {place === 'card' && welcome && <NewPlayerCard welcome={welcome} cheapest={cheapest} />}
      {/* Hidden until it is known what stands above, because it would move. */}
      <div className={clsx(place === 'unknown' && 'invisible')}>
        <RoomsPage />
        <CaseRow isNew={isNew} />
        <section id="roulette" aria-label={t.roulette.title} className="home-section">
          <Suspense fallback={<HomeTableSkeleton />}>{rendered > 0 ? <HomeTable /> : <HomeTableSkeleton />}</Suspense>
        </section>
        <div className="home-section grid gap-3 xl:grid-cols-2">
          <Suspense fallback={<PanelSkeleton />}>{rendered > 1 ? <TopPlayers /> : <PanelSkeleton />}</Suspense>
          <Suspense fallback={<PanelSkeleton />}>{rendered > 2 ? <WonToday /> : <PanelSkeleton />}</Suspense>
        </div>
      </div>
    </>
  );
}

type NewPlayerCardProps = Omit<Parameters<typeof WelcomeCard>[0], 'duel'>;

function NewPlayerCard(props: NewPlayerCardProps) {
  const match = useSandboxMatch();
  const art = <MapPicture map={HERO_MAP.map} sizes={HERO_MAP.sizes} className="size-full rounded-md" />;
  return <WelcomeCard {...props} duel={{ art, ...(siteSettings().isSandbox && { start: match }) }} />;
}

function PanelSkeleton() {
  return <SkeletonBlock className="h-85 rounded-lg" />;
}
