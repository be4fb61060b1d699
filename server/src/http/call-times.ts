/** The upper ends of the buckets that times are counted in. */
const BUCKETS_MS = [1, 5, 20, 100, 500, 2_000, 10_000] as const;

type Times = { readonly counts: number[]; sumMs: number };

export type CallTimes = {
  /** Notes one answered call; each route gets its own, so that a note is two additions and no search. */
  of(route: string): (status: number, elapsedMs: number) => void;
  /** Everything noted, as a Prometheus histogram. */
  text(): string;
};

/** How long calls take, by route and status. By hand, because it runs with every call. */
export function createCallTimes(): CallTimes {
  const routes = new Map<string, Map<number, Times>>();

  function timesOf(statuses: Map<number, Times>, status: number): Times {
    const known = statuses.get(status);
    if (known !== undefined) return known;
    const times = { counts: Array.from({ length: BUCKETS_MS.length + 1 }, () => 0), sumMs: 0 };
    statuses.set(status, times);
    return times;
  }

  function lines(labels: string, { counts, sumMs }: Times): string[] {
    let below = 0;
    const buckets = [...BUCKETS_MS.map((ms) => String(ms / 1000)), '+Inf'].map((end, at) => {
      below += counts[at] ?? 0;
      return `call_seconds_bucket{${labels},le="${end}"} ${below}`;
    });
    return [...buckets, `call_seconds_sum{${labels}} ${sumMs / 1000}`, `call_seconds_count{${labels}} ${below}`];
  }

  return {
    of(route) {
      const statuses = new Map<number, Times>();
      routes.set(route, statuses);
      return (status, elapsedMs) => {
        const times = timesOf(statuses, status);
        const at = BUCKETS_MS.findIndex((end) => elapsedMs <= end);
        times.counts[at === -1 ? BUCKETS_MS.length : at]! += 1;
        times.sumMs += elapsedMs;
      };
    },
    text() {
      const noted = [...routes].flatMap(([route, statuses]) =>
        [...statuses].flatMap(([status, times]) => lines(`route="${route}",status="${status}"`, times)),
      );
      return ['# HELP call_seconds Time to answer a call.', '# TYPE call_seconds histogram', ...noted, ''].join('\n');
    },
  };
}
