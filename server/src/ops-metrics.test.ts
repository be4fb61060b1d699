import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { temporaryFolder } from '#testing/folders.ts';
import { createScrapedSite, type Series } from '#testing/scrape.ts';

const OPS = path.resolve(import.meta.dirname, '../../ops');
const ALERTS = path.join(OPS, 'prometheus-alerts.yml');
const DASHBOARD = path.join(OPS, 'grafana-dashboard.json');

type Alert = {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly description: string };
};
type Panel = {
  readonly type: string;
  readonly title: string;
  readonly datasource?: { readonly uid: string };
  readonly targets?: readonly { readonly expr: string; readonly datasource: { readonly uid: string } }[];
};
type Dashboard = {
  readonly panels: readonly Panel[];
  readonly templating: {
    readonly list: readonly { readonly name: string; readonly type: string; readonly query: unknown }[];
  };
};

let series: Series[];
let alerts: Alert[];
let dashboard: Dashboard;
beforeAll(async () => {
  const site = await createScrapedSite();
  await site.http.inject('/auth/me?optional=1');
  series = [...(await site.scrape()).values()].flatMap((family) => family.series);
  await site.close();
  const file = parse(await readFile(ALERTS, 'utf8')) as { groups: { rules: Alert[] }[] };
  alerts = file.groups.flatMap(({ rules }) => rules);
  dashboard = JSON.parse(await readFile(DASHBOARD, 'utf8')) as Dashboard;
});

/** Created by Prometheus itself for every target. */
const OF_PROMETHEUS = new Set(['up']);
const SELECTOR = /\b([a-z_:][\w:]*)\s*(?:\{([^}]*)\})?(?!\w|\s*\()/gi;
const WORDS = new Set(['and', 'or', 'unless', 'bool', 'offset', 'group_left', 'group_right']);

type Selector = { readonly name: string; readonly labels: readonly (readonly [string, string])[] };

/** The metrics of an expression, with its labels that are compared for equality. */
function selectorsOf(expr: string): Selector[] {
  const bare = expr.replaceAll(/\[[^\]]*\]/g, '').replaceAll(/\b(?:by|without|on|ignoring)\s*\([^)]*\)/g, '');
  return [...bare.matchAll(SELECTOR)]
    .map(([, name = '', matchers = '']) => ({
      name,
      labels: [...matchers.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = '', text = '']) => [label, text] as const),
    }))
    .filter(({ name }) => !WORDS.has(name));
}

function isExposed({ name, labels }: Selector): boolean {
  // The operator chooses the job label.
  const ownLabels = labels.filter(([label]) => label !== 'job');
  return series.some((each) => each.name === name && ownLabels.every(([label, text]) => each.labels[label] === text));
}

/** Expressions that read something the site does not expose. */
function unknownIn(exprs: readonly string[]): string[] {
  const selectors = exprs.flatMap(selectorsOf).filter(({ name }) => !OF_PROMETHEUS.has(name));
  return selectors.filter((each) => !isExposed(each)).map(({ name, labels }) => `${name} ${JSON.stringify(labels)}`);
}

test('finds every metric of an expression and nothing else', () => {
  const expr =
    'histogram_quantile(0.99, sum by (le) (rate(karat_x_bucket{job="a",state!="b"}[5m]))) > on (instance) max(karat_y) and up == 0';
  expect(selectorsOf(expr)).toEqual([
    { name: 'karat_x_bucket', labels: [['job', 'a']] },
    { name: 'karat_y', labels: [] },
    { name: 'up', labels: [] },
  ]);
  expect(unknownIn([expr])).toEqual(['karat_x_bucket [["job","a"]]', 'karat_y []']);
});

describe('the alerts', () => {
  test('read only what the site exposes', () => {
    expect(alerts.length).toBeGreaterThan(15);
    expect(unknownIn(alerts.map(({ expr }) => expr))).toEqual([]);
  });

  test('have a unique name, a severity, a description and an instruction', () => {
    expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length);
    for (const each of alerts) {
      expect(each).toMatchObject({
        alert: expect.stringMatching(/^Karat[A-Z]\w+$/),
        labels: { severity: expect.stringMatching(/^(?:critical|warning|info)$/) },
        annotations: { summary: expect.stringMatching(/\w/), description: expect.stringMatching(/\.$/) },
      });
    }
  });

  test.skipIf(spawnSync('promtool', ['--version']).error !== undefined)('pass promtool', () => {
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', ALERTS], { encoding: 'utf8' });
    expect(status, `${stdout}${stderr}`).toBe(0);
  });
});

describe('the dashboard', () => {
  const exprs = () => dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));

  test('reads only what the site exposes', () => {
    expect(exprs().length).toBeGreaterThan(30);
    expect(unknownIn(exprs())).toEqual([]);
  });

  test('has a row for each subject, and takes its data source from a variable', () => {
    const rows = dashboard.panels.filter(({ type }) => type === 'row').map(({ title }) => title);
    expect(rows).toEqual(['Overview', 'Money', 'HTTP', 'Live', 'Store']);
    expect(dashboard.templating.list[0]).toMatchObject({ name: 'datasource', type: 'datasource', query: 'prometheus' });
    const panels = dashboard.panels.filter(({ type }) => type !== 'row');
    const sources = panels.flatMap(({ datasource, targets = [] }) => [
      datasource,
      ...targets.map((each) => each.datasource),
    ]);
    expect(new Set(sources.map((source) => source?.uid))).toEqual(new Set(['${datasource}']));
  });

  test.skipIf(spawnSync('promtool', ['--version']).error !== undefined)('has valid expressions', async () => {
    const rules = exprs().map((expr, index) => ({
      record: `panel:${index}`,
      expr: expr.replaceAll('$__rate_interval', '5m').replaceAll('$job', '.*'),
    }));
    const file = path.join(await temporaryFolder(), 'panels.yml');
    await writeFile(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', file], { encoding: 'utf8' });
    expect(status, `${stdout}${stderr}`).toBe(0);
  });
});
