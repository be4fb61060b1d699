import { useText } from '#i18n/i18n.ts';
import { useMinute } from '#ui/time.tsx';
import { timeLeft } from './standings.ts';

/** "Renews in 5 h 12 min", counted down while it is looked at. */
export function Renewal({ iso }: { iso: string }) {
  const t = useText();
  const { days, hours, minutes } = timeLeft(iso, useMinute());
  const time =
    days > 0
      ? t.missions.days(days, hours)
      : hours > 0
        ? t.missions.hours(hours, minutes)
        : minutes > 0
          ? t.missions.minutes(minutes)
          : undefined;
  return <time dateTime={iso}>{time === undefined ? t.missions.renewsNow : t.missions.renewsIn(time)}</time>;
}
