/** Tabs that fetch their state again: as many a second as a process serves beside its other work. */
const TABS_PER_SECOND = 500;

/** Over how many milliseconds this many tabs should spread what they do at the same time. */
export function spreadMs(tabs: number): number {
  return Math.ceil((tabs * 1_000) / TABS_PER_SECOND);
}
