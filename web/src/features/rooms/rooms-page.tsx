import { fillPath } from '@karat/contract/endpoint';
import { pages } from '@karat/contract/pages';
import { RAKE_PERCENT } from '@karat/rules/rooms';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { Plus, Swords } from 'lucide-react';
import { openAuth, setModalState } from '#core/modals.ts';
import { useSession } from '#core/session.ts';
import { siteSettings } from '#core/site.ts';
import { usePlayerAction } from '#core/use-player-action.ts';
import { SwitchNotice, useIsOff } from '#features/switches/switches.tsx';
import { useText } from '#i18n/i18n.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Heading } from '#ui/page-heading.tsx';
import { usePercent } from '#ui/use-percent.ts';
import { MapPicture } from './map-picture.tsx';
import { HERO_MAP } from './hero-map.ts';
import { roomsQuery } from './queries.ts';
import { RoomList } from './room-list.tsx';
import { ownSeat } from './room-state.ts';
import { useSandboxMatch } from './use-sandbox-match.ts';
import { useLobbyText } from './words/lobby-text.ts';

/** Duels: the ways to start one, and the rooms. */
export function RoomsPage() {
  return (
    <>
      <Hero />
      <RoomList />
    </>
  );
}

function Hero() {
  const t = useText();
  const words = useLobbyText();
  const formatPercent = usePercent();
  const { isSandbox } = siteSettings();
  const isOff = useIsOff('duel');
  return (
    <header className="@container relative isolate overflow-hidden rounded-xl border border-line">
      <HeroBackground />
      <div className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-2 px-4 pt-20 pb-4 md:px-6 md:pb-6 @3xl:flex @3xl:items-end @3xl:pt-24">
        <div className="contents min-w-0 @3xl:block @3xl:grow">
          <Heading>{t.home.title}</Heading>
          <p className="order-3 col-span-2 max-w-xl text-pretty text-fg-2 @3xl:mt-1.5">
            {words.lead(formatPercent(RAKE_PERCENT))}
          </p>
        </div>
        {isOff ? (
          <SwitchNotice name="duel" className="order-4 col-span-2 max-w-md" />
        ) : (
          <>
            <CreateButton isMain={!isSandbox} />
            {isSandbox && <MatchButton />}
          </>
        )}
      </div>
    </header>
  );
}

/** The only filled button of the page, where there is no match with one press. */
function CreateButton({ isMain }: { isMain: boolean }) {
  const t = useLobbyText();
  const create = usePlayerAction(
    () => setModalState('isCreateRoomOpen', true),
    () => openAuth('login'),
  );
  return (
    <Button
      variant={isMain ? 'primary' : 'secondary'}
      size="main"
      className={clsx('order-2 @max-3xl:h-11 @max-3xl:px-4 @max-3xl:text-sm', !isMain && 'bg-bg-2/85')}
      icon={<Plus size={20} aria-hidden />}
      aria-haspopup="dialog"
      isPending={create.isWaiting}
      onClick={create.onPress}
    >
      {t.createRoom}
    </Button>
  );
}

function MatchButton() {
  const t = useLobbyText();
  const match = useSandboxMatch();
  const ownRoom = useOwnRoom();
  const className = 'order-4 @max-3xl:col-span-2 @max-3xl:mt-2';
  const icon = <Swords size={20} aria-hidden />;
  if (ownRoom !== undefined) {
    return (
      <ButtonLink
        to={fillPath(pages.room, { roomId: ownRoom })}
        variant="primary"
        size="main"
        icon={icon}
        className={className}
      >
        {t.yourRoom}
      </ButtonLink>
    );
  }
  return (
    <Button
      variant="primary"
      size="main"
      icon={icon}
      isPending={match.isPending}
      onClick={match.onPress}
      title={t.playSandboxHint}
      className={className}
    >
      {t.playSandbox}
    </Button>
  );
}

/** The room in which the player has a seat. */
function useOwnRoom(): number | undefined {
  const steamId = useSession((session) => session.steamId);
  return useQuery(roomsQuery).data?.find((room) => ownSeat(room, steamId) !== undefined)?.id;
}

/** A map behind a dark overlay, so that the text on it is readable. */
function HeroBackground() {
  return (
    <>
      <MapPicture
        {...HERO_MAP}
        isFirst
        className="absolute inset-0 -z-20 size-full object-[50%_14%] 2xl:object-[50%_7%]"
      />
      <div aria-hidden className="hero-veil absolute inset-0 -z-10" />
    </>
  );
}
