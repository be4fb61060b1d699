import { createResults } from '#simulation/results.ts';
import { checkLoad, runAudit } from './checks.ts';
import { delivery } from './delivery.ts';
import { hugeRound } from './huge-round.ts';
import { leaderFrozen, leaderKilled } from './leader.ts';
import { type Load, openLoad } from './load.ts';
import { connectionsCut, postgresDown, redisDown } from './outages.ts';
import { reconnectStorm } from './reconnect-storm.ts';
import { rollingRestart } from './rolling-restart.ts';
import { type Fleet, startFleet } from './start-fleet.ts';
import type { Row } from './table.ts';
import type { Stage, Trial } from './trial.ts';

/** In this order. */
export const TRIALS: Readonly<Record<string, Trial>> = {
  delivery,
  restart: rollingRestart,
  killed: leaderKilled,
  frozen: leaderFrozen,
  redis: redisDown,
  postgres: postgresDown,
  connections: connectionsCut,
  storm: reconnectStorm,
  huge: hugeRound,
};

const PLAYERS = { quick: 6, full: 24 };

export type TrialOptions = {
  readonly processes: number;
  /** Names of `TRIALS`; empty for all. */
  readonly only: readonly string[];
  readonly isQuick: boolean;
  readonly seed: string;
  readonly postgresPrograms?: string | undefined;
  readonly print: (line: string) => void;
};

export type TrialReport = {
  readonly rows: readonly Row[];
  readonly problems: readonly string[];
  readonly audit: string;
  /** Stays after a problem, with the database and the logs. */
  readonly folder: string;
};

type Run = { readonly fleet: Fleet; readonly options: TrialOptions; readonly report: (problem: string) => void };

/** Runs one trial with its own players, then compares what they were acknowledged with the books and their tabs. */
async function runTrial(trial: Trial, { fleet, options, report }: Run, after: number): Promise<Row> {
  const { isQuick, seed, print } = options;
  const loads: Load[] = [];
  let others = 0;
  const onBreach = (message: string): void => report(`${trial.name}: ${message}`);
  const own = createResults(onBreach);
  const stage: Stage = {
    fleet,
    isQuick,
    breach: own.breach,
    print,
    addAcknowledged: (count) => void (others += count),
    async startLoad({ isIdle = false, ...settings } = {}) {
      const players = isQuick ? PLAYERS.quick : PLAYERS.full;
      const load = await openLoad(fleet, { ...settings, players, seed, after, onBreach });
      loads.push(load);
      if (!isIdle) load.start();
      return load;
    },
  };
  let done = '';
  try {
    done = await trial.run(stage);
    for (const load of loads) {
      await load.stop();
      await checkLoad(fleet, load);
    }
    // A quick run audits the books once, at its end.
    if (!isQuick) await runAudit(fleet, own);
  } catch (error) {
    own.breach(`stopped: ${(error as Error).message}`);
  } finally {
    for (const load of loads) load.close();
  }
  const all = [own, ...loads.map(({ results }) => results)];
  const sum = (of: (results: typeof own) => number): number => all.reduce((total, results) => total + of(results), 0);
  return {
    trial: trial.name,
    done,
    acknowledged: others + sum((results) => results.answered()),
    lost: sum((results) => results.breachKinds().lost),
    doubled: sum((results) => results.breachKinds().doubled),
    longestWaitMs: Math.max(...all.map((results) => results.longestWaitMs())),
    isPassed: sum((results) => results.breachCount()) === 0,
  };
}

/** Runs the chosen trials on one site, one after another. A trial that failed ends the run: later ones would start from its damage. */
export async function runTrials(options: TrialOptions): Promise<TrialReport> {
  const { processes, only, print, postgresPrograms } = options;
  const problems: string[] = [];
  const report = (problem: string): void => {
    problems.push(problem);
    print(`✗ ${problem}`);
  };
  const chosen = Object.entries(TRIALS).filter(([name]) => only.length === 0 || only.includes(name));
  const fleet = await startFleet({ processes, postgresPrograms, onProblem: report });
  print(
    `${processes} processes run behind ${fleet.origin}, with their data in ${fleet.folder} (starting PostgreSQL took ${fleet.slowness.toFixed(1)} times as long as on an idle machine).`,
  );
  const rows: Row[] = [];
  let audit = '';
  try {
    for (const [, trial] of chosen) {
      const sinceMs = performance.now();
      const row = await runTrial(trial, { fleet, options, report }, rows.length * PLAYERS.full);
      rows.push(row);
      print(
        `${row.isPassed ? '✓' : '✗'} ${trial.name}: ${row.done} (${Math.round((performance.now() - sinceMs) / 1_000)} s)`,
      );
      if (problems.length > 0) break;
    }
    audit = await runAudit(fleet, { breach: report });
  } finally {
    await fleet.stop({ keep: problems.length > 0 });
  }
  return { rows, problems, audit, folder: fleet.folder };
}
