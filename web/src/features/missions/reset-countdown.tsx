import { useNow } from '#ui/time.tsx';
import { timeLeft } from './mission-progress.ts';
import { useMissionsText } from './words/missions-text.ts';

/** The time until the mission restarts, counting down. */
export function ResetCountdown({ iso }: { iso: string }) {
  const t = useMissionsText();
  const { days, hours, minutes } = timeLeft(iso, useNow());
  const time =
    days > 0 ? t.days(days, hours) : hours > 0 ? t.hours(hours, minutes) : minutes > 0 ? t.minutes(minutes) : undefined;
  return <time dateTime={iso}>{time === undefined ? t.resetsNow : t.resetsIn(time)}</time>;
}
