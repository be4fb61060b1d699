import { pages } from '@karat/contract/pages';
import { ChevronRight, CircleDot, type LucideIcon, Plus, Swords, Trophy } from 'lucide-react';
import type { CSSProperties } from 'react';
import { Link } from 'react-router';
import { useDrops } from '#app/live.ts';
import { openAuth } from '#app/modals.ts';
import { useSession } from '#app/session.ts';
import { useText } from '#i18n/i18n.ts';
import { Badge } from '#ui/badge.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { DropFeed } from '#ui/drop-feed.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { EmptyView } from '#ui/views.tsx';

/** The start page: what is alive on the site, and the rooms. */
export function RoomsPage() {
  const t = useText();
  const isLoggedIn = useSession((session) => session.isLoggedIn);
  return (
    <>
      <DropFeed drops={useDrops()} />
      <LiveHeader />
      <div className="relative isolate mb-6 flex min-h-52 flex-col justify-end overflow-hidden surface px-4 pt-20 md:mb-8 md:min-h-64 md:px-6">
        <MapScene />
        <PageHeading title={t.home.title} lead={t.home.lead}>
          <div className="flex items-center gap-3 max-sm:w-full">
            <Badge>{t.common.notOpenYet}</Badge>
            <Button disabled size="main" className="max-sm:grow" icon={<Plus size={20} aria-hidden />}>
              {t.home.createRoom}
            </Button>
          </div>
        </PageHeading>
      </div>
      <h2 className="mb-3 font-display text-h2 font-bold">{t.home.rooms}</h2>
      <EmptyView icon={Swords} title={t.home.empty} text={t.home.emptyHint}>
        {!isLoggedIn && (
          <Button variant="primary" onClick={() => openAuth('signup')}>
            {t.auth.signup}
          </Button>
        )}
        <ButtonLink to={pages.faq}>{t.home.howItWorks}</ButtonLink>
      </EmptyView>
    </>
  );
}

/** One of the two maps under a veil: what the duels look like, and dark enough for the words on it. */
function MapScene() {
  return (
    <>
      <img
        src="/img/map/aim_redline-800.webp"
        srcSet="/img/map/aim_redline-800.webp 800w, /img/map/aim_redline-1600.webp 1600w"
        sizes="(min-width: 64rem) 70vw, 100vw"
        width={1600}
        height={600}
        alt=""
        fetchPriority="high"
        className="absolute inset-0 -z-20 size-full object-cover object-[50%_14%]"
      />
      <div
        aria-hidden
        className="absolute inset-0 -z-10 bg-[linear-gradient(to_top,#0a0c12_6%,#0a0c12d9_38%,#0a0c1266_72%,#0a0c1240)]"
      />
    </>
  );
}

function LiveHeader() {
  const t = useText();
  return (
    <section aria-label={t.home.liveLabel} className="mb-6 grid grid-cols-2 gap-2 sm:gap-3 md:mb-8">
      <LiveCell
        to={pages.roulette}
        icon={CircleDot}
        title={t.roulette.title}
        text={t.home.rouletteIdle}
        light="var(--color-roulette-red)"
      />
      <LiveCell to={pages.leaderboard} icon={Trophy} title={t.home.top} text={t.home.topIdle} light="var(--color-r7)" />
    </section>
  );
}

type LiveCellProps = { to: string; icon: LucideIcon; title: string; text: string; light: string };

function LiveCell({ to, icon: Icon, title, text, light }: LiveCellProps) {
  return (
    <Link
      to={to}
      className="motion-lift group relative isolate flex h-18 items-center gap-3 overflow-hidden surface px-4 max-sm:flex-col max-sm:justify-center max-sm:gap-1.5 max-sm:px-1 max-sm:text-center"
      style={{ '--light': light } as CSSProperties}
    >
      <span
        aria-hidden
        className="absolute inset-0 -z-10 bg-[radial-gradient(70%_130%_at_12%_100%,color-mix(in_srgb,var(--light)_20%,transparent),transparent)] opacity-70 transition-opacity duration-140 group-hover:opacity-100"
      />
      <span aria-hidden className="absolute inset-x-0 bottom-0 h-0.75 bg-(--light)" />
      <Icon size={22} strokeWidth={1.75} aria-hidden className="shrink-0 text-fg-2" />
      <span className="max-w-full min-w-0 sm:grow">
        <span className="block truncate text-xs font-semibold sm:text-card">{title}</span>
        <span className="block truncate text-xs text-fg-2 max-sm:sr-only">{text}</span>
      </span>
      <ChevronRight
        size={18}
        aria-hidden
        className="shrink-0 text-fg-3 transition-colors duration-140 group-hover:text-fg max-sm:hidden"
      />
    </Link>
  );
}
