import { plural } from '#i18n/plural.ts';

const roundInputs = {
  hash: 'Seed hash',
  seed: 'Seed',
  salt: 'Chain salt',
  beacon: 'Beacon',
  k: 'Position in the chain',
  winnerNumber: 'Winning number',
  winnerColor: 'Winning colour',
};

const roundTicks = {
  label: 'Checks for this round',
  allRight: 'All three checks passed. This round was not altered.',
  someWrong: (count: number) => `${plural(count, { one: 'check', other: 'checks' })} of three failed.`,
  waiting: 'The checks start when betting closes.',
  right: {
    seed: 'The seed matches the hash shown before the first bet.',
    number: (drawn: string) => `The inputs produce ${drawn}.`,
    color: (shown: string) => `${shown} has this colour on the wheel.`,
  },
  wrong: {
    seed: 'The seed does not match the hash that was shown.',
    number: (drawn: string) => `The inputs produce ${drawn}, not the number shown.`,
    color: (shown: string) => `${shown} does not have this colour on the wheel.`,
  },
  pending: {
    seed: 'Seed hash: when betting closes.',
    number: 'Number: when betting closes.',
    color: 'Colour: when betting closes.',
  },
  suspect: {
    seed: 'The seed looks wrong.',
    hash: 'The hash looks wrong, or another seed produces the same number by chance.',
    inputs: 'The salt, beacon, position in the chain or winning number looks wrong.',
    winnerNumber: 'The winning number looks wrong.',
    winnerColor: 'The winning colour looks wrong.',
    numberOrColor: 'The winning number or colour looks wrong.',
  },
};

const round = {
  missing: 'This round does not exist.',
  missingHint: 'It may not have started yet, or the address may be mistyped.',
  before: 'Previous round',
  after: 'Next round',
  download: 'Download as JSON',
  verifier: 'Open in the verifier',
  colors: { red: 'Red', green: 'Green', black: 'Black' },
  states: { BETTING: 'Taking bets', ROLLING: 'Bets are closed', SETTLED: 'Paid', REFUNDED: 'Refunded' },
  drawn: 'Result',
  secretNumber: 'No result yet',
  secretHint: 'The result is already locked by the hash. The seed is shown to everyone when betting closes.',
  refundedTitle: 'Bets were refunded',
  refundedText: 'The seed of this round was no longer available, so there is no result and all bets were refunded.',
  refundReason: 'Reason',
  checks: 'Checked in your browser',
  checksHint: 'With the same code the server uses, and without asking the server.',
  inputs: 'Inputs',
  secretSeed: 'shown when betting closes',
  neverSeed: 'no longer available',
  saltLocal: 'Seeded locally, no public event: this site generated it at random after publishing the end of the chain.',
  noBeacon: 'none',
  neighbours: 'Neighbouring rounds',
  chain: 'Chain',
  chainTitle: (id: string) => `Chain ${id}`,
  chainText:
    'The hash of each seed is the seed of the previous round, back to the published end. So no seed was created after its bets were known.',
  terminal: 'Published end of the chain',
  isEnd: 'The hash of this round is the published end of the chain: this is its first round.',
  isNotEnd: 'The hash of this first round is not the published end of the chain.',
  linked: (id: string) => `The hash of this round is the seed of round ${id}.`,
  notLinked: (id: string) => `The hash of this round is not the seed of round ${id}.`,
  linkUnknown: (id: string) =>
    `Round ${id} has no seed to compare with. Following the chain to its published end proves the same.`,
  follow: 'Follow the chain to its published end',
  followText: (steps: number) => `${plural(steps, { one: 'hash', other: 'hashes' })}, computed in your browser.`,
  following: (done: string, total: string) => `${done} of ${total} hashes`,
  reached: (steps: number) =>
    `Reached the published end of the chain after ${plural(steps, { one: 'hash', other: 'hashes' })}.`,
  missed: 'This does not lead to the published end of the chain. The seed, hash, position or end looks wrong.',
};

const rounds = {
  title: 'Roulette',
  text: 'All rounds come from a chain of seeds created before the first round. Its end is published, each round goes one link back, and the hash of a round is public before anyone bets. HMAC-SHA256 of the seed, the chain salt and the position in the chain gives the number.',
  returned: (percent: string) => `On average, ${percent} of all bets are paid back, whichever colour you choose.`,
  refunded: (count: number) =>
    count === 0
      ? 'No round has been refunded.'
      : `${plural(count, { one: 'round was', other: 'rounds were' })} refunded.`,
  chains: 'Chains',
  current: 'In use',
  over: 'Finished',
  played: (count: number) => plural(count, { one: 'round', other: 'rounds' }),
  since: 'published',
  noChains: 'No chain has been published yet.',
  latest: 'Latest rounds',
  none: 'No finished rounds yet.',
  refundedOutcome: 'Refunded',
  byHand: 'Verify a round manually',
};

export const roundWords = { roundInputs, roundTicks, round, rounds };
