import { plural } from '../plural.ts';

const inputs = {
  serverSeed: 'Server seed',
  serverSeedHash: 'Hash of the server seed',
  clientSeed: 'Client seed',
  entropy: 'Entropy of the browser',
  nonce: 'Nonce',
  caseCanon: 'Table of the case',
  caseHash: 'Hash of the table',
  ticket: 'Ticket',
  itemId: 'Number of the item',
};

const ticks = {
  label: 'Checks of this roll',
  allRight: 'All five checks pass: nothing in this roll was changed.',
  someWrong: (count: number) => `${plural('en', count, { one: 'check', other: 'checks' })} of five failed.`,
  waiting: 'Two checks wait until the server seed is revealed.',
  right: {
    seed: 'The server seed has the hash that was shown before the roll.',
    table: 'The table of the case has the hash that is part of the roll.',
    total: 'The chances in the table total exactly 100\u00a0%.',
    ticket: (ticket: string) => `The inputs draw ticket ${ticket}.`,
    item: (ticket: string) => `Ticket ${ticket} wins this item.`,
  },
  wrong: {
    seed: 'The server seed does not have the hash that was shown.',
    table: 'The table of the case does not have its hash.',
    total: 'The chances in the table do not total 100\u00a0%.',
    ticket: (drawn: string) => `The inputs draw ticket ${drawn}, which is not the one shown.`,
    item: (ticket: string) => `Ticket ${ticket} does not win this item.`,
  },
  pending: {
    seed: 'Server seed and its hash: rotate to verify.',
    ticket: 'Ticket from the inputs: rotate to verify.',
  },
  doubt: {
    serverSeed: 'Doubt the server seed.',
    serverSeedHash: 'Doubt the hash of the server seed: the seed itself draws the right ticket.',
    caseCanon: 'Doubt the table of the case.',
    caseHash: 'Doubt the hash of the table.',
    canonOrHash: 'Doubt the table of the case or its hash.',
    inputs: 'Doubt the client seed, the entropy, the nonce or the ticket.',
    ticket: 'Doubt the ticket.',
    itemId: 'Doubt the item.',
    ticketOrItem: 'Doubt the ticket or the item.',
  },
};

const seeds = {
  title: 'Your seeds',
  activeHash: 'Active server seed (hash)',
  nextHash: 'Next server seed (hash)',
  nonce: 'Nonce of the next roll',
  clientSeed: 'Client seed',
  clientSeedHint: 'Your part of every roll: 1 to 64 letters, digits, - or _. A change starts the next server seed.',
  random: 'Random',
  rotate: 'Rotate seeds',
  confirmTitle: 'Rotate the seeds now?',
  confirmText: (rolls: number) =>
    `The active server seed is revealed, so that its ${plural('en', rolls, { one: 'roll', other: 'rolls' })} can be verified, and it is never used again. The next seed starts at nonce 0 with this client seed. This cannot be undone.`,
  confirm: 'Reveal and rotate',
  failed: 'The seeds could not be rotated. Please try again.',
  revealedTitle: 'The old seed is revealed',
  revealedRolls: (rolls: number) => `${plural('en', rolls, { one: 'roll', other: 'rolls' })} can be verified now.`,
  kept: 'It hashes to what was shown.',
  elsewhere: 'It hashes to the next seed shown here: the seeds were rotated in another tab in the meantime.',
  broken: 'It does not hash to what was shown here.',
  nextKept: 'The seed in use now is the one that was announced.',
  nextBroken: 'The seed in use now is not the one that was announced here.',
};

const rolls = {
  title: 'Your rolls',
  empty: 'No rolls yet.',
  emptyHint: 'Every case that you open is listed here with its proof.',
  verify: 'Verify',
  hide: 'Hide',
  proof: 'Proof',
  proofOf: (item: string) => `Proof of ${item}`,
  verifyOf: (item: string) => `Verify ${item}`,
  hideOf: (item: string) => `Hide the checks of ${item}`,
  rotateToVerify: 'Rotate to verify',
  held: 'The list goes on when the strip has stopped.',
  newer: 'Newer',
  older: 'Older',
  place: (page: number, count: number) => `${page} of ${count}`,
};

const roll = {
  title: (id: string) => `Roll ${id}`,
  missing: 'This roll does not exist.',
  missingHint: 'The address may be mistyped.',
  wonFrom: (name: string) => `Won from ${name}`,
  checks: 'Checked in your browser',
  checksHint: 'With the code that the server draws with. The server was not asked.',
  secret: 'The server seed is still a secret',
  secretHint:
    'Only the player who made this roll can reveal it, by rotating the seeds. Its hash, the table and the ticket are fixed already.',
  yourSeeds: 'Your seeds and rolls',
  ticketTitle: 'Ticket',
  ticketText: (ticket: string, range: string) => `Ticket ${ticket} fell between ${range}.`,
  range: (from: string, to: string) => `${from} and ${to}`,
  share: (percent: string) => `These are ${percent} of all tickets.`,
  tableBroken: 'The table of this roll cannot be read.',
  inputs: 'Inputs',
  secretValue: 'secret until rotated',
  noEntropy: 'none was sent',
  table: 'Table of the case at that time',
  tableHint: 'Each pair is the number of an item and its tickets out of 10.000.',
  download: 'Download as JSON',
  caseOdds: 'Odds of this case',
};

const page = {
  title: 'Provably fair',
  lead: 'Every roll is fixed by values that neither side can choose alone. Afterwards anybody can work it out again.',
  howTitle: 'How a roll is made',
  steps: {
    commit:
      'Before you play, we pick a secret server seed and show its SHA-256 hash. The hash of the next one is public too, so that neither can be exchanged.',
    join: 'You choose a client seed, and your browser adds fresh entropy to each opening. Nobody knows a roll before you press Open, we included.',
    draw: 'HMAC-SHA256 of all of it, with the hash of the table and a counter, draws a ticket from 0 to 9.999. The table says which item it wins.',
    reveal:
      'When you rotate, the old server seed is revealed. Your browser checks its hash and works out every roll made with it.',
  },
  verifyTitle: 'Verify any roll',
  verifyText: 'Paste a roll as JSON, or type its values. Nothing is sent.',
  toolsTitle: 'Do not trust this page?',
  toolsText: 'The same check as a file of its own. It needs no server and no network.',
  html: 'Verifier for the browser',
  script: 'Verifier for the command line',
  api: 'API description',
  example: 'A roll worked out step by step',
  signIn: 'Sign in to see your seeds and to verify your rolls.',
  more: 'How it works',
};

const form = {
  json: 'A roll as JSON',
  jsonHint: 'From the download on the page of a roll, or from the API.',
  jsonBad: 'There is no roll in this text.',
  byHand: 'Values',
  optionalSeed: 'Leave it empty while it is a secret.',
  optionalEntropy: 'Empty if the browser sent none.',
  submit: 'Verify',
  clear: 'Clear',
  issues: {
    hex: 'Must be 64 digits from 0 to 9 and a to f.',
    clientSeed: 'Must be 1 to 64 letters, digits, - or _.',
    entropy: 'Must be empty or 32 digits from 0 to 9 and a to f.',
    number: 'Must be a whole number.',
    ticket: 'Must be a whole number from 0 to 9999.',
    text: 'Must be the text that was hashed.',
  },
};

const odds = {
  title: (name: string) => `Odds: ${name}`,
  lead: 'What was published against what was won, over all openings of all players. Anybody can work it out again.',
  back: 'Back to the case',
  missing: 'This case does not exist.',
  version: (version: number) => `Version ${version}`,
  current: 'On offer',
  openings: (count: number) => plural('en', count, { one: 'opening', other: 'openings' }),
  verdict: {
    too_few: 'Too few to judge',
    fits: 'Fits the published odds',
    doubtful: 'Does not fit',
  },
  verdictText: {
    too_few: 'Under 1.000 openings chance alone explains almost anything.',
    fits: (percent: string) =>
      `If the odds are true, chance alone strays at least this far in ${percent} of such tests.`,
    doubtful: 'Chance alone almost never strays this far. The staff has been told.',
  },
  chiSquare: 'Chi-square',
  degrees: 'Degrees of freedom',
  p: 'p-value',
  item: 'Item',
  published: 'Published',
  observed: 'Observed',
  expectedCount: 'Expected',
  observedCount: 'Won',
  spread: 'Usual range',
  spreadHint: 'The mark is what was won. The band is where it lies about 95 times out of 100.',
  below: 'below the usual range',
  within: 'within the usual range',
  above: 'above the usual range',
  tableLabel: (version: number) => `Published and observed odds of version ${version}`,
  recompute: 'Recompute in my browser',
  recomputeTitle: 'Work it out yourself',
  recomputeText: 'Downloads every roll of this case, counts them again and verifies each one whose seed is revealed.',
  running: (done: string, total: string) => `${done} of ${total} rolls`,
  failed: 'The rolls could not be loaded. Please try again.',
  recounted: (count: number) => `${plural('en', count, { one: 'roll', other: 'rolls' })} counted in your browser.`,
  same: 'The counts are those of this page.',
  more: (count: number) =>
    `The counts are those of this page and ${plural('en', count, { one: 'newer roll', other: 'newer rolls' })}.`,
  differs: 'The counts are not those of this page.',
  verified: (count: number) => `${plural('en', count, { one: 'revealed roll', other: 'revealed rolls' })} verified.`,
  secret: (count: number) =>
    `${plural('en', count, { one: 'roll waits', other: 'rolls wait' })} for the reveal of the seed.`,
  wrong: (count: number) => `${plural('en', count, { one: 'roll', other: 'rolls' })} failed:`,
  repeated: (count: number) => `${plural('en', count, { one: 'nonce was', other: 'nonces were' })} used twice.`,
  noneRepeated: 'No nonce was used twice.',
  csv: 'Download all rolls (CSV)',
  gapsTitle: 'Why a hidden roll would show',
  gapsText:
    'The nonces of one server seed count up from 0 without a gap, over all cases together. A number that is missing here was rolled in another case; one that is missing everywhere was hidden. Openings of staff and demo players count like all others and are marked.',
};

const books = {
  title: 'The books',
  text: 'Every movement is booked twice, so all accounts together are always zero.',
  kinds: {
    players: 'Players',
    rooms: 'Match rooms',
    rounds: 'Roulette rounds',
    house: 'House',
    external: 'Outside',
  },
  sum: 'Together',
  movements: (count: number) => plural('en', count, { one: 'movement', other: 'movements' }),
  balanced: 'The books balance.',
  unbalanced: 'The books do not balance. No wagers are taken until a person has looked.',
  audited: 'last audit:',
  never: 'none yet',
};

export const fairness = {
  fairness: {
    inputs,
    ticks,
    seeds,
    rolls,
    roll,
    page,
    form,
    odds,
    books,
  },
};
