import { betSome, claimRewards, openSome, sellSome } from './game-acts.ts';
import { buyOne, listOne, tendStall, wishForOne } from './market-acts.ts';
import type { Habit, Person } from './people.ts';
import { askSupport, chat, goOn, lookAround, renewSeed, setOwnLimit, stopPlaying } from './quiet-acts.ts';
import { playRoom } from './room-acts.ts';
import type { Act, Stage } from './stage.ts';
import { answerOffers, depositSome, withdrawOne } from './trade-acts.ts';

const ACTS = {
  open: openSome,
  sell: sellSome,
  bet: betSome,
  claim: claimRewards,
  room: playRoom,
  list: listOne,
  buy: buyOne,
  tend: tendStall,
  wish: wishForOne,
  deposit: depositSome,
  withdraw: withdrawOne,
  answer: answerOffers,
  look: lookAround,
  chat,
  ask: askSupport,
  seed: renewSeed,
  goOn,
} as const satisfies Readonly<Record<string, Act>>;
type ActName = keyof typeof ACTS;

/** What everybody does at times. */
const ALL = { look: 2, claim: 1, chat: 0.4, ask: 0.15, seed: 0.1, goOn: 0.05 } as const;

const WEIGHTS: Readonly<Record<Habit, Readonly<Partial<Record<ActName, number>>>>> = {
  opener: { ...ALL, open: 10, sell: 5, bet: 1, list: 0.5 },
  bettor: { ...ALL, bet: 14, open: 1, sell: 1 },
  duellist: { ...ALL, room: 8, bet: 1 },
  trader: { ...ALL, list: 5, buy: 5, tend: 2, wish: 3, open: 4, sell: 1 },
  collector: { ...ALL, open: 3, deposit: 2, withdraw: 2.5, answer: 6, list: 1, buy: 1 },
  visitor: { look: 10, chat: 1, ask: 0.3 },
};

/** Between two acts of one person at the busiest hour. */
const REST_MS = 2_500;
const CHANCE = { limited: 0.12, stops: 0.08 };

/** The days of one person: what they do, at their pace, until the week is over. */
export async function live(stage: Stage, person: Person): Promise<void> {
  const { random, habit } = person;
  const { calendar } = stage;
  const isPlayer = habit !== 'visitor';
  if (isPlayer && random.isSo(CHANCE.limited)) await setOwnLimit(stage, person);
  let stopsAt = isPlayer && random.isSo(CHANCE.stops) ? random.next() : Infinity;
  await stage.rest(random.next() * REST_MS);
  while (!stage.isClosing()) {
    if (calendar.gone() > stopsAt) {
      stopsAt = Infinity;
      await stopPlaying(stage, person);
    }
    await ACTS[random.weighted(WEIGHTS[habit])](stage, person);
    await stage.rest(random.wait(REST_MS / calendar.bustle()));
  }
}
