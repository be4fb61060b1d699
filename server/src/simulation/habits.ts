import { betSome, claimRewards, openSome, sellSome } from './game-actions.ts';
import { buyOne, listOne, manageListings, placeBuyOrder } from './market-actions.ts';
import type { Habit, Person } from './people.ts';
import {
  answerRealityCheckIfAsked,
  askSupport,
  browse,
  chat,
  rotateOwnSeed,
  setOwnLimit,
  stopPlaying,
} from './other-actions.ts';
import { playRoom } from './room-actions.ts';
import type { Action, SimulationContext } from './context.ts';
import { answerOffers, depositSome, withdrawOne } from './trade-actions.ts';

const ACTIONS = {
  open: openSome,
  sell: sellSome,
  bet: betSome,
  claim: claimRewards,
  room: playRoom,
  list: listOne,
  buy: buyOne,
  manage: manageListings,
  buyOrder: placeBuyOrder,
  deposit: depositSome,
  withdraw: withdrawOne,
  answer: answerOffers,
  browse,
  chat,
  ask: askSupport,
  seed: rotateOwnSeed,
  reality: answerRealityCheckIfAsked,
} as const satisfies Readonly<Record<string, Action>>;
type ActionName = keyof typeof ACTIONS;

/** Actions of all players. */
const ALL = { browse: 2, claim: 1, chat: 0.4, ask: 0.15, seed: 0.1, reality: 0.05 } as const;

const WEIGHTS: Readonly<Record<Habit, Readonly<Partial<Record<ActionName, number>>>>> = {
  opener: { ...ALL, open: 10, sell: 5, bet: 1, list: 0.5 },
  bettor: { ...ALL, bet: 14, open: 1, sell: 1 },
  duellist: { ...ALL, room: 8, bet: 1 },
  trader: { ...ALL, list: 5, buy: 5, manage: 2, buyOrder: 3, open: 4, sell: 1 },
  collector: { ...ALL, open: 3, deposit: 2, withdraw: 2.5, answer: 6, list: 1, buy: 1 },
  visitor: { browse: 10, chat: 1, ask: 0.3 },
};

/** Average pause between two actions of one person at the busiest hour. */
const REST_MS = 2_500;
const CHANCE = { limited: 0.12, stops: 0.08 };

/** Lets one person act until the week is over. */
export async function playWeek(context: SimulationContext, person: Person): Promise<void> {
  const { random, habit } = person;
  const { calendar } = context;
  const isPlayer = habit !== 'visitor';
  if (isPlayer && random.happens(CHANCE.limited)) await setOwnLimit(context, person);
  let stopsAt = isPlayer && random.happens(CHANCE.stops) ? random.next() : Infinity;
  await context.rest(random.next() * REST_MS);
  while (!context.isClosing()) {
    if (calendar.elapsed() > stopsAt) {
      stopsAt = Infinity;
      await stopPlaying(context, person);
    }
    await ACTIONS[random.weighted(WEIGHTS[habit])](context, person);
    await context.rest(random.wait(REST_MS / calendar.activity()));
  }
}
