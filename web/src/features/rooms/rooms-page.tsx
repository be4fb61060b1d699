import { pages } from '@karat/contract/pages';
import { Plus, Swords } from 'lucide-react';
import { useDrops } from '#app/live.ts';
import { openAuth } from '#app/modals.ts';
import { useSession } from '#app/session.ts';
import { useText } from '#i18n/i18n.ts';
import { Badge } from '#ui/badge.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { DropFeed } from '#ui/drop-feed.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { EmptyView } from '#ui/views.tsx';
import { LiveHeader } from './live-header.tsx';

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
