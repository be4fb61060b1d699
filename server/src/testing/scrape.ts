import { openDb } from '#db/db.ts';
import { readEnv } from '#env.ts';
import { createLog } from '#log.ts';
import { composeSite } from '#site.ts';
import { createBusHub } from './bus-hub.ts';
import { createTestDatabase } from './database.ts';
import { TEST_SECRET, webApp } from './test-site.ts';

export type Series = {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
};
export type Family = { readonly help: string; readonly type: string; readonly series: Series[] };

const SERIES = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;

/** Parses the text of `/metrics`. Throws unless every series follows its family's HELP and TYPE, and HELP comes once. */
export function parseMetrics(text: string): Map<string, Family> {
  const families = new Map<string, Family>();
  const helps = new Map<string, string>();
  let current: { readonly name: string; readonly family: Family } | undefined;
  for (const line of text.split('\n').filter((each) => each !== '')) {
    const [, kind, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? [];
    if (kind === 'HELP') {
      if (helps.has(name)) throw new Error(`${name} is described twice`);
      helps.set(name, rest);
    } else if (kind === 'TYPE') {
      current = { name, family: { help: helps.get(name) ?? '', type: rest, series: [] } };
      families.set(name, current.family);
    } else {
      const [, seriesName, labels = '', value] = SERIES.exec(line) ?? [];
      if (seriesName === undefined || current === undefined || !seriesName.startsWith(current.name)) {
        throw new Error(`unexpected line: ${line}`);
      }
      const pairs = [...labels.matchAll(LABEL)].map(([, label, text]) => [label, text] as const);
      const number = value === '+Inf' ? Number.POSITIVE_INFINITY : Number(value);
      current.family.series.push({ name: seriesName, labels: Object.fromEntries(pairs), value: number });
    }
  }
  return families;
}

/** The value of a series; undefined if there is none. */
export function valueOf(
  families: ReadonlyMap<string, Family>,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | undefined {
  const matches = (series: Series) => Object.entries(labels).every(([label, text]) => series.labels[label] === text);
  return families.get(name)?.series.find(matches)?.value;
}

/** A site with a bus and a replica, as in a cluster, so that it exposes every metric. The replica is none, so it is not used. */
export async function createScrapedSite() {
  const log = createLog('silent');
  const database = await createTestDatabase();
  const { connection } = database;
  const db = openDb({ connection, replica: connection, log });
  const env = readEnv({ PORT: '0' });
  const site = composeSite({ env, log, db, secret: TEST_SECRET, webApp, bus: createBusHub(log).join() });
  const scrapeText = async () => (await site.http.inject('/metrics')).body;
  return {
    ...site,
    scrapeText,
    scrape: async () => parseMetrics(await scrapeText()),
    dropDatabase: () => database.drop(),
    async close() {
      await site.close();
      await db.close();
      await database.drop();
    },
  };
}
