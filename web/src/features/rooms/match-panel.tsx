import type { Room } from '@karat/contract/rooms';
import { type Team, isActive, winnerOf } from '@karat/rules/rooms';
import clsx from 'clsx';
import { useState } from 'react';
import { openAuth } from '#core/modals.ts';
import { useSession } from '#core/session.ts';
import { usePlayerAction } from '#core/use-player-action.ts';
import { lazyComponent, MountWhenOpened } from '#ui/lazy-component.tsx';
import { MapPicture } from './map-picture.tsx';
import { Pot } from './pot.tsx';
import { RoomActions } from './room-actions.tsx';
import { isFull, ownSeat } from './room-state.ts';
import { RoomStatus } from './room-status.tsx';
import { RoomTimer, useDeadlineSeconds } from './room-timer.tsx';
import { RoundTicker } from './round-ticker.tsx';
import { ServerPanel } from './server-panel.tsx';
import { TeamSeats } from './team-seats.tsx';
import { useReady } from './use-ready.ts';
import { useSeatActions } from './use-seat-actions.ts';
import { useRoomText } from './words/room-text.ts';

const JoinModal = lazyComponent(async () => (await import('./seat-modals.tsx')).JoinModal);
const LeaveModal = lazyComponent(async () => (await import('./seat-modals.tsx')).LeaveModal);

/** The two teams, the match state between them, and the player's actions. */
export function MatchPanel({ room }: { room: Room }) {
  const { steamId } = useSession();
  const ready = useReady(room, steamId);
  const actions = useSeatActions(room);
  const [openModal, setOpenModal] = useState<'leave' | Team | 'any'>();
  const playerSeat = ownSeat(room, steamId);
  const hasServerPanel = useServerPanel(room);
  // The player's own ready state counts before the server confirms it.
  const players = room.players.map((seat) => (seat === playerSeat ? { ...seat, ready: ready.isReady } : seat));
  const shown = { ...room, players };
  const close = () => setOpenModal(undefined);
  const takeSeat = (team: Team | undefined) => {
    if (room.ticketPrice > 0) setOpenModal(team ?? 'any');
    else if (!actions.join.isPending) actions.join.mutate(team);
  };
  const { onPress: join, isWaiting } = usePlayerAction(takeSeat, () => openAuth('login'));
  const leave = () => {
    if (room.ticketPrice > 0) setOpenModal('leave');
    else if (!actions.leave.isPending) actions.leave.mutate();
  };
  const team = openModal === 'team1' || openModal === 'team2' ? openModal : undefined;
  const isJoining = openModal !== undefined && openModal !== 'leave';
  return (
    <>
      <div className="grid grid-cols-1 gap-3 lg:grid-cols-[minmax(0,1fr)_minmax(15rem,22rem)_minmax(0,1fr)]">
        <TeamSeats room={shown} team="team1" onJoin={join} isJoining={isWaiting || actions.join.isPending} />
        <Centre room={room} />
        <TeamSeats room={shown} team="team2" onJoin={join} isJoining={isWaiting || actions.join.isPending} />
        {hasServerPanel && <ServerPanel room={room} isSeated={playerSeat !== undefined} />}
      </div>
      <RoomActions room={shown} own={playerSeat} ready={ready} actions={actions} onJoin={join} onLeave={leave} />
      {/* Below the actions, which it would push out of view before the match. */}
      <RoundTicker room={room} />
      <MountWhenOpened isOpen={isJoining}>
        <JoinModal room={room} isOpen={isJoining} join={actions.join} team={team} onClose={close} />
      </MountWhenOpened>
      <MountWhenOpened isOpen={openModal === 'leave'}>
        <LeaveModal room={room} isOpen={openModal === 'leave'} leave={actions.leave} onClose={close} />
      </MountWhenOpened>
    </>
  );
}

/** Whether the server's panel has its place: from a full room on, and after the match for those who saw it. */
function useServerPanel(room: Room): boolean {
  const [wasShown, setShown] = useState(false);
  const isNeeded = isActive(room.state) && !room.isPlayedBySandbox && isFull(room);
  if (isNeeded && !wasShown) setShown(true);
  return isNeeded || (wasShown && !isActive(room.state));
}

/** The state of the match; on a phone above the teams, so that a countdown is visible without scrolling. */
function Centre({ room }: { room: Room }) {
  const { map, player_count: size } = room;
  return (
    <div className="relative isolate flex min-h-56 flex-col items-center justify-center gap-2 overflow-hidden rounded-lg border border-line p-4 text-center max-lg:order-first max-lg:gap-1 max-lg:py-2 lg:min-h-64">
      <MapPicture
        map={map}
        sizes="(min-width: 64rem) 22rem, 100vw"
        isFirst
        className="absolute inset-0 -z-20 size-full origin-bottom scale-140"
      />
      <div aria-hidden className="absolute inset-0 -z-10 bg-linear-to-t from-bg-0 via-bg-0/80 to-bg-0/60" />
      <p className="rounded-full bg-bg-0/70 px-3 py-1 text-xs font-semibold text-fg-2">
        {map} · {size}
      </p>
      {/* Countdown, score and "VS" take turns in a place of one height, so that the status below does not move. */}
      <div className="flex min-h-18 w-full flex-col items-center justify-center empty:hidden">
        <Figure room={room} />
      </div>
      {/* High enough for the longest hints of a match and for the shares of the pot, so that neither moves the teams. */}
      <div className={clsx('flex w-full flex-col items-center', room.ticketPrice > 0 ? 'min-h-34' : 'min-h-24')}>
        <RoomStatus room={room} />
        <div key={isActive(room.state) ? 'pot' : 'shares'} className="mt-auto pt-1 empty:hidden">
          <Pot room={room} />
        </div>
      </div>
    </div>
  );
}

/** The countdown, else the score, else "VS"; nothing for a room that ended without a match. */
function Figure({ room }: { room: Room }) {
  const t = useRoomText();
  const { state, score } = room;
  const seconds = useDeadlineSeconds(room);
  if (seconds > 0) return <RoomTimer state={state} seconds={seconds} />;
  if (state === 'MATCH_ONGOING' || (state === 'MATCH_FINISHED' && winnerOf(score) !== undefined)) {
    return (
      <p className="font-display text-[3.5rem] leading-none font-bold tabular-nums">
        <span className="sr-only">{t.score}: </span>
        {score.team1} : {score.team2}
      </p>
    );
  }
  if (!isActive(state)) return null;
  return (
    <p aria-hidden className="font-display text-h1 font-bold text-fg-3">
      VS
    </p>
  );
}
