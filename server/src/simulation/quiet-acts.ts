import { setTimeout as sleep } from 'node:timers/promises';
import { getLatestDrops } from '@karat/contract/drops';
import { getBooks, getTransactions } from '@karat/contract/wallet';
import { getGameHistory } from '@karat/contract/games';
import { getLeaderboard } from '@karat/contract/leaderboard';
import type { FromServer } from '@karat/contract/live';
import { getStatistics } from '@karat/contract/profile';
import { getRounds } from '@karat/contract/roulette';
import {
  answerRealityCheck,
  excludeMyself,
  LIMIT_KINDS,
  LIMIT_PERIODS,
  setLimits,
  takeBreak,
} from '@karat/contract/safer-play';
import { closeTicket, createTicket, getTickets, sendTicketMessage } from '@karat/contract/tickets';
import { rotateSeed } from '@karat/contract/fairness';
import type { Person } from './people.ts';
import type { Act, Stage } from './stage.ts';

const WORDS = ['gg', 'iyi akşamlar', 'that wheel again', 'hadi bakalım', 'who wants a duel?', 'ne kasaydı ama', 'nice'];
const HEARD_MAX_MS = 8_000;
const TOLD_TRIES_MAX = 5;
const CLIENT_SEED_DIGITS = 16;

/** Walks around and looks at things. */
export const lookAround: Act = async ({ client }, person) => {
  const { random } = person;
  const looks = [
    () => client.call(person, getLatestDrops),
    () => client.call(person, getRounds, { query: {} }),
    () => client.call(person, getLeaderboard, { query: {} }),
    () => client.call(person, getTransactions, { query: {} }),
    () => client.call(person, getGameHistory, { query: {} }),
    () => client.call(person, getStatistics),
    () => client.call(person, getBooks),
  ];
  await random.oneOf(looks)();
};

/** What became of a message: said, refused, or not known. */
function listenFor({ socket }: Person, key: string): Promise<'said' | 'refused' | 'unknown'> {
  return new Promise((resolve) => {
    const done = (outcome: 'said' | 'refused' | 'unknown') => {
      clearTimeout(timer);
      socket.off('NEW_MESSAGE', hearMessage).off('ERROR', hearError);
      resolve(outcome);
    };
    const timer = setTimeout(done, HEARD_MAX_MS, 'unknown' as const);
    const hearMessage = (told: FromServer['NEW_MESSAGE']): void => void (told.key === key && done('said'));
    const hearError = (told: FromServer['ERROR']): void => void (told.key === key && done('refused'));
    socket.on('NEW_MESSAGE', hearMessage).on('ERROR', hearError);
  });
}

/** Says something in the chat, under one key until it is heard. */
export const chat: Act = async ({ tally }, person) => {
  const key = person.newKey();
  const message = person.random.oneOf(WORDS);
  for (let tries = 0; tries < TOLD_TRIES_MAX; tries++) {
    if (person.socket.connected) {
      const heard = listenFor(person, key);
      person.socket.emit('SEND_MESSAGE', { message, key });
      const outcome = await heard;
      if (outcome === 'said') person.diary.said(key);
      if (outcome === 'said') tally.done('SEND_MESSAGE');
      if (outcome === 'refused') tally.refused('in the chat');
      if (outcome !== 'unknown') return;
    } else await sleep(1_000);
  }
};

export const askSupport: Act = async ({ client }, person) => {
  const { random, diary } = person;
  const options = { key: person.newKey(), mayMoveOn: true };
  if (random.isSo(0.5)) {
    const body = {
      title: 'Something to ask',
      message: `A question of ${person.name}: ${random.oneOf(WORDS)}, is it not?`,
    };
    const made = await client.call(person, createTicket, { body }, options);
    if (made.isDone) diary.asked(made.reply.ticket.id);
    return;
  }
  const seen = await client.call(person, getTickets);
  const open = seen.isDone ? seen.reply.tickets.filter(({ isOpen }) => isOpen) : [];
  if (open.length === 0) return;
  const params = { id: String(random.oneOf(open).id) };
  if (random.isSo(0.3)) await client.call(person, closeTicket, { params });
  else await client.call(person, sendTicketMessage, { params, body: { message: 'And one more thing.' } }, options);
};

export const renewSeed: Act = async ({ client }, person) => {
  await client.call(person, rotateSeed, { body: { clientSeed: person.random.hex(CLIENT_SEED_DIGITS) } });
};

/** Answers the question whether one wants to go on, where it is asked. */
export const goOn: Act = async ({ client }, person) => {
  await client.call(person, answerRealityCheck, undefined, { mayBeMissing: true });
};

const LIMIT = { min: 2_000, max: 20_000 };

/** Before the first wager, so that it holds for all of them. */
export async function setOwnLimit({ client }: Stage, person: Person): Promise<void> {
  const { random, care } = person;
  const [kind, period] = [random.oneOf(LIMIT_KINDS), random.oneOf(LIMIT_PERIODS)];
  const allowed = random.whole(LIMIT.min, LIMIT.max);
  const set = await client.call(
    person,
    setLimits,
    { body: { limits: [{ kind, period, allowed }] } },
    { mayBeMissing: true },
  );
  if (set.isDone && kind === 'wager') care.wagerMax = allowed;
}

/** A break of a day is longer than the week takes here. */
export async function stopPlaying({ client }: Stage, person: Person): Promise<void> {
  const options = { mayBeMissing: true };
  const stopped = person.random.isSo(0.7)
    ? await client.call(person, takeBreak, { body: { days: person.random.whole(1, 42) } }, options)
    : await client.call(person, excludeMyself, { body: { months: 6 } }, options);
  if (stopped.isDone) person.care.onBreakSince = performance.now();
}
