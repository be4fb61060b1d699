import { createHistogram, header, type Histogram } from './exposition.ts';

const NAME = 'karat_http_request_duration_seconds';

type Route = { readonly method: string; readonly route: string };

export type CallTimes = {
  /** Records one answered call. Each route gets its own function, so that recording does not search for the route. */
  of(route: Route): (status: number, elapsedMs: number) => void;
  /** Everything recorded, as a Prometheus histogram. */
  text(): string;
};

/** How long calls take, by route and status. Written by hand, because it runs with every call. */
export function createCallTimes(): CallTimes {
  const routes: { readonly route: Route; readonly statuses: Map<number, Histogram> }[] = [];

  return {
    of(route) {
      const statuses = new Map<number, Histogram>();
      routes.push({ route, statuses });
      return (status, elapsedMs) => {
        let times = statuses.get(status);
        if (times === undefined) statuses.set(status, (times = createHistogram()));
        times.observe(elapsedMs / 1000);
      };
    },
    text() {
      const lines = routes.flatMap(({ route, statuses }) =>
        [...statuses].flatMap(([status, times]) => times.lines(NAME, { ...route, status: String(status) })),
      );
      return [...header(NAME, 'Time to answer a call of the API.', 'histogram'), ...lines, ''].join('\n');
    },
  };
}
