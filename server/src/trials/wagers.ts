import { getAllCases, openCase } from '@karat/contract/cases';
import { placeBet } from '@karat/contract/roulette';
import { COLORS } from '@karat/rules/roulette';
import type { Load } from './load.ts';
import { startSteadyLoad, type SteadyLoad } from './steady.ts';

const ENTROPY_DIGITS = 32;

/** Openings and bets of the players at a steady rate. */
export async function startWagers({ players, client }: Load, perSecond: number): Promise<SteadyLoad> {
  const cases = await client.call(players[0]!.person, getAllCases, { query: { sort: 'lowest', limit: '1' } });
  const [box] = cases.isDone ? cases.reply.data : [];
  if (box === undefined) throw new Error('there is no case to open');

  async function open(number: number): Promise<void> {
    const { person, client: own } = players[number % players.length]!;
    const input = { params: { caseName: box!.name }, query: { count: '1', hash: box!.hash } };
    const options = { key: person.newKey(), entropy: person.random.hex(ENTROPY_DIGITS) };
    const opened = await own.call(person, openCase, input, options);
    if (opened.isDone) person.record.opened([opened.reply.reward.id], box!.price);
  }

  async function bet(number: number): Promise<void> {
    const { person, client: own } = players[number % players.length]!;
    const body = { playerBet: person.random.oneOf(COLORS), amount: 1 };
    const placed = await own.call(person, placeBet, { body }, { key: person.newKey() });
    if (placed.isDone) person.record.bet(placed.reply.data);
  }

  return startSteadyLoad(perSecond, (number) => (number % 2 === 0 ? open(number) : bet(number)));
}
