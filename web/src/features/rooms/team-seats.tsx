import type { Room, Seat } from '@karat/contract/rooms';
import { type Team, isActive } from '@karat/rules/rooms';
import clsx from 'clsx';
import { Armchair, Check, Trophy } from 'lucide-react';
import { useId } from 'react';
import { useSession } from '#core/session.ts';
import { formatChange, formatNumber } from '#i18n/format.ts';
import { useText } from '#i18n/i18n.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { DiamondGlyph, Diamonds } from '#ui/diamonds.tsx';
import { PlayerName } from '#ui/player-name.tsx';
import { isReservedForOthers, ownSeat, seatsOf } from './room-state.ts';
import { useLobbyText } from './words/lobby-text.ts';
import { useRoomText } from './words/room-text.ts';

type TeamSeatsProps = { room: Room; team: Team; isJoining: boolean; onJoin: (team: Team) => void };

/** The seats of a team: the player and whether they are ready, or the price of a free seat. */
export function TeamSeats({ room, team, isJoining, onJoin }: TeamSeatsProps) {
  const t = useRoomText();
  const id = useId();
  const steamId = useSession((session) => session.steamId);
  const playerSeat = ownSeat(room, steamId);
  const canJoin = room.state === 'WAITING' && playerSeat === undefined && !isReservedForOthers(room, steamId);
  const hasWon = room.winner === team;
  // In a 1v1 each player has the width of a team.
  const isDuel = room.player_count === '1v1';
  return (
    <section
      aria-labelledby={id}
      className={clsx('flex min-w-0 flex-col surface p-2 lg:p-4', hasWon && 'border-r7/60! bg-r7/5!')}
    >
      <h2
        id={id}
        className="mb-1 flex items-center gap-2 px-1 font-display text-base font-bold lg:mb-3 lg:px-0 lg:text-h2"
      >
        {t.teams[team]}
        {hasWon && <Trophy size={18} aria-hidden className="text-r7" />}
      </h2>
      <ul className="flex grow flex-col gap-2">
        {seatsOf(room, team).map((seat, place) => (
          <li
            // Seats have no id but their index.
            // oxlint-disable-next-line react/no-array-index-key
            key={place}
            className={clsx(
              'relative flex min-h-20 grow items-center gap-3 rounded-md border border-line bg-bg-2/60 p-2 lg:p-3',
              isDuel && 'lg:flex-col lg:justify-center lg:text-center',
            )}
          >
            {seat ? (
              <TakenSeat room={room} seat={seat} isOwn={seat.steamId === playerSeat?.steamId} />
            ) : (
              <FreeSeat
                fee={room.ticketPrice}
                isReserved={room.rematchOf !== null}
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

function TakenSeat({ room, seat, isOwn }: { room: Room; seat: Seat; isOwn: boolean }) {
  const t = useRoomText();
  const { state, player_count: size } = room;
  const isAwaited = state === 'WAITING' || state === 'MATCH_STARTING';
  const line = clsx('flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1', size === '1v1' && 'lg:justify-center');
  return (
    <>
      <span
        className={clsx(
          'shrink-0 rounded-[16px] leading-0',
          isAwaited && seat.ready && 'ring-2 ring-success ring-offset-2 ring-offset-bg-1',
        )}
      >
        <Avatar src={seat.avatar} username={seat.username} elo={seat.elo} size={60} />
      </span>
      <div className="max-w-full min-w-0 grow space-y-0.5 lg:grow-0 lg:basis-auto">
        <p className={clsx(line, 'flex-nowrap!')}>
          {/* The padding makes the link 24 pixels high, enough to press beside the bar of actions. */}
          <PlayerName username={seat.username} isSandbox={seat.isSandbox} className="py-0.5 font-semibold" />
          {isOwn && <Badge tone="primary">{t.you}</Badge>}
        </p>
        <div className={line}>
          <SeatRecord room={room} seat={seat} />
          {isAwaited && (
            <Badge tone={seat.ready ? 'success' : 'neutral'}>
              {seat.ready && <Check size={14} aria-hidden />}
              {seat.ready ? t.ready : t.notReady}
            </Badge>
          )}
        </div>
      </div>
      <SeatMoney room={room} seat={seat} />
    </>
  );
}

/** The outcome of the entry fee: won, lost or refunded. */
function SeatMoney({ room, seat }: { room: Room; seat: Seat }) {
  const { common } = useText();
  const t = useRoomText();
  const { state, ticketPrice: fee, winner } = room;
  const payout = seat.payout ?? 0;
  if (fee === 0 || isActive(state)) return null;
  if (state === 'MATCH_CANCELLED') {
    return (
      <p className="flex shrink-0 flex-wrap items-center gap-x-2 text-fg-2 max-sm:flex-col max-sm:items-end">
        <span className="text-xs">{t.refunded}</span>
        <Diamonds amount={fee} />
      </p>
    );
  }
  const hasWon = seat.team === winner;
  const change = payout - fee;
  return (
    <p
      className={clsx(
        // On a phone in the corner beside the kills: in the row it would make the record wrap, and the seat higher.
        'shrink-0 font-semibold tabular-nums max-lg:absolute max-lg:right-2 max-lg:bottom-1.5',
        hasWon ? 'text-success' : 'text-danger',
      )}
    >
      <span aria-hidden className="inline-flex items-center gap-1.5">
        <DiamondGlyph className="text-primary" />
        {formatChange(change)}
      </span>
      <span className="sr-only">
        {hasWon ? t.wonMore : t.lostFee}: {common.diamonds(Math.abs(change))}
      </span>
    </p>
  );
}

/** The rating, its change, and kills and deaths. */
function SeatRecord({ room: { state }, seat: { elo, eloChange, kills, deaths } }: { room: Room; seat: Seat }) {
  const t = useRoomText();
  const isPlayed = state === 'MATCH_ONGOING' || state === 'MATCH_FINISHED';
  return (
    <>
      <p className="text-xs text-fg-2 tabular-nums">
        {eloChange === null
          ? t.rating(formatNumber(elo))
          : t.ratingMoved(formatNumber(elo), formatNumber(elo + eloChange))}
      </p>
      {eloChange !== null && (
        <p className={clsx('text-xs font-bold tabular-nums', eloChange < 0 ? 'text-danger' : 'text-success')}>
          {formatChange(eloChange)}
        </p>
      )}
      {isPlayed && <p className="w-full text-xs text-fg-3 tabular-nums">{t.killsAndDeaths(kills, deaths)}</p>}
    </>
  );
}

type FreeSeatProps = { fee: number; isReserved: boolean; label: string; isJoining: boolean; onJoin?: () => void };

function FreeSeat({ fee, isReserved, label, isJoining, onJoin }: FreeSeatProps) {
  const home = useLobbyText();
  const t = useRoomText();
  return (
    <>
      <span
        aria-hidden
        className="grid size-15 shrink-0 place-items-center rounded-[14px] border border-dashed border-line-input text-fg-3"
      >
        <Armchair size={22} />
      </span>
      <div className="min-w-0 grow lg:grow-0">
        <p className="text-fg-2">{isReserved ? t.reservedSeat : t.freeSeat}</p>
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
