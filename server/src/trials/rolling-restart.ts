import { startReads } from './reads.ts';
import { type Trial, untilServing } from './trial.ts';

const READS_PER_SECOND = 140;
const ANSWERS_BETWEEN = { quick: 60, full: 2_000 };

/** Replaces every process under load. No request may fail: outages are not declared, so a failed one is a breach. */
export const rollingRestart: Trial = {
  name: 'rolling restart',
  async run({ fleet, isQuick, startLoad, breach }) {
    const load = await startLoad();
    const sinceMs = performance.now();
    const reads = startReads(load, READS_PER_SECOND);
    for (const place of fleet.places) {
      const code = await place.stop();
      if (code !== 0) breach(`${place.name} stopped with ${code}`);
      await place.start();
      // Like an operator: replaces the next process once the load balancer uses this one.
      await untilServing(fleet, [place]);
      await load.untilAnswered(isQuick ? ANSWERS_BETWEEN.quick : ANSWERS_BETWEEN.full);
    }
    const { perSecond } = await reads.figuresSince(sinceMs);
    await reads.stop();
    return `${fleet.places.length} processes replaced at ${Math.round(perSecond)} reads/s beside wagers`;
  },
};
