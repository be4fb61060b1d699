import { fillPath } from '@karat/contract/endpoint';
import { pages } from '@karat/contract/pages';
import type { RoomSummary, Seat } from '@karat/contract/rooms';
import { seatsTotal } from '@karat/rules/rooms';
import clsx from 'clsx';
import { type ReactNode, memo } from 'react';
import { useSession } from '#core/session.ts';
import { useText } from '#i18n/i18n.ts';
import { Avatar } from '#ui/avatar.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Diamonds } from '#ui/diamonds.tsx';
import { PlayerName, stackedNameLink } from '#ui/player-name.tsx';
import { MapPicture } from './map-picture.tsx';
import { fullPot, isFull, ownSeat } from './room-state.ts';
import { locationName } from './rooms.ts';
import { useLobbyText } from './words/lobby-text.ts';

/** The height of a card with all its lines, also of what is shown instead of one, so that the page below does not move. */
export const cardHeight = 'min-h-51';

/** A room in the list: its players, stakes and place, and the link to it. Events bring all rooms, of which few have changed. */
export const RoomCard = memo(function RoomCard({ room }: { room: RoomSummary }) {
  const { locale } = useText();
  const { map, player_count: size, server_location: location } = room;
  return (
    <article className={clsx('motion-lift flex h-full flex-col overflow-hidden surface', cardHeight)}>
      <div className="relative isolate flex h-14 items-start justify-between gap-2 p-2">
        <MapPicture
          map={map}
          sizes="(min-width: 64rem) 30vw, 100vw"
          className="absolute inset-0 -z-20 size-full object-[50%_30%]"
        />
        <div aria-hidden className="absolute inset-0 -z-10 bg-linear-to-t from-bg-1 to-bg-0/30" />
        <p className="min-w-0 truncate rounded-sm bg-bg-0/80 px-2 py-0.5 text-xs font-medium">
          <span>{map}</span> <span aria-hidden>·</span> <span>{locationName(location, locale)}</span>
        </p>
        <span className="flex h-5 shrink-0 items-center rounded-sm bg-bg-0/80 px-2 text-xs font-bold">{size}</span>
      </div>
      <Players room={room} />
      <Stakes room={room} />
    </article>
  );
});

function Players({ room }: { room: RoomSummary }) {
  const t = useLobbyText();
  const { ownerPlayer, participantPlayer, players, player_count: count, state } = room;
  const total = seatsTotal(count);
  const stateText = state === 'WAITING' ? t.waiting : state === 'MATCH_STARTING' ? t.starting : t.ongoing;
  const free = total - players.length;
  return (
    <div className="flex grow items-center gap-3 px-3 py-2">
      <span aria-hidden className={clsx('flex shrink-0', total > 2 ? 'gap-0.5' : 'gap-1')}>
        {Array.from({ length: total }, (_, index) => (
          <SeatPicture key={index} seat={players[index]} size={total > 2 ? 30 : 36} />
        ))}
      </span>
      <div className="min-w-0 grow leading-tight">
        <p className="truncate font-semibold">
          <PlayerName username={ownerPlayer.username} isSandbox={ownerPlayer.isSandbox} linkClass={stackedNameLink} />
        </p>
        {participantPlayer && (
          <p className="truncate text-xs text-fg-2">
            <span className="sr-only">{t.against} </span>
            <PlayerName
              username={participantPlayer.username}
              isSandbox={participantPlayer.isSandbox}
              linkClass={stackedNameLink}
            />
          </p>
        )}
        <p className="truncate text-xs text-fg-2">{stateText}</p>
        {free > 0 && <p className="truncate text-xs text-fg-2">{t.seatsFree(free)}</p>}
      </div>
    </div>
  );
}

function SeatPicture({ seat, size }: { seat: Seat | undefined; size: number }) {
  if (seat) return <Avatar src={seat.avatar} username={seat.username} elo={seat.elo} size={size} />;
  return (
    <span
      className="shrink-0 rounded-[10px] border border-dashed border-line-input"
      style={{ width: size, height: size }}
    />
  );
}

function Stakes({ room }: { room: RoomSummary }) {
  const t = useLobbyText();
  const { ticketPrice } = room;
  const isFree = ticketPrice === 0;
  return (
    <div className="flex items-center gap-4 border-t border-line px-3 py-2.5">
      <dl className="flex min-w-0 grow gap-4">
        <Stake name={t.fee}>{isFree ? t.free : <Diamonds amount={ticketPrice} />}</Stake>
        <Stake name={t.winnerGets}>{isFree ? t.ratingOnly : <Diamonds amount={fullPot(room).each} />}</Stake>
      </dl>
      <RoomLink room={room} />
    </div>
  );
}

function Stake({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="truncate text-2xs text-fg-2">{name}</dt>
      <dd className="text-card font-semibold whitespace-nowrap">{children}</dd>
    </div>
  );
}

function RoomLink({ room }: { room: RoomSummary }) {
  const t = useLobbyText();
  const steamId = useSession((session) => session.steamId);
  const isOwn = ownSeat(room, steamId) !== undefined;
  // The free seats of a rematch are for its players, who join on the page of their match.
  const canJoin = !isOwn && room.state === 'WAITING' && !isFull(room) && room.rematchOf === null;
  const { username } = room.ownerPlayer;
  const label = isOwn ? undefined : (canJoin ? t.joinRoom : t.watchRoom)(username, room.player_count);
  return (
    <ButtonLink to={fillPath(pages.room, { roomId: room.id })} aria-label={label} className="h-10 px-3.5">
      {isOwn ? t.yourRoom : canJoin ? t.join : t.watch}
    </ButtonLink>
  );
}
