import { spawnSync } from 'node:child_process';
import { GAME_LABELS } from '@karat/contract/reports';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createScrapedSite, type Family, parseMetrics, type Series, valueOf } from '#testing/scrape.ts';

type ScrapedSite = Awaited<ReturnType<typeof createScrapedSite>>;

const SNAKE_CASE = /^[a-z][a-z0-9_]*$/;

let site: ScrapedSite;
let firstText: string;
let first: Map<string, Family>;
beforeAll(async () => {
  site = await createScrapedSite();
  firstText = await site.scrapeText();
  first = parseMetrics(firstText);
});
afterAll(() => site.close());

const siteMetrics = () => [...first].filter(([name]) => name.startsWith('karat_'));

describe('metric names follow the rules of Prometheus', () => {
  test('have a prefix, a type and a help text', () => {
    for (const [name, { help, type }] of first) {
      expect({ name, help, type }).toEqual({
        name: expect.stringMatching(/^(?:karat|process|nodejs)_[a-z0-9_]+$/),
        help: expect.stringMatching(name.startsWith('karat_') ? /^[A-Z].*\.$/ : /./),
        type: expect.stringMatching(/^(?:counter|gauge|histogram)$/),
      });
    }
  });

  test('end in _total for counters only', () => {
    const counters = siteMetrics().flatMap(([name, { type }]) => (type === 'counter' ? [name] : []));
    expect(counters).toEqual(siteMetrics().flatMap(([name]) => (name.endsWith('_total') ? [name] : [])));
    expect(counters.length).toBeGreaterThan(10);
  });

  test('use base units', () => {
    for (const [name] of siteMetrics()) {
      expect(name).not.toMatch(
        /(?:^|_)(?:ms|milliseconds?|microseconds?|minutes?|hours?|days|kb|mb|kilobytes?|percent)(?:_|$)/,
      );
      if (/_age_|duration|_lag_|timestamp/.test(name)) expect(name).toMatch(/_seconds$/);
    }
  });

  test('have snake_case labels, except those of HTTP', async () => {
    await site.http.inject('/auth/me?optional=1');
    const labels = [...(await site.scrape()).values()]
      .flatMap(({ series }) => series.filter(({ name }) => name.startsWith('karat_')))
      .flatMap((series) => Object.entries(series.labels));
    const isHttp = (label: string) => ['method', 'route', 'status', 'le'].includes(label);
    expect(labels.filter(([label]) => !SNAKE_CASE.test(label))).toEqual([]);
    expect(labels.filter(([label, text]) => !isHttp(label) && !SNAKE_CASE.test(text))).toEqual([]);
    expect(labels).toContainEqual(['route', '/auth/me']);
  });

  test.skipIf(spawnSync('promtool', ['--version']).error !== undefined)('pass promtool', () => {
    const ours = firstText
      .split('\n')
      .filter((line) => /^(?:# (?:HELP|TYPE) )?karat_/.test(line))
      .join('\n');
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
      input: `${ours}\n`,
      encoding: 'utf8',
    });
    expect(`${stdout}${stderr}`).toBe('');
    expect(status).toBe(0);
  });
});

describe('the first scrape after a start', () => {
  test('has only plausible numbers', () => {
    const series = [...first.values()].flatMap((family) => family.series);
    const isTime = (name: string) => name.endsWith('_seconds') && !name.includes('time');
    const isRight = ({ name, value }: Series) =>
      Number.isFinite(value) && value >= 0 && (!isTime(name) || value < 1_000_000);
    expect(series.filter((each) => !isRight(each))).toEqual([]);
  });

  test('has the whole CPU time of the process', () => {
    const { user, system } = process.cpuUsage();
    const seconds = valueOf(first, 'process_cpu_seconds_total')!;
    expect(seconds).toBeGreaterThan(0.1);
    expect(seconds).toBeLessThanOrEqual((user + system) / 1e6);
  });

  test('has the event loop lag, which a scrape does not reset', async () => {
    const count = (families: ReadonlyMap<string, Family>) =>
      families.get('karat_event_loop_lag_seconds')!.series.find(({ name }) => name.endsWith('_count'))!.value;
    expect(count(first)).toBeGreaterThanOrEqual(0);
    expect(count(await site.scrape())).toBeGreaterThanOrEqual(count(first));
    await expect.poll(async () => count(await site.scrape()), { timeout: 10_000 }).toBeGreaterThan(count(first));
  });

  test('has every database series on an empty site', () => {
    const empty = siteMetrics().filter(([, { series }]) => series.length === 0);
    expect(empty.map(([name]) => name)).toEqual(['karat_http_request_duration_seconds']);
    for (const kind of ['full', 'recent']) {
      expect(valueOf(first, 'karat_audit_violations', { kind })).toBe(0);
      expect(valueOf(first, 'karat_audit_age_seconds', { kind })).toBeGreaterThan(0);
      expect(valueOf(first, 'karat_audit_last_success_timestamp_seconds', { kind })).toBe(0);
    }
    expect(valueOf(first, 'karat_ledger_halted')).toBe(0);
    expect(valueOf(first, 'karat_store_up')).toBe(1);
    for (const game of Object.values(GAME_LABELS)) {
      expect(valueOf(first, 'karat_stakes_diamonds_total', { game })).toBe(0);
      expect(valueOf(first, 'karat_payouts_diamonds_total', { game })).toBe(0);
    }
  });
});
