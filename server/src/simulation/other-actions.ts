import { setTimeout as sleep } from 'node:timers/promises';
import { getLatestDrops } from '@karat/contract/drops';
import { getBooks, getTransactions } from '@karat/contract/wallet';
import { getGameHistory } from '@karat/contract/games';
import { getLeaderboard } from '@karat/contract/leaderboard';
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
import { sendChatMessage } from '#sandbox/player-actions/chat-actions.ts';
import type { Person } from './people.ts';
import type { Action, SimulationContext } from './context.ts';

const WORDS = ['gg', 'iyi akşamlar', 'that wheel again', 'hadi bakalım', 'who wants a duel?', 'ne kasaydı ama', 'nice'];
const ATTEMPTS_MAX = 5;
const CLIENT_SEED_DIGITS = 16;

/** Reads a random public or own page. */
export const browse: Action = async ({ client }, person) => {
  const { random } = person;
  const calls = [
    () => client.call(person, getLatestDrops),
    () => client.call(person, getRounds, { query: {} }),
    () => client.call(person, getLeaderboard, { query: {} }),
    () => client.call(person, getTransactions, { query: {} }),
    () => client.call(person, getGameHistory, { query: {} }),
    () => client.call(person, getStatistics),
    () => client.call(person, getBooks),
  ];
  await random.oneOf(calls)();
};

/** Sends a chat message, repeated with the same key until there is an outcome. */
export const chat: Action = async ({ results }, person) => {
  const key = person.newKey();
  const message = person.random.oneOf(WORDS);
  for (let tries = 0; tries < ATTEMPTS_MAX; tries++) {
    if (person.socket.connected) {
      const outcome = await sendChatMessage(person, { message, key });
      if (outcome === 'sent') person.record.messageSent(key);
      if (outcome === 'sent') results.done('SEND_MESSAGE');
      if (outcome === 'refused') results.refused('in the chat');
      if (outcome !== 'unknown') return;
    } else await sleep(1_000);
  }
};

export const askSupport: Action = async ({ client }, person) => {
  const { random, record } = person;
  const options = { key: person.newKey(), mayChange: true };
  if (random.happens(0.5)) {
    const body = {
      title: 'Something to ask',
      message: `A question of ${person.name}: ${random.oneOf(WORDS)}, is it not?`,
    };
    const created = await client.call(person, createTicket, { body }, options);
    if (created.isDone) record.ticketCreated(created.reply.ticket.id);
    return;
  }
  const ticketList = await client.call(person, getTickets);
  const open = ticketList.isDone ? ticketList.reply.tickets.filter(({ isOpen }) => isOpen) : [];
  if (open.length === 0) return;
  const params = { id: String(random.oneOf(open).id) };
  if (random.happens(0.3)) await client.call(person, closeTicket, { params });
  else await client.call(person, sendTicketMessage, { params, body: { message: 'And one more thing.' } }, options);
};

export const rotateOwnSeed: Action = async ({ client }, person) => {
  await client.call(person, rotateSeed, { body: { clientSeed: person.random.hex(CLIENT_SEED_DIGITS) } });
};

/** Answers a reality check, if there is one. */
export const answerRealityCheckIfAsked: Action = async ({ client }, person) => {
  await client.call(person, answerRealityCheck, undefined, { mayBeMissing: true });
};

const LIMIT = { min: 2_000, max: 20_000 };

/** Called before the first wager, so that the limit applies to all of them. */
export async function setOwnLimit({ client }: SimulationContext, person: Person): Promise<void> {
  const { random, saferPlay } = person;
  const [kind, period] = [random.oneOf(LIMIT_KINDS), random.oneOf(LIMIT_PERIODS)];
  const allowed = random.integer(LIMIT.min, LIMIT.max);
  const set = await client.call(
    person,
    setLimits,
    { body: { limits: [{ kind, period, allowed }] } },
    { mayBeMissing: true },
  );
  if (set.isDone && kind === 'wager') saferPlay.wagerMax = allowed;
}

/** Takes a break or excludes the player. Even a break of one day lasts longer than the simulation. */
export async function stopPlaying({ client }: SimulationContext, person: Person): Promise<void> {
  const options = { mayBeMissing: true };
  const stopped = person.random.happens(0.7)
    ? await client.call(person, takeBreak, { body: { days: person.random.integer(1, 42) } }, options)
    : await client.call(person, excludeMyself, { body: { months: 6 } }, options);
  if (stopped.isDone) person.saferPlay.onBreakSince = performance.now();
}
