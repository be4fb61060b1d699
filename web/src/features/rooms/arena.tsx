import type { Room } from '@karat/contract/rooms';
import { type Team, winnerOf } from '@karat/rules/rooms';
import { useState } from 'react';
import { openAuth } from '#app/modals.ts';
import { useSession } from '#app/session.ts';
import { useText } from '#i18n/i18n.ts';
import { useRoomText } from '#i18n/rooms/room-text.ts';
import { Diamonds } from '#ui/diamonds.tsx';
import { lazyPart, Opened } from '#ui/lazy-part.tsx';
import { MapPicture } from './map-picture.tsx';
import { RoomActions } from './room-actions.tsx';
import { ownSeat } from './room-state.ts';
import { RoomStatus } from './room-status.tsx';
import { TeamSeats } from './team-seats.tsx';
import { useReady } from './use-ready.ts';
import { useSeatActs } from './use-seat-acts.ts';

const JoinModal = lazyPart(async () => (await import('./seat-modals.tsx')).JoinModal);
const LeaveModal = lazyPart(async () => (await import('./seat-modals.tsx')).LeaveModal);

/** The two teams, what stands between them, and what the player can do now. */
export function Arena({ room }: { room: Room }) {
  const { isLoggedIn, steamId } = useSession();
  const ready = useReady(room, steamId);
  const acts = useSeatActs(room);
  const [asked, setAsked] = useState<'leave' | Team | 'any'>();
  const own = ownSeat(room, steamId);
  // What the player has just said counts before the server has heard it.
  const players = room.players.map((seat) => (seat === own ? { ...seat, ready: ready.isReady } : seat));
  const shown = { ...room, players };
  const close = () => setAsked(undefined);
  const join = (team: Team | undefined) => {
    if (!isLoggedIn) openAuth('login');
    else if (room.ticketPrice > 0) setAsked(team ?? 'any');
    else if (!acts.join.isPending) acts.join.mutate(team);
  };
  const leave = () => {
    if (room.ticketPrice > 0) setAsked('leave');
    else if (!acts.leave.isPending) acts.leave.mutate();
  };
  const team = asked === 'team1' || asked === 'team2' ? asked : undefined;
  const isJoining = asked !== undefined && asked !== 'leave';
  return (
    <>
      <div className="grid grid-cols-1 gap-3 lg:grid-cols-[minmax(0,1fr)_minmax(15rem,22rem)_minmax(0,1fr)]">
        <TeamSeats room={shown} team="team1" onJoin={join} isJoining={acts.join.isPending} />
        <Centre room={room} />
        <TeamSeats room={shown} team="team2" onJoin={join} isJoining={acts.join.isPending} />
      </div>
      <RoomActions room={shown} own={own} ready={ready} acts={acts} onJoin={join} onLeave={leave} />
      <Opened isOpen={isJoining}>
        <JoinModal room={room} isOpen={isJoining} join={acts.join} team={team} onClose={close} />
      </Opened>
      <Opened isOpen={asked === 'leave'}>
        <LeaveModal room={room} isOpen={asked === 'leave'} leave={acts.leave} onClose={close} />
      </Opened>
    </>
  );
}

function Centre({ room }: { room: Room }) {
  const { common } = useText();
  const t = useRoomText();
  const { state, score, map, player_count: size, ticketPrice, totalAmount } = room;
  const isPlayed = state === 'MATCH_ONGOING' || state === 'MATCH_FINISHED';
  const isScored = isPlayed && (state === 'MATCH_ONGOING' || winnerOf(score) !== undefined);
  return (
    <div className="relative isolate flex min-h-56 flex-col items-center justify-center gap-3 overflow-hidden rounded-lg border border-line p-4 text-center">
      <MapPicture
        map={map}
        sizes="(min-width: 64rem) 22rem, 100vw"
        isFirst
        className="absolute inset-0 -z-20 size-full"
      />
      <div aria-hidden className="absolute inset-0 -z-10 bg-linear-to-t from-bg-0 via-bg-0/85 to-bg-0/70" />
      <p className="text-card font-semibold text-fg-2">
        {map} · {size}
      </p>
      {isScored ? (
        <p className="font-display text-win font-bold tabular-nums">
          <span className="sr-only">{t.score}: </span>
          {score.team1} : {score.team2}
        </p>
      ) : (
        <p aria-hidden className="font-display text-h1 font-bold text-fg-3">
          VS
        </p>
      )}
      <RoomStatus room={room} />
      {ticketPrice > 0 && totalAmount > 0 && (
        <p title={common.diamonds(totalAmount)} className="flex items-center gap-2 rounded-full bg-bg-0/80 px-3 py-1">
          <span className="text-xs text-fg-2">{t.pot}</span>
          <Diamonds amount={totalAmount} />
        </p>
      )}
    </div>
  );
}
