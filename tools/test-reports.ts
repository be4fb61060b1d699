export type Duration = { readonly name: string; readonly ms: number };
export type Failure = { readonly name: string; readonly message: string };
export type Report = {
  readonly passed: number;
  readonly failed: number;
  readonly failures: readonly Failure[];
  readonly durations: readonly Duration[];
};

type VitestJson = {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly duration?: number | null;
      readonly failureMessages?: readonly string[] | null;
    }[];
  }[];
};

const baseName = (file: string): string => file.split('/').at(-1)!;

export function vitestReport(json: unknown): Report {
  const { numPassedTests, numFailedTests, testResults } = json as VitestJson;
  const durations = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      name: `${baseName(name)} › ${fullName}`,
      ms: duration ?? 0,
    })),
  );
  const failures = testResults.flatMap(({ name, status, message = '', assertionResults }) => {
    const failed = assertionResults.filter((result) => result.status === 'failed');
    // A file that could not be loaded has failed without a test.
    if (failed.length === 0 && status === 'failed') return [{ name: baseName(name), message }];
    return failed.map(({ fullName, failureMessages }) => ({
      name: `${baseName(name)} › ${fullName}`,
      message: failureMessages?.join('\n') ?? '',
    }));
  });
  return { passed: numPassedTests, failed: numFailedTests, failures, durations };
}

type PlaywrightSuite = {
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs: readonly {
    readonly file: string;
    readonly title: string;
    readonly tests: readonly {
      readonly results: readonly {
        readonly duration: number;
        readonly errors?: readonly { readonly message?: string }[];
      }[];
    }[];
  }[];
};
type PlaywrightJson = {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number };
  readonly suites: readonly PlaywrightSuite[];
};

type JourneyRun = Duration & { readonly errors: readonly string[] };

function journeyRuns({ suites = [], specs }: PlaywrightSuite): JourneyRun[] {
  const ownTests = specs.flatMap(({ file, title, tests }) =>
    tests.flatMap(({ results }) =>
      results.map(({ duration, errors = [] }) => ({
        name: `${file} › ${title}`,
        ms: duration,
        errors: errors.map(({ message = '' }) => message),
      })),
    ),
  );
  return [...ownTests, ...suites.flatMap(journeyRuns)];
}

/** A journey that passed only on retry counts as failed. */
export function playwrightReport(json: unknown): Report {
  const { stats, suites } = json as PlaywrightJson;
  const runs = suites.flatMap(journeyRuns);
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    failures: runs
      .filter(({ errors }) => errors.length > 0)
      .map(({ name, errors }) => ({ name, message: errors.join('\n') })),
    durations: runs.map(({ name, ms }) => ({ name, ms })),
  };
}

export function slowest(reports: readonly Report[], count: number): Duration[] {
  return reports
    .flatMap(({ durations }) => durations)
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, count);
}
