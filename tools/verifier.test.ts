// The command-line verifier as people get it: built, saved to a folder of its own, and run there by a bare Node.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { caseTicket, dropAt, dropsOfCanon, linkAfter, roundNumber } from '../rules/src/fairness.ts';
import { colorOf } from '../rules/src/roulette.ts';
import { sha256Hex } from '../rules/src/sha256.ts';
import vectors from '../rules/vectors/fairness-vectors.json' with { type: 'json' };
import { buildVerifiers } from '../web/verifier/plugin.ts';

const [demo] = vectors.canon as [(typeof vectors.canon)[number]];
const COLUMNS = 'id,createdAt,caseHash,serverSeedHash,serverSeed,clientSeed,entropy,nonce,ticket,itemId,opener';

let folder: string;
let page: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'karat verify '));
  const files = await buildVerifiers();
  page = files.get('verify/karat-verify.html') ?? '';
  await writeFile(path.join(folder, 'karat-verify.mjs'), files.get('verify/karat-verify.mjs') ?? '');
});
afterAll(() => rm(folder, { recursive: true }));

type Outcome = { readonly code: number; readonly said: string };

/** Writes the files and runs the verifier on them, in the order given. */
async function verify(files: Readonly<Record<string, string>>, ...flags: string[]): Promise<Outcome> {
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
  const args = ['karat-verify.mjs', ...flags, ...Object.keys(files)];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: folder, env: { LANG: 'C' } }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), said: stdout + stderr });
    });
  });
}

const rolls = vectors.case.map(({ clientSeed, entropy, nonce, ticket, item }) => ({
  serverSeed: vectors.serverSeed as string | null,
  serverSeedHash: vectors.serverSeedHash,
  clientSeed,
  entropy,
  nonce,
  caseCanon: demo.text,
  caseHash: demo.hash,
  ticket,
  itemId: item,
}));
const [roll] = rolls as [(typeof rolls)[number]];

describe('a roll', () => {
  test.each(rolls.map((each) => [`${each.clientSeed}:${each.nonce}:${each.entropy}`, each] as const))(
    'of the vectors has five ticks: %s',
    async (_, each) => {
      const { code, said } = await verify({ 'roll.json': JSON.stringify(each) });
      expect([code, said.match(/^✓/gm)?.length]).toEqual([0, 6]);
    },
  );

  test('is read as the API answers it, and many at once', async () => {
    const { code, said } = await verify({ 'rolls.json': JSON.stringify({ data: rolls, pagination: {} }, null, 2) });
    expect([code, said.match(/All five checks pass/g)?.length]).toEqual([0, rolls.length]);
  });

  test.each([
    ['another seed', { serverSeed: sha256Hex('x') }, ['Doubt the server seed.']],
    ['another commitment', { serverSeedHash: sha256Hex('x') }, ['Doubt the hash of the server seed']],
    [
      'another client seed',
      { clientSeed: 'mallory' },
      ['Doubt the client seed, the entropy, the nonce or the ticket.'],
    ],
    ['another table', { caseCanon: demo.text.replace('1598', '1597').replace('320', '321') }, ['Doubt the table']],
    ['another item', { itemId: 6 }, ['Doubt the item.']],
    ['no readable client seed', { clientSeed: 'a b' }, ['Client seed: Must be']],
  ])('with %s fails and says what to doubt', async (_, change, doubts) => {
    const { code, said } = await verify({ 'roll.json': JSON.stringify({ ...roll, ...change }) });
    expect(code).toBe(1);
    for (const doubt of doubts) expect(said).toContain(doubt);
  });

  test('whose seed is a secret waits for it, and a good one beside it does not hide a bad one', async () => {
    const secret = await verify({ 'roll.json': JSON.stringify({ ...roll, serverSeed: null }) });
    expect([secret.code, secret.said.match(/^…/gm)?.length]).toEqual([0, 3]);
    const mixed = await verify({ 'a.json': JSON.stringify(roll), 'b.json': JSON.stringify({ ...roll, ticket: 1 }) });
    expect(mixed.code).toBe(1);
  });
});

describe('a round', () => {
  const { secret, N, terminal, salt, rounds: vectorRounds } = vectors.roulette;
  const rounds = vectorRounds.map(({ k, gameHash, beacon = '', roll: winnerNumber, colour }, at) => {
    const shared = { chainId: 1, k, salt, beacon, terminal };
    return { id: at + 1, hash: linkAfter(gameHash, 1), seed: gameHash, winnerNumber, winnerColor: colour, ...shared };
  });
  const [round] = rounds as [(typeof rounds)[number]];

  test.each(rounds.map((each) => [`${each.k}:${each.beacon}`, each] as const))(
    'of the vectors has three ticks and leads to the published end: %s',
    async (_, each) => {
      const { code, said } = await verify({ 'round.json': JSON.stringify({ data: each }) });
      expect([code, said.match(/^✓/gm)?.length]).toEqual([0, 5]);
      expect(said).toContain('1 round leads to the published end of the chain (7437ff36e665…)');
    },
  );

  test('is one of many, and the chain is walked once for all of them', async () => {
    let hash = secret;
    const all = Array.from({ length: N }, (_, at) => {
      const [k, seed] = [N - at, hash];
      hash = linkAfter(seed, 1);
      const winnerNumber = roundNumber({ seed, salt, beacon: '', k });
      return { ...round, k, seed, hash, winnerNumber, winnerColor: colorOf(winnerNumber) };
    });
    const { code, said } = await verify({ 'rounds.json': JSON.stringify({ data: all, pagination: {} }) });
    expect([code, said.match(/All three checks pass/g)?.length]).toEqual([0, N]);
    expect(said).toContain('1.000 rounds lead to the published end');
  });

  test.each([
    ['another seed', { seed: sha256Hex('x') }, ['Doubt the seed.', 'Not every round leads to the published end']],
    ['another commitment', { hash: sha256Hex('x') }, ['Doubt the hash, or a seed']],
    ['another salt', { salt: 'x' }, ['Doubt the salt, the beacon']],
    ['another colour', { winnerColor: 'green' }, ['Doubt the colour drawn.']],
    ['another published end', { terminal: sha256Hex('x') }, ['Doubt the seeds or hashes under these numbers']],
    ['no colour of the wheel', { winnerColor: 'blue' }, ['Colour drawn: Must be']],
  ])('with %s fails and says what to doubt', async (_, change, doubts) => {
    const { code, said } = await verify({ 'round.json': JSON.stringify({ ...round, ...change }) });
    expect(code).toBe(1);
    for (const doubt of doubts) expect(said).toContain(doubt);
  });

  test('that is open waits for its seed, and its hash leads to the published end already', async () => {
    const open = { ...rounds[3], seed: null, winnerNumber: null, winnerColor: null };
    const { code, said } = await verify({ 'round.json': JSON.stringify(open) });
    expect([code, said.match(/^…/gm)?.length, said.match(/^✓/gm)?.length]).toEqual([0, 4, 1]);
  });
});

describe('the rolls of a case', () => {
  const drops = dropsOfCanon(demo.text);
  const lines = Array.from({ length: 1_200 }, (_, nonce) => {
    const inputs = { serverSeed: vectors.serverSeed, clientSeed: '-alice', caseHash: demo.hash, entropy: '', nonce };
    const ticket = caseTicket(inputs);
    // As the server writes it: an apostrophe keeps a spreadsheet from reading a formula.
    const start = [nonce + 1, '2030-01-01T00:00:00.000Z', demo.hash, vectors.serverSeedHash, vectors.serverSeed];
    return [...start, "'-alice", '', nonce, ticket, dropAt(drops, ticket).itemId, 'player'].join(',');
  });
  const csvOf = (rows: readonly string[]) => `${[COLUMNS, ...rows].join('\r\n')}\r\n`;
  const odds = JSON.stringify({ data: { caseName: 'demo', versions: [{ hash: demo.hash, canon: demo.text }] } });

  test('verify from the download and the odds, and the table is counted again', async () => {
    const { code, said } = await verify({ 'rolls.csv': csvOf(lines), 'odds.json': odds });
    expect(code).toBe(0);
    for (const part of ['1.200 revealed rolls verified', 'without a gap', 'Fits the published odds', demo.hash]) {
      expect(said).toContain(part);
    }
  });

  test('verify with the table alone, even after an editor has laid it out', async () => {
    const table = JSON.stringify(JSON.parse(demo.text), null, 4);
    expect(await verify({ 'rolls.csv': csvOf(lines), 'canon.json': table })).toMatchObject({ code: 0 });
  });

  test('given twice count once', async () => {
    const { code, said } = await verify({ 'rolls.csv': csvOf(lines) }, './rolls.csv');
    expect([code, said.includes('1.200 rolls counted')]).toEqual([0, true]);
  });

  test('name the roll whose item was exchanged', async () => {
    const doctored = lines.with(7, lines[7]!.replace(/,\d+,player$/, ',6,player'));
    const { code, said } = await verify({ 'rolls.csv': csvOf(doctored), 'odds.json': odds });
    expect([code, said.includes('1 roll failed: 8')]).toEqual([1, true]);
  });

  test('show a hidden roll as a gap, which is a fault where all cases are there', async () => {
    const files = { 'rolls.csv': csvOf(lines.toSpliced(500, 2)), 'odds.json': odds };
    const [some, all] = [await verify(files), await verify(files, '--all-cases')];
    expect([some.code, all.code]).toEqual([0, 1]);
    expect(some.said).toContain('2 nonces are not in these files');
  });

  test('show a nonce that was used twice', async () => {
    const { code, said } = await verify({ 'rolls.csv': csvOf([...lines, lines[3]!.replace(/^4,/, '9999,')]) });
    expect([code, said.includes('1 nonce was used twice')]).toEqual([1, true]);
  });

  test('that do not fit the published odds are called doubtful', async () => {
    const secret = lines.map((line) =>
      line.replace(vectors.serverSeed, '').replace(/\d+,\d+,player$/, '9999,6,player'),
    );
    const { code, said } = await verify({ 'rolls.csv': csvOf(secret), 'odds.json': odds });
    expect([code, said.includes('Does not fit')]).toEqual([1, true]);
  });

  test('of a case that nobody opened prove nothing and fail nothing', async () => {
    const { code, said } = await verify({ 'rolls.csv': csvOf([]), 'odds.json': odds });
    expect([code, said.match(/^✓/gm)]).toEqual([0, null]);
  });
});

describe('the public list of a case', () => {
  const drops = dropsOfCanon(demo.text);
  const rows = Array.from({ length: 1_200 }, (_, nonce) => {
    const inputs = { serverSeed: vectors.serverSeed, clientSeed: 'alice', caseHash: demo.hash, entropy: '', nonce };
    const ticket = caseTicket(inputs);
    const itemId = dropAt(drops, ticket).itemId;
    return { handle: `h${nonce + 1}`, day: '2030-01-01', caseHash: demo.hash, ticket, itemId, opener: 'player' };
  });
  const listOf = (listed: typeof rows) =>
    `${['handle,day,caseHash,ticket,itemId,opener', ...listed.map((row) => Object.values(row).join(','))].join('\r\n')}\r\n`;
  const odds = JSON.stringify({ data: { versions: [{ hash: demo.hash, canon: demo.text }] } });

  test('is counted again, from the file and from the API', async () => {
    const fromApi = JSON.stringify({ data: rows, pagination: {} });
    for (const file of [{ 'rolls.csv': listOf(rows) }, { 'rolls.json': fromApi }]) {
      const { code, said } = await verify({ ...(file as Record<string, string>), 'odds.json': odds });
      expect(code).toBe(0);
      const parts = ['1.200 tickets win the item that was given', 'listed twice', 'Fits the published odds'];
      for (const part of parts) expect(said).toContain(part);
      expect(said).not.toContain('nonce');
    }
  });

  test('shows an item that its ticket does not win, and an opening that is listed twice', async () => {
    const doctored = [...rows.with(7, { ...rows[7]!, itemId: 6 }), rows[3]!];
    const { code, said } = await verify({ 'rolls.csv': listOf(doctored), 'odds.json': odds });
    expect([code, said.includes('1 roll failed: h8'), said.includes('1 opening is listed twice')]).toEqual([
      1,
      true,
      true,
    ]);
  });
});

test.each([
  ['no JSON', { 'a.json': 'Karat' }],
  ['JSON of something else', { 'a.json': '{"hello":[1,null,"x"]}' }],
  ['a table that is none', { 'a.json': '{"case":"x","items":7}' }],
  ['a download that broke off', { 'a.csv': `${COLUMNS}\r\n1,2030-01-01,abc` }],
  ['an empty file', { 'a.json': '' }],
])('%s cannot be read, which is neither right nor wrong', async (_, files) => {
  expect(await verify(files)).toMatchObject({ code: 2 });
});

test('a missing file, no file and an unknown flag cannot be read either', async () => {
  expect((await verify({}, 'missing.json')).code).toBe(2);
  expect(await verify({})).toMatchObject({ code: 2, said: expect.stringContaining('Usage') as unknown });
  expect(await verify({ 'roll.json': JSON.stringify(roll) }, '--all')).toMatchObject({ code: 2 });
});

test('the page is one file that names its own script and style and can reach nothing', () => {
  const policy = /Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? '';
  const hashOf = (tag: string) => {
    const [, inside = ''] = new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(page) ?? [];
    return `'sha256-${createHash('sha256').update(inside).digest('base64')}'`;
  };
  expect(policy).toBe(
    `default-src 'none'; script-src ${hashOf('script')}; style-src ${hashOf('style')}; base-uri 'none'; form-action 'none'`,
  );
  expect(page).not.toMatch(/<(?:script|link|img)[^>]*(?:src|href)=/);
});
