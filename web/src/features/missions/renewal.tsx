import { useNow } from '#ui/time.tsx';
import { timeLeft } from './standings.ts';
import { useMissionsText } from './words/missions-text.ts';

/** "Renews in 5 h 12 min", counting down. */
export function Renewal({ iso }: { iso: string }) {
  const t = useMissionsText();
  const { days, hours, minutes } = timeLeft(iso, useNow());
  const time =
    days > 0 ? t.days(days, hours) : hours > 0 ? t.hours(hours, minutes) : minutes > 0 ? t.minutes(minutes) : undefined;
  return <time dateTime={iso}>{time === undefined ? t.renewsNow : t.renewsIn(time)}</time>;
}
