/** One value of a metric. Label values are snake_case words, except those of HTTP: method, route and status. */
export type Sample = { readonly value: number; readonly labels?: Readonly<Record<string, string>> };

/** A metric as Prometheus reads it. */
export type Metric = {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge';
  /** Rejects or returns no samples while the value is unknown, for example while the database is down. */
  read(): number | readonly Sample[] | Promise<number | readonly Sample[]>;
};

/** Upper bounds of histogram buckets, in seconds. */
export const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

function escape(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}

function line(name: string, { value, labels = {} }: Sample): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escape(text)}"`);
  const written = value === Number.POSITIVE_INFINITY ? '+Inf' : String(value);
  return `${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${written}`;
}

/** A metric with its current values. A metric that cannot be read has none and does not affect the others. */
export async function renderMetric({ name, help, type, read }: Metric): Promise<string> {
  const values = await Promise.resolve()
    .then(read)
    .catch(() => []);
  const samples = typeof values === 'number' ? [{ value: values }] : values;
  const introduction = [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
  return [...introduction, ...samples.map((sample) => line(name, sample)), ''].join('\n');
}

/** One sample per key of a record, under the given label. */
export function samplesBy(label: string, values: Readonly<Record<string, number>>): Sample[] {
  return Object.entries(values).map(([key, value]) => ({ value, labels: { [label]: key } }));
}
