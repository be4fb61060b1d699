import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { until } from '#testing/until.ts';
import { startReads } from './reads.ts';
import type { TabReport } from './tab-process.ts';
import { type Trial, untilServing } from './trial.ts';
import { startWagers } from './wagers.ts';

const TAB_PROCESS = path.join(import.meta.dirname, 'tab-process.ts');
const TABS = { quick: 1_000, full: 10_000 };
const TABS_PER_PROCESS = 2_500;
const ADDRESSES_PER_PROCESS = 5;
/** The load balancer needs two files for each tab, and some for everything else. */
const FILES_RESERVED = 1_000;
const READS_PER_SECOND = 20;
/** Steady, because every message of busy players would go to every tab, and these clients share the processors with the site. */
const WAGERS_PER_SECOND = 20;

/** As many tabs as the limit of open files allows. */
function tabsPossible(wanted: number): number {
  const [, , limit] = /^Max open files +(\S+) +(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
  return limit === undefined || limit === 'unlimited' ? wanted : Math.min(wanted, (Number(limit) - FILES_RESERVED) / 2);
}

async function readReport(child: ChildProcess): Promise<TabReport> {
  const answer = once(child, 'message');
  child.send('report');
  const [report] = (await answer) as [TabReport];
  return report;
}

function startTabProcesses(origin: string, tabs: number): ChildProcess[] {
  return Array.from({ length: Math.ceil(tabs / TABS_PER_PROCESS) }, (_, index) => {
    const count = Math.min(TABS_PER_PROCESS, tabs - index * TABS_PER_PROCESS);
    return fork(TAB_PROCESS, [origin, String(count), String(2 + index * ADDRESSES_PER_PROCESS)]);
  });
}

const seconds = (ms: number): string => (ms / 1_000).toFixed(1);

/** Cuts the connections of very many tabs at once. All come back, none is refused, and the site serves players meanwhile. */
export const reconnectStorm: Trial = {
  name: 'reconnect storm',
  async run({ fleet, isQuick, startLoad, breach }) {
    const tabs = tabsPossible(isQuick ? TABS.quick : TABS.full);
    const children = startTabProcesses(fleet.origin, tabs);
    const readReports = () => Promise.all(children.map(readReport));
    const countOf = async (of: (report: TabReport) => number): Promise<number> =>
      (await readReports()).reduce((sum, report) => sum + of(report), 0);
    const areAllConnected = async (): Promise<boolean> => (await countOf(({ connected }) => connected)) === tabs;
    const areAllBack = async (): Promise<boolean> =>
      (await areAllConnected()) && (await countOf(({ awayMs }) => awayMs.length)) >= tabs;
    try {
      const load = await startLoad({ isIdle: true });
      const wagers = await startWagers(load, WAGERS_PER_SECOND);
      await until(`${tabs} tabs to connect`, areAllConnected, { pollMs: 200 });
      const sinceMs = performance.now();
      const reads = startReads(load, READS_PER_SECOND);
      load.outages.begin();
      await fleet.balancer.cutConnections();
      await until(`${tabs} tabs to reconnect`, areAllBack, { pollMs: 200 });
      const { p99Ms } = await reads.figuresSince(sinceMs);
      await Promise.all([reads.stop(), wagers.stop()]);
      await untilServing(fleet, fleet.places);
      load.outages.end();
      const reports = await readReports();
      const failures = reports.reduce((sum, report) => sum + report.failures, 0);
      if (failures > 0) breach(`${failures} attempts to reconnect failed`);
      const slowestMs = Math.max(...reports.map(({ awayMs }) => awayMs.at(-1) ?? 0));
      return `${tabs} tabs back within ${seconds(slowestMs)} s; p99 of a read ${Math.round(p99Ms)} ms`;
    } finally {
      for (const child of children) child.kill();
    }
  },
};
