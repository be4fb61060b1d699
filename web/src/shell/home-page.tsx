import clsx from 'clsx';
import { type ComponentProps, type ReactNode, Suspense } from 'react';
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
import { WelcomeSkeleton } from '#features/welcome/welcome-skeleton.tsx';
import { useWelcomePlace } from '#features/welcome/welcome.ts';
import { useText } from '#i18n/i18n.ts';
import { lazyComponent } from '#ui/lazy-component.tsx';
import { SkeletonBlock } from '#ui/skeleton.tsx';
import { WhenNear } from '#ui/when-near.tsx';

// Only for new players.
const WelcomeCard = lazyComponent(async () => (await import('#features/welcome/welcome-card.tsx')).WelcomeCard);
// Below the first view: loaded and rendered when a player comes near.
const HomeTable = lazyComponent(async () => (await import('#features/roulette/home-table.tsx')).HomeTable);
const TopPlayers = lazyComponent(async () => (await import('#features/leaderboard/top-players.tsx')).TopPlayers);
const WonToday = lazyComponent(async () => (await import('#features/openings/won-today.tsx')).WonToday);

/** The start page: what others play and what to do next. Duels come first. */
export function HomePage() {
  const t = useText();
  const { place, welcome } = useWelcomePlace();
  const cheapest = useCheapestCase();
  const isNew = place === 'invitation' || welcome?.firstItem === null;
  return (
    <>
      <SandboxNote />
      <LiveDrops />
      {place === 'invitation' && <Invitation />}
      {place === 'loading' && <WelcomeSkeleton />}
      {place === 'card' && welcome && (
        <Suspense fallback={<WelcomeSkeleton />}>
          <NewPlayerCard welcome={welcome} cheapest={cheapest} />
        </Suspense>
      )}
      {/* Hidden until it is known what stands above, because it would move. */}
      <div className={clsx(place === 'unknown' && 'invisible')}>
        <RoomsPage />
        <CaseRow isNew={isNew} />
        <section id="roulette" aria-label={t.roulette.title} className="home-section far-off">
          <Below skeleton={<HomeTableSkeleton />}>
            <HomeTable />
          </Below>
        </section>
        <div className="home-section far-off grid gap-3 xl:grid-cols-2">
          <Below skeleton={<PanelSkeleton />}>
            <TopPlayers />
          </Below>
          <Below skeleton={<PanelSkeleton />}>
            <WonToday />
          </Below>
        </div>
      </div>
    </>
  );
}

function Below({ skeleton, children }: { skeleton: ReactNode; children: ReactNode }) {
  return (
    <WhenNear placeholder={skeleton}>
      <Suspense fallback={skeleton}>{children}</Suspense>
    </WhenNear>
  );
}

type NewPlayerCardProps = Omit<ComponentProps<typeof WelcomeCard>, 'duel'>;

function NewPlayerCard(props: NewPlayerCardProps) {
  const match = useSandboxMatch();
  const art = <MapPicture map={HERO_MAP.map} sizes={HERO_MAP.sizes} className="size-full rounded-md" />;
  return <WelcomeCard {...props} duel={{ art, ...(siteSettings().isSandbox && { start: match }) }} />;
}

/** As high as the panels, however many rows they have. */
function PanelSkeleton() {
  return <SkeletonBlock className="h-84.5 rounded-lg md:h-86.5" />;
}
