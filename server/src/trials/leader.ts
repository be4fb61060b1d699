import { findLeader, LOOP, type Trial, untilLedByAnother, untilRoundsEnded, untilServing } from './trial.ts';

const TIMES = { quick: 1, full: 5 };
const ANSWERS = 60;

/** Kills the process that plays the rounds. Another one continues them. */
export const leaderKilled: Trial = {
  name: 'leader killed',
  async run({ fleet, isQuick, startLoad }) {
    const load = await startLoad();
    const times = isQuick ? TIMES.quick : TIMES.full;
    for (let time = 0; time < times; time++) {
      const { leader, epoch } = await findLeader(fleet, LOOP);
      await load.untilAnswered(ANSWERS);
      load.outages.begin();
      await leader.kill();
      await untilLedByAnother(fleet, LOOP, epoch);
      load.outages.end();
      await load.untilAnswered(ANSWERS);
      await leader.start();
      await untilServing(fleet, [leader]);
      await untilRoundsEnded(fleet, 1);
    }
    return `${times} × kill -9`;
  },
};

/** Suspends the process that plays the rounds until another one has taken over, then wakes it: its late writes must have no effect. */
export const leaderFrozen: Trial = {
  name: 'leader frozen',
  async run({ fleet, isQuick, startLoad }) {
    const load = await startLoad();
    const times = isQuick ? TIMES.quick : TIMES.full;
    for (let time = 0; time < times; time++) {
      const { leader, epoch } = await findLeader(fleet, LOOP);
      await load.untilAnswered(ANSWERS);
      load.outages.begin();
      leader.freeze();
      await untilLedByAnother(fleet, LOOP, epoch);
      await untilRoundsEnded(fleet, 1);
      leader.thaw();
      await untilServing(fleet, [leader]);
      load.outages.end();
      await untilRoundsEnded(fleet, 1);
      await load.untilAnswered(ANSWERS);
    }
    return `${times} × SIGSTOP, SIGCONT after the takeover`;
  },
};
