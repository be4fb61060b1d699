import { RAKE_PERCENT } from '@karat/rules/rooms';
import { Plus } from 'lucide-react';
import { openAuth, setModalState } from '#core/modals.ts';
import { useSession } from '#core/session.ts';
import { LiveDrops } from '#features/openings/openings.tsx';
import { useText } from '#i18n/i18n.ts';
import { Button } from '#ui/button.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { usePercent } from '#ui/use-percent.ts';
import { LiveHeader } from './live-header.tsx';
import { MapPicture } from './map-picture.tsx';
import { HERO_MAP } from './hero-map.ts';
import { RoomList } from './room-list.tsx';
import { useLobbyText } from './words/lobby-text.ts';

/** The start page: live games and the rooms. */
export function RoomsPage() {
  const t = useText();
  const words = useLobbyText();
  const formatPercent = usePercent();
  return (
    <>
      <LiveDrops />
      <LiveHeader />
      <div className="relative isolate mb-6 flex min-h-52 flex-col justify-end overflow-hidden surface px-4 pt-20 md:mb-8 md:min-h-64 md:px-6">
        <HeroBackground />
        <PageHeading title={t.home.title} lead={words.lead(formatPercent(RAKE_PERCENT))}>
          <CreateButton />
        </PageHeading>
      </div>
      <RoomList />
    </>
  );
}

function CreateButton() {
  const t = useLobbyText();
  const isLoggedIn = useSession((session) => session.isLoggedIn);
  const press = () => (isLoggedIn ? setModalState('isCreateRoomOpen', true) : openAuth('login'));
  return (
    <Button
      variant="primary"
      size="main"
      className="max-sm:w-full"
      icon={<Plus size={20} aria-hidden />}
      aria-haspopup="dialog"
      onClick={press}
    >
      {t.createRoom}
    </Button>
  );
}

/** A map behind a dark overlay, so that the text on it is readable. */
function HeroBackground() {
  return (
    <>
      <MapPicture {...HERO_MAP} isFirst className="absolute inset-0 -z-20 size-full object-[50%_14%]" />
      <div
        aria-hidden
        className="absolute inset-0 -z-10 bg-[linear-gradient(to_top,#0a0c12_6%,#0a0c12d9_38%,#0a0c1266_72%,#0a0c1240)]"
      />
    </>
  );
}
