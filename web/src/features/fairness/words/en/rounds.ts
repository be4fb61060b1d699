import { plural } from '#i18n/plural.ts';

const roundInputs = {
  hash: 'Hash of the seed',
  seed: 'Seed',
  salt: 'Salt of the chain',
  beacon: 'Beacon',
  k: 'Number in the chain',
  winnerNumber: 'Number drawn',
  winnerColor: 'Colour drawn',
};

const roundTicks = {
  label: 'Checks of this round',
  allRight: 'All three checks pass: nothing in this round was changed.',
  someWrong: (count: number) => `${plural(count, { one: 'check', other: 'checks' })} of three failed.`,
  waiting: 'The checks wait until betting is closed.',
  right: {
    seed: 'The seed has the hash that was shown before the first bet.',
    number: (drawn: string) => `The inputs draw ${drawn}.`,
    color: (shown: string) => `${shown} has this colour on the wheel.`,
  },
  wrong: {
    seed: 'The seed does not have the hash that was shown.',
    number: (drawn: string) => `The inputs draw ${drawn}, which is not the number shown.`,
    color: (shown: string) => `${shown} does not have this colour on the wheel.`,
  },
  pending: {
    seed: 'Seed and its hash: once betting is closed.',
    number: 'Number from the inputs: once betting is closed.',
    color: 'Colour of the number: once betting is closed.',
  },
  doubt: {
    seed: 'Doubt the seed.',
    hash: 'Doubt the hash, or a seed that draws the same number by chance.',
    inputs: 'Doubt the salt, the beacon, the number in the chain or the number drawn.',
    winnerNumber: 'Doubt the number drawn.',
    winnerColor: 'Doubt the colour drawn.',
    numberOrColor: 'Doubt the number or the colour drawn.',
  },
};

const round = {
  missing: 'This round does not exist.',
  missingHint: 'It may not have begun yet, or the address is mistyped.',
  before: 'Round before',
  after: 'Round after',
  download: 'Download as JSON',
  verifier: 'Open in the verifier',
  colors: { red: 'Red', green: 'Green', black: 'Black' },
  states: { BETTING: 'Taking bets', ROLLING: 'Bets are closed', SETTLED: 'Paid', REFUNDED: 'Refunded' },
  drawn: 'Drawn',
  secretNumber: 'No number yet',
  secretHint: 'The hash has fixed it already. The seed is shown once betting is closed, to everybody at once.',
  refundedTitle: 'The stakes were given back',
  refundedText:
    'The seed of this round could not be had any more, so no number was drawn and everybody has their stake back.',
  refundReason: 'Reason',
  checks: 'Checked in your browser',
  checksHint: 'With the code that the server draws with. The server was not asked.',
  inputs: 'Inputs',
  secretSeed: 'shown once betting is closed',
  neverSeed: 'cannot be had any more',
  saltLocal: 'Seeded locally, no public event: made at random by this site, after the end of the chain was published.',
  noBeacon: 'none: the chain alone decides',
  neighbours: 'Rounds beside this one',
  chain: 'Chain',
  chainTitle: (id: string) => `Chain ${id}`,
  chainText:
    'Each seed hashes to the one of the round before it, back to the published end. So no seed was made after its bets were known.',
  terminal: 'Published end of the chain',
  isEnd: 'The hash of this round is the published end of the chain: it is the first round of it.',
  isNotEnd: 'The hash of this first round is not the published end of the chain.',
  linked: (id: string) => `The hash of this round is the seed of round ${id}.`,
  notLinked: (id: string) => `The hash of this round is not the seed of round ${id}.`,
  linkUnknown: (id: string) =>
    `Round ${id} has no seed to hold the hash against. The way to the published end proves as much.`,
  follow: 'Follow the chain to its published end',
  followText: (steps: number) => `${plural(steps, { one: 'hash', other: 'hashes' })} on the way, worked out here.`,
  following: (done: string, total: string) => `${done} of ${total} hashes`,
  reached: (steps: number) =>
    `After ${plural(steps, { one: 'hash', other: 'hashes' })} this is the published end of the chain.`,
  missed:
    'This does not lead to the published end of the chain. Doubt the seed, the hash, the number in the chain or the end.',
};

const rounds = {
  title: 'Roulette',
  text: 'All rounds come from a chain of seeds that was made before the first one. Its end is published, each round goes one link back, and the hash of a round is public before its bets. The number is drawn by HMAC-SHA256 from the seed, the salt of the chain and the place of the round in it.',
  returned: (percent: string) => `Over time ${percent} of all stakes come back, on every colour alike.`,
  refunded: (count: number) =>
    count === 0
      ? 'No round was ever refunded.'
      : `${plural(count, { one: 'round was', other: 'rounds were' })} refunded.`,
  chains: 'Chains',
  current: 'In use',
  over: 'Over',
  played: (count: number) => plural(count, { one: 'round', other: 'rounds' }),
  since: 'published',
  noChains: 'No chain has been published yet.',
  latest: 'Latest rounds',
  none: 'No round is over yet.',
  refundedOutcome: 'Refunded',
  byHand: 'Verify a round by hand',
};

export const roundWords = { roundInputs, roundTicks, round, rounds };
