import type { Room } from '@karat/contract/rooms';
import { useSecondsUntil } from './clock.ts';
import { isLive } from './room-state.ts';
import { useRoomText } from './words/room-text.ts';

const MINUTE_SECONDS = 60;

function minutesOf(seconds: number): string {
  return `${Math.floor(seconds / MINUTE_SECONDS)}:${String(seconds % MINUTE_SECONDS).padStart(2, '0')}`;
}

/** Seconds that are left of the present wait; 0 where nothing is waited for. */
export function useWait(room: Room): number {
  // A match that is being played waits for nothing that its players could be late for.
  const isPlayed = room.state === 'MATCH_ONGOING' && isLive(room);
  return useSecondsUntil(isPlayed ? null : room.deadline);
}

/** The time that is left, large enough to be read from across the room. */
export function RoomTimer({ seconds }: { seconds: number }) {
  const t = useRoomText();
  const isShort = seconds < MINUTE_SECONDS;
  return (
    <p
      role="timer"
      aria-label={t.timeLeft}
      className="font-display text-[3.5rem] leading-none font-bold text-primary tabular-nums"
    >
      {/* Each of the last seconds beats once. */}
      <span key={isShort ? seconds : 'minutes'} className="inline-block motion-beat">
        {isShort ? t.secondsLeft(seconds) : minutesOf(seconds)}
      </span>
    </p>
  );
}
