import type { Room, Seat } from '@karat/contract/rooms';
import type { Team } from '@karat/rules/rooms';
import clsx from 'clsx';
import { Armchair, Check, Trophy } from 'lucide-react';
import { useId } from 'react';
import { useSession } from '#app/session.ts';
import { useText } from '#i18n/i18n.ts';
import { useRoomText } from '#i18n/rooms/room-text.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Diamonds } from '#ui/diamonds.tsx';
import { formatNumber } from '#ui/format.ts';
import { ownSeat, seatsOf } from './room-state.ts';

type TeamSeatsProps = { room: Room; team: Team; isJoining: boolean; onJoin: (team: Team) => void };

/** The seats of a team: who sits there and whether they are ready, or what a free one costs. */
export function TeamSeats({ room, team, isJoining, onJoin }: TeamSeatsProps) {
  const t = useRoomText();
  const id = useId();
  const steamId = useSession((session) => session.steamId);
  const own = ownSeat(room, steamId);
  const canJoin = room.state === 'WAITING' && own === undefined;
  return (
    <section aria-labelledby={id} className="min-w-0 surface p-4">
      <h2 id={id} className="mb-3 flex items-center gap-2 font-display text-h2 font-bold">
        {t.teams[team]}
        {room.winner === team && <Trophy size={18} aria-hidden className="text-r7" />}
      </h2>
      <ul className="space-y-2">
        {seatsOf(room, team).map((seat, place) => (
          <li
            // Seats have no other name than their place.
            // oxlint-disable-next-line react/no-array-index-key
            key={place}
            className="flex min-h-20 flex-wrap items-center gap-3 rounded-md border border-line bg-bg-2/60 p-3"
          >
            {seat ? (
              <TakenSeat room={room} seat={seat} isOwn={seat.steamId === own?.steamId} />
            ) : (
              <FreeSeat
                fee={room.ticketPrice}
                label={t.joinTeam[team]}
                isJoining={isJoining}
                {...(canJoin && { onJoin: () => onJoin(team) })}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function TakenSeat({ room: { state }, seat, isOwn }: { room: Room; seat: Seat; isOwn: boolean }) {
  const t = useRoomText();
  const isPlayed = state === 'MATCH_ONGOING' || state === 'MATCH_FINISHED';
  const isAwaited = state === 'WAITING' || state === 'MATCH_STARTING';
  return (
    <>
      <span
        className={clsx(
          'shrink-0 rounded-[16px] leading-0',
          isAwaited && seat.ready && 'ring-2 ring-success ring-offset-2 ring-offset-bg-1',
        )}
      >
        <Avatar src={seat.avatar ?? ''} username={seat.username} elo={seat.elo} size={52} />
      </span>
      <div className="min-w-0 grow">
        <p className="flex min-w-0 items-center gap-2">
          <bdi className="truncate font-semibold">{seat.username}</bdi>
          {isOwn && <Badge tone="primary">{t.you}</Badge>}
          {seat.isSandbox && <Badge>{t.sandbox}</Badge>}
        </p>
        <p className="text-xs text-fg-2 tabular-nums">
          {seat.eloChange === null
            ? t.rating(formatNumber(seat.elo))
            : t.ratingMoved(formatNumber(seat.elo), formatNumber(seat.elo + seat.eloChange))}
        </p>
        {isPlayed && <p className="text-xs text-fg-3 tabular-nums">{t.killsAndDeaths(seat.kills, seat.deaths)}</p>}
      </div>
      {(seat.payout ?? 0) > 0 && (
        <p className="text-success">
          <span className="sr-only">{t.paidOut}: </span>
          <Diamonds amount={seat.payout ?? 0} />
        </p>
      )}
      {isAwaited && (
        <Badge tone={seat.ready ? 'success' : 'neutral'}>
          {seat.ready && <Check size={14} aria-hidden />}
          {seat.ready ? t.ready : t.notReady}
        </Badge>
      )}
    </>
  );
}

type FreeSeatProps = { fee: number; label: string; isJoining: boolean; onJoin?: () => void };

function FreeSeat({ fee, label, isJoining, onJoin }: FreeSeatProps) {
  const { home } = useText();
  const t = useRoomText();
  return (
    <>
      <span
        aria-hidden
        className="grid size-13 shrink-0 place-items-center rounded-[14px] border border-dashed border-line-input text-fg-3"
      >
        <Armchair size={22} />
      </span>
      <div className="min-w-0 grow">
        <p className="text-fg-2">{t.freeSeat}</p>
        <p className="text-xs text-fg-2">{fee > 0 ? <Diamonds amount={fee} className="text-xs" /> : t.free}</p>
      </div>
      {onJoin && (
        <Button aria-label={label} isPending={isJoining} onClick={onJoin}>
          {home.join}
        </Button>
      )}
    </>
  );
}
