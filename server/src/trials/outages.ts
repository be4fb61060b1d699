import { until } from '#testing/until.ts';
import { terminateConnections } from './queries.ts';
import type { Load } from './load.ts';
import type { Place } from './start-fleet.ts';
import { type Trial, untilRoundsEnded, untilServing } from './trial.ts';

const ANSWERS = { quick: 80, full: 1_500 };
const TIMES = { quick: 2, full: 8 };

/** How often a process logged this since `from`. */
function countLines(place: Place, text: string, from: number): number {
  return place
    .process()
    .output.slice(from)
    .filter((line) => line.includes(text)).length;
}

/** Rounds go through PostgreSQL: every tab receives them without Redis. */
async function untilRoundsArrive({ tabs }: Load): Promise<void> {
  const last = Math.max(...tabs.map((tab) => tab.roundId()));
  await until('the next rounds in every tab', () => tabs.every((tab) => tab.roundId() > last + 1));
}

/** Redis is for events only: no request may fail while it is gone. Tabs learn that they missed events. */
export const redisDown: Trial = {
  name: 'Redis down',
  async run({ fleet, isQuick, startLoad, breach }) {
    const load = await startLoad();
    const answers = isQuick ? ANSWERS.quick : ANSWERS.full;
    const lines = fleet.places.map((place) => place.process().output.length);
    await load.untilAnswered(answers);
    await fleet.redis.stop();
    await load.untilAnswered(answers);
    await untilRoundsArrive(load);
    await fleet.redis.start();
    await until('every tab to learn of missed events', () => load.tabs.every((tab) => tab.missed() > 0));
    await load.untilAnswered(answers);
    for (const [index, place] of fleet.places.entries()) {
      const lost = countLines(place, 'Redis connection lost', lines[index]!);
      if (lost !== 1) breach(`${place.name} logged the loss of Redis ${lost} times`);
      const errors = countLines(place, '"level":"error"', lines[index]!);
      if (errors > 0) breach(`${place.name} logged ${errors} errors without Redis`);
    }
    return `kill -9, ${answers} answers without it`;
  },
};

/** Kills PostgreSQL under load. What was acknowledged is in the books after its recovery. */
export const postgresDown: Trial = {
  name: 'PostgreSQL down',
  async run({ fleet, isQuick, startLoad }) {
    const load = await startLoad();
    const times = isQuick ? 1 : TIMES.full;
    for (let time = 0; time < times; time++) {
      await load.untilAnswered(isQuick ? ANSWERS.quick : ANSWERS.full);
      load.outages.begin();
      await fleet.postgres.kill();
      await fleet.postgres.start();
      await untilServing(fleet, fleet.places);
      load.outages.end();
      await untilRoundsEnded(fleet, 1);
    }
    await load.untilAnswered(ANSWERS.quick);
    return `${times} × kill -9, restart`;
  },
};

/** Ends all connections to PostgreSQL, then all connections of clients, while requests are in flight. */
export const connectionsCut: Trial = {
  name: 'connections terminated',
  async run({ fleet, isQuick, startLoad }) {
    const load = await startLoad();
    const times = isQuick ? TIMES.quick : TIMES.full;
    let ended = 0;
    for (let time = 0; time < times; time++) {
      await load.untilAnswered(ANSWERS.quick);
      load.outages.begin();
      ended += await terminateConnections(fleet.db.sql);
      await load.untilAnswered(ANSWERS.quick);
      await fleet.balancer.cutConnections();
      await untilServing(fleet, fleet.places);
      load.outages.end();
    }
    await untilRoundsEnded(fleet, 1);
    await load.untilAnswered(ANSWERS.quick);
    return `${ended} connections to PostgreSQL and ${times} × all of clients`;
  },
};
