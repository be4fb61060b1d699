import type { Room } from '@karat/contract/rooms';
import { useSecondsUntil } from './clock.ts';
import { isLive } from './room-state.ts';
import type { RoomCatalogue } from './words/room-mixed.ts';
import { useRoomText } from './words/room-text.ts';

const MINUTE_SECONDS = 60;

function minutesOf(seconds: number): string {
  return `${Math.floor(seconds / MINUTE_SECONDS)}:${String(seconds % MINUTE_SECONDS).padStart(2, '0')}`;
}

/** Seconds left until the room's deadline; 0 if it waits for nothing. */
export function useDeadlineSeconds(room: Room): number {
  // A running match has no deadline for its players.
  const isPlayed = room.state === 'MATCH_ONGOING' && isLive(room);
  return useSecondsUntil(isPlayed ? null : room.deadline);
}

/** The remaining time in large digits, and what it counts. */
export function RoomTimer({ state, seconds }: { state: Room['state']; seconds: number }) {
  const t = useRoomText();
  const isShort = seconds < MINUTE_SECONDS;
  const caption = captionOf(state, t);
  return (
    <>
      <p
        role="timer"
        aria-label={caption}
        className="w-full font-display text-[3.5rem] leading-none font-bold text-primary tabular-nums"
      >
        {/* The last seconds pulse once each. */}
        <span key={isShort ? seconds : 'minutes'} className="inline-block motion-beat">
          {isShort ? t.secondsLeft(seconds) : minutesOf(seconds)}
        </span>
      </p>
      <p aria-hidden className="w-full text-xs text-fg-2">
        {caption}
      </p>
    </>
  );
}

function captionOf(state: Room['state'], { timeLeft }: RoomCatalogue): string {
  if (state === 'WAITING') return timeLeft.ready;
  return state === 'MATCH_STARTING' ? timeLeft.start : timeLeft.join;
}
