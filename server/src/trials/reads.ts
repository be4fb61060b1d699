import { getMe } from '@karat/contract/accounts';
import { getAllCases } from '@karat/contract/cases';
import type { Load } from './load.ts';
import { startSteadyLoad, type SteadyLoad } from './steady.ts';

/** Reads of players and visitors at a steady rate. */
export function startReads({ players }: Load, perSecond: number): SteadyLoad {
  return startSteadyLoad(perSecond, (number) => {
    const { client, person } = players[number % players.length]!;
    return number % 2 === 0
      ? client.call(person, getMe, { query: {} })
      : client.call(person, getAllCases, { query: {} });
  });
}
