export const DAYS = 7;
const HOURS = 24;
/** When most people are here, and how many of them are in the depth of the night. */
const BUSIEST_HOUR = 20;
const NIGHT_SHARE = 0.15;

export type Moment = { readonly day: number; readonly hour: number };

/** A week that goes by in so many milliseconds. */
export function createCalendar(weekMs: number, now: () => number = () => performance.now()) {
  const began = now();
  const gone = (): number => Math.min((now() - began) / weekMs, 1);

  function moment(): Moment {
    const hours = Math.min(Math.floor(gone() * DAYS * HOURS), DAYS * HOURS - 1);
    return { day: Math.floor(hours / HOURS) + 1, hour: hours % HOURS };
  }

  return {
    dayMs: weekMs / DAYS,
    /** How much of the week is over, from 0 to 1. */
    gone,
    moment,
    /** How busy an hour is, against the busiest: from 0.15 to 1. */
    bustle(): number {
      const distance = ((gone() * DAYS * HOURS - BUSIEST_HOUR) / HOURS) * 2 * Math.PI;
      return NIGHT_SHARE + (1 - NIGHT_SHARE) * (0.5 + 0.5 * Math.cos(distance));
    },
  };
}

export type Calendar = ReturnType<typeof createCalendar>;
