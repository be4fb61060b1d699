import type { Room } from '@karat/contract/rooms';
import { useSecondsUntil } from './clock.ts';
import { isLive } from './room-state.ts';
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

/** The remaining time in large digits. */
export function RoomTimer({ seconds }: { seconds: number }) {
  const t = useRoomText();
  const isShort = seconds < MINUTE_SECONDS;
  return (
    <p
      role="timer"
      aria-label={t.timeLeft}
      className="font-display text-[3.5rem] leading-none font-bold text-primary tabular-nums"
    >
      {/* The last seconds pulse once each. */}
      <span key={isShort ? seconds : 'minutes'} className="inline-block motion-beat">
        {isShort ? t.secondsLeft(seconds) : minutesOf(seconds)}
      </span>
    </p>
  );
}
