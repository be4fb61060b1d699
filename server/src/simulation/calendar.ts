export const DAYS = 7;
const HOURS = 24;
/** Activity is highest at this hour; twelve hours later it falls to the night share. */
const BUSIEST_HOUR = 20;
const NIGHT_SHARE = 0.15;

export type Moment = { readonly day: number; readonly hour: number };

/** A simulated week that takes `weekMs` of real time. */
export function createCalendar(weekMs: number, now: () => number = () => performance.now()) {
  const startMs = now();
  const elapsed = (): number => Math.min((now() - startMs) / weekMs, 1);

  function moment(): Moment {
    const hours = Math.min(Math.floor(elapsed() * DAYS * HOURS), DAYS * HOURS - 1);
    return { day: Math.floor(hours / HOURS) + 1, hour: hours % HOURS };
  }

  return {
    dayMs: weekMs / DAYS,
    /** The elapsed part of the week, from 0 to 1. */
    elapsed,
    moment,
    /** Activity relative to the busiest hour: from 0.15 to 1. */
    activity(): number {
      const distance = ((elapsed() * DAYS * HOURS - BUSIEST_HOUR) / HOURS) * 2 * Math.PI;
      return NIGHT_SHARE + (1 - NIGHT_SHARE) * (0.5 + 0.5 * Math.cos(distance));
    },
  };
}

export type Calendar = ReturnType<typeof createCalendar>;
