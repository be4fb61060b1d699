import type { ProvenRound } from '@karat/contract/roulette';
import { linkAfter, roundNumber } from '@karat/rules/fairness';
import { colorOf } from '@karat/rules/roulette';

/** The chain of the test vectors. */
const chain = {
  secret: '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff',
  length: 1_000,
  terminal: '7437ff36e665e1192e51f68779f4d948680fe52d52a4265af19ae584cc9ee1a7',
  salt: '0000000000000000000a1b2c3d4e5f60718293a4b5c6d7e8f900112233445566',
};

/** A finished, correctly drawn round of this chain. The 40 rounds before it belong to another chain. */
export function exampleRound(k: number): ProvenRound & { seed: string } {
  const seed = linkAfter(chain.secret, chain.length - k);
  const winnerNumber = roundNumber({ seed, salt: chain.salt, beacon: '', k });
  return {
    id: 40 + k,
    hash: linkAfter(seed, 1),
    state: 'SETTLED',
    seed,
    winnerNumber,
    winnerColor: colorOf(winnerNumber),
    currentRound: false,
    completed: true,
    deposited: true,
    refundReason: null,
    createdAt: '2026-03-03T14:05:09.000Z',
    chainId: 2,
    k,
    salt: chain.salt,
    beacon: '',
    terminal: chain.terminal,
  };
}

/** A round while it takes bets. */
export function exampleOpenRound(k: number): ProvenRound {
  return {
    ...exampleRound(k),
    state: 'BETTING',
    seed: null,
    winnerNumber: null,
    winnerColor: null,
    currentRound: true,
    completed: false,
    deposited: false,
  };
}
