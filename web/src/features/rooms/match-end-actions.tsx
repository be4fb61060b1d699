import { fillPath } from '@karat/contract/endpoint';
import { pages } from '@karat/contract/pages';
import type { Room, Seat } from '@karat/contract/rooms';
import { Plus, RotateCcw, X } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '#core/session.ts';
import { formatNumber } from '#i18n/format.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { lazyComponent, MountWhenOpened } from '#ui/lazy-component.tsx';
import { PlayerName } from '#ui/player-name.tsx';
import { useHasPassed } from '#ui/use-has-passed.ts';
import { type RematchActions, useRematch } from './use-rematch.ts';
import { useCreateRoom } from './use-create-room.ts';
import { useRoomText } from './words/room-text.ts';

const RematchModal = lazyComponent(async () => (await import('./seat-modals.tsx')).RematchModal);
const NewRoomModal = lazyComponent(async () => (await import('./seat-modals.tsx')).NewRoomModal);

/** What to do after a match. */
export function MatchEndActions({ room, own }: { room: Room; own: Seat | undefined }) {
  const isLoggedIn = useSession((session) => session.isLoggedIn);
  return (
    <>
      <MainAction room={room} own={own} />
      {isLoggedIn && <NewRoomAction room={room} />}
    </>
  );
}

/** Plays the match again, as long as that is possible. */
function MainAction({ room, own }: { room: Room; own: Seat | undefined }) {
  if (own === undefined || room.rematch === null) return <BackToRooms />;
  return <RematchAction room={room} own={own} deadline={room.rematch.deadline} />;
}

function BackToRooms() {
  const t = useRoomText();
  return (
    <ButtonLink to={pages.home} size="main" className="max-sm:grow max-sm:px-3">
      {t.backToRooms}
    </ButtonLink>
  );
}

function RematchAction({ room, own, deadline }: { room: Room; own: Seat; deadline: string }) {
  const t = useRoomText();
  const isTooLate = useHasPassed(deadline);
  const rematch = useRematch(room, own.steamId);
  const roomId = room.rematch?.roomId ?? null;
  if (roomId === null) {
    return isTooLate ? <BackToRooms /> : <RematchButton room={room} rematch={rematch} label={t.rematch} />;
  }
  if (rematch.isFull) {
    if (!rematch.isSeated) return <BackToRooms />;
    return (
      <ButtonLink to={fillPath(pages.room, { roomId })} size="main" className="max-sm:grow max-sm:px-3">
        {t.goToRematch}
      </ButtonLink>
    );
  }
  return (
    <>
      <RematchState room={room} rematch={rematch} />
      {rematch.isSeated ? (
        <Button
          size="main"
          className="max-sm:grow max-sm:px-3"
          icon={<X size={20} aria-hidden />}
          isPending={rematch.cancel.isPending}
          onClick={() => rematch.cancel.mutate(roomId)}
        >
          {t.cancelRematch}
        </Button>
      ) : (
        <RematchButton room={room} rematch={rematch} label={t.acceptRematch} isOffer />
      )}
    </>
  );
}

/** Who offers the rematch, or whose answer the player waits for. */
function RematchState({ room, rematch }: { room: Room; rematch: RematchActions }) {
  const t = useRoomText();
  const hasAccepted = (seat: Seat) => room.rematch?.players.includes(seat.steamId) === true;
  // Programs accept by themselves.
  const named = room.players.filter((seat) => !seat.isSandbox && hasAccepted(seat) !== rematch.isSeated);
  return (
    <p role="status" className="flex w-full flex-wrap items-center justify-center gap-x-1.5 text-card">
      {named.map(({ username, isSandbox }) => (
        <PlayerName key={username} username={username} isSandbox={isSandbox} className="font-semibold" />
      ))}
      <span className="text-fg-2">{(rematch.isSeated ? t.rematchWaiting : t.rematchOffer)(named.length)}</span>
    </p>
  );
}

type RematchButtonProps = { room: Room; rematch: RematchActions; label: string; isOffer?: boolean };

/** Asks before a fee is paid. */
function RematchButton({ room, rematch, label, isOffer = false }: RematchButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const isPaid = room.ticketPrice > 0;
  return (
    <>
      <Button
        size="main"
        variant={isOffer ? 'primary' : 'secondary'}
        className="max-sm:grow max-sm:px-3"
        icon={<RotateCcw size={20} aria-hidden />}
        isPending={rematch.join.isPending}
        onClick={() => (isPaid ? setAsking(true) : rematch.join.mutate())}
      >
        {isPaid ? `${label} · ${formatNumber(room.ticketPrice)}` : label}
      </Button>
      <MountWhenOpened isOpen={isAsking}>
        <RematchModal room={room} isOpen={isAsking} join={rematch.join} onClose={() => setAsking(false)} />
      </MountWhenOpened>
    </>
  );
}

function NewRoomAction({ room }: { room: Room }) {
  const t = useRoomText();
  const [isAsking, setAsking] = useState(false);
  const create = useCreateRoom(() => setAsking(false));
  const { map, player_count, server_location, ticketPrice } = room;
  const settings = { map, player_count, server_location, ticketPrice };
  const label = ticketPrice > 0 ? `${t.newRoom} · ${formatNumber(ticketPrice)}` : t.newRoom;
  return (
    <>
      <Button
        size="main"
        className="max-sm:grow max-sm:px-3"
        icon={<Plus size={20} aria-hidden />}
        isPending={create.isPending}
        aria-label={label}
        onClick={() => (ticketPrice > 0 ? setAsking(true) : create.mutate(settings))}
      >
        {/* Both buttons fit in one row of a phone. A fee is confirmed in a dialog. */}
        <span className="sm:hidden">{t.newRoomShort}</span>
        <span className="max-sm:hidden">{label}</span>
      </Button>
      <MountWhenOpened isOpen={isAsking}>
        <NewRoomModal
          room={room}
          isOpen={isAsking}
          create={create}
          onPay={() => create.mutate(settings)}
          onClose={() => setAsking(false)}
        />
      </MountWhenOpened>
    </>
  );
}
