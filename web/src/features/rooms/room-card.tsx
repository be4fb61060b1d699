import { fillPath } from '@karat/contract/endpoint';
import { pages } from '@karat/contract/pages';
import type { RoomSummary } from '@karat/contract/rooms';
import { seatsTotal } from '@karat/rules/rooms';
import { Armchair, MapPin } from 'lucide-react';
import { useSession } from '#core/session.ts';
import { useText } from '#i18n/i18n.ts';
import { Avatar } from '#ui/avatar.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Diamonds } from '#ui/diamonds.tsx';
import { MapPicture } from './map-picture.tsx';
import { isFull, ownSeat } from './room-state.ts';
import { locationName } from './rooms.ts';
import { useLobbyText } from './words/lobby-text.ts';

/** A room in the list: its players, stakes and place, and the link to it. */
export function RoomCard({ room }: { room: RoomSummary }) {
  const { locale } = useText();
  const t = useLobbyText();
  const { map, player_count: size, server_location: location, ticketPrice, totalAmount, players } = room;
  return (
    <article className="motion-lift relative isolate flex min-h-52 flex-col overflow-hidden rounded-lg border border-line bg-bg-1 p-4">
      <MapPicture
        map={map}
        sizes="(min-width: 64rem) 30vw, 100vw"
        className="absolute inset-0 -z-20 size-full origin-bottom scale-140"
      />
      <div aria-hidden className="absolute inset-0 -z-10 bg-linear-to-t from-bg-0 from-10% via-bg-0/85 to-bg-0/60" />
      <div className="flex items-start justify-between gap-3">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1 font-semibold">
          <span className="rounded-sm bg-primary/14 px-2 py-0.5 text-xs font-bold text-primary">{size}</span>
          <span className="truncate">{map}</span>
        </p>
        {ticketPrice > 0 && (
          <p className="shrink-0 rounded-full bg-bg-0/80 px-3 py-1">
            <span className="sr-only">{t.pot}: </span>
            <Diamonds amount={totalAmount} />
          </p>
        )}
      </div>
      <Rivals room={room} />
      <p className="mt-auto flex flex-wrap gap-x-3 text-xs text-fg-2">
        <span className="flex items-center gap-1">
          <MapPin size={14} aria-hidden />
          {locationName(location, locale)}
        </span>
        <span>{t.seatsTaken(players.length, seatsTotal(size))}</span>
      </p>
      <RoomLink room={room} />
    </article>
  );
}

function Rivals({ room: { ownerPlayer, participantPlayer, players } }: { room: RoomSummary }) {
  const t = useLobbyText();
  const eloOf = (username: string) => players.find((seat) => seat.username === username)?.elo;
  return (
    <div className="my-4 flex items-center gap-3">
      <Person {...ownerPlayer} elo={eloOf(ownerPlayer.username)} />
      <span aria-hidden className="font-display text-xs font-bold text-fg-3">
        VS
      </span>
      <span className="sr-only">{t.against}</span>
      {participantPlayer ? (
        <Person {...participantPlayer} elo={eloOf(participantPlayer.username)} />
      ) : (
        <span className="flex shrink-0 items-center gap-2.5 text-fg-2">
          <span
            aria-hidden
            className="grid size-10 shrink-0 place-items-center rounded-[11px] border border-dashed border-line-input"
          >
            <Armchair size={18} />
          </span>
          <span className="truncate">{t.freeSeat}</span>
        </span>
      )}
    </div>
  );
}

type PersonProps = { username: string; profileImg: string; elo: number | undefined };

function Person({ username, profileImg, elo }: PersonProps) {
  return (
    <span className="flex min-w-0 flex-1 items-center gap-2.5">
      <Avatar src={profileImg} username={username} elo={elo} />
      <bdi className="truncate font-semibold">{username}</bdi>
    </span>
  );
}

function RoomLink({ room }: { room: RoomSummary }) {
  const home = useLobbyText();
  const t = useLobbyText();
  const steamId = useSession((session) => session.steamId);
  const isOwn = ownSeat(room, steamId) !== undefined;
  const canJoin = !isOwn && room.state === 'WAITING' && !isFull(room);
  const stateText = room.state === 'WAITING' ? home.waiting : room.state === 'MATCH_STARTING' ? t.starting : t.ongoing;
  const { username } = room.ownerPlayer;
  const label = isOwn ? undefined : (canJoin ? t.joinRoom : t.watchRoom)(username, room.player_count);
  return (
    <div className="mt-2 flex items-center justify-between gap-3">
      <span className="min-w-0 text-card font-medium">{stateText}</span>
      <ButtonLink
        to={fillPath(pages.room, { roomId: room.id })}
        variant={canJoin || isOwn ? 'primary' : 'secondary'}
        aria-label={label}
      >
        {isOwn ? t.yourRoom : canJoin ? home.join : t.watch}
      </ButtonLink>
    </div>
  );
}
