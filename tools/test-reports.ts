export type Duration = { readonly name: string; readonly ms: number };
export type Report = { readonly passed: number; readonly failed: number; readonly durations: readonly Duration[] };

type VitestJson = {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly duration?: number | null }[];
  }[];
};

export function vitestReport(json: unknown): Report {
  const { numPassedTests, numFailedTests, testResults } = json as VitestJson;
  const durations = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      name: `${name.split('/').at(-1)} › ${fullName}`,
      ms: duration ?? 0,
    })),
  );
  return { passed: numPassedTests, failed: numFailedTests, durations };
}

type PlaywrightSuite = {
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs: readonly {
    readonly file: string;
    readonly title: string;
    readonly tests: readonly { readonly results: readonly { readonly duration: number }[] }[];
  }[];
};
type PlaywrightJson = {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number };
  readonly suites: readonly PlaywrightSuite[];
};

function specDurations({ suites = [], specs }: PlaywrightSuite): Duration[] {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests.flatMap(({ results }) => results.map(({ duration }) => ({ name: `${file} › ${title}`, ms: duration }))),
  );
  return [...own, ...suites.flatMap(specDurations)];
}

/** A journey that passed only on retry counts as failed. */
export function playwrightReport(json: unknown): Report {
  const { stats, suites } = json as PlaywrightJson;
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    durations: suites.flatMap(specDurations),
  };
}

export function slowest(reports: readonly Report[], count: number): Duration[] {
  return reports
    .flatMap(({ durations }) => durations)
    .toSorted((one, other) => other.ms - one.ms)
    .slice(0, count);
}
