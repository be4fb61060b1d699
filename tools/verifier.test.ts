// Tests the built command-line verifier, saved to an empty folder and run by plain Node.
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

type CommandResult = { readonly code: number; readonly output: string };

/** Writes the files and runs the verifier on them, in the given order. */
async function verify(files: Readonly<Record<string, string>>, ...flags: string[]): Promise<CommandResult> {
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
  const args = ['karat-verify.mjs', ...flags, ...Object.keys(files)];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: folder, env: { LANG: 'C' } }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr });
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
    'of the test vectors passes all checks: %s',
    async (_, each) => {
      const { code, output } = await verify({ 'roll.json': JSON.stringify(each) });
      expect([code, output.match(/^✓/gm)?.length]).toEqual([0, 6]);
    },
  );

  test('is accepted in the format of the API, alone and in lists', async () => {
    const { code, output } = await verify({ 'rolls.json': JSON.stringify({ data: rolls, pagination: {} }, null, 2) });
    expect([code, output.match(/All five checks pass/g)?.length]).toEqual([0, rolls.length]);
  });

  test.each([
    ['another seed', { serverSeed: sha256Hex('x') }, ['The server seed looks wrong.']],
    ['another commitment', { serverSeedHash: sha256Hex('x') }, ['The server seed hash looks wrong']],
    ['another client seed', { clientSeed: 'mallory' }, ['The client seed, entropy, nonce or ticket looks wrong.']],
    ['another table', { caseCanon: demo.text.replace('1598', '1597').replace('320', '321') }, ['The case table']],
    ['another item', { itemId: 6 }, ['The item looks wrong.']],
    ['no readable client seed', { clientSeed: 'a b' }, ['Client seed: Must be']],
  ])('with %s fails, with a hint at the wrong value', async (_, change, doubts) => {
    const { code, output } = await verify({ 'roll.json': JSON.stringify({ ...roll, ...change }) });
    expect(code).toBe(1);
    for (const doubt of doubts) expect(output).toContain(doubt);
  });

  test('without a revealed seed is incomplete, and a valid roll does not hide an invalid one', async () => {
    const secret = await verify({ 'roll.json': JSON.stringify({ ...roll, serverSeed: null }) });
    expect([secret.code, secret.output.match(/^…/gm)?.length]).toEqual([0, 3]);
    const mixed = await verify({ 'a.json': JSON.stringify(roll), 'b.json': JSON.stringify({ ...roll, ticket: 1 }) });
    expect(mixed.code).toBe(1);
  });
});

describe('a round', () => {
  const { secret, N, terminal, salt, rounds: vectorRounds } = vectors.roulette;
  const rounds = vectorRounds.map(({ k, gameHash, beacon = '', roll: winnerNumber, colour }, index) => {
    const shared = { chainId: 1, k, salt, beacon, terminal };
    return {
      id: index + 1,
      hash: linkAfter(gameHash, 1),
      seed: gameHash,
      winnerNumber,
      winnerColor: colour,
      ...shared,
    };
  });
  const [round] = rounds as [(typeof rounds)[number]];

  test.each(rounds.map((each) => [`${each.k}:${each.beacon}`, each] as const))(
    'of the test vectors passes all checks and leads to the published end: %s',
    async (_, each) => {
      const { code, output } = await verify({ 'round.json': JSON.stringify({ data: each }) });
      expect([code, output.match(/^✓/gm)?.length]).toEqual([0, 5]);
      expect(output).toContain('1 round leads to the published end of the chain (7437ff36e665…)');
    },
  );

  test('is verified together with others of its chain', async () => {
    let hash = secret;
    const all = Array.from({ length: N }, (_, index) => {
      const [k, seed] = [N - index, hash];
      hash = linkAfter(seed, 1);
      const winnerNumber = roundNumber({ seed, salt, beacon: '', k });
      return { ...round, k, seed, hash, winnerNumber, winnerColor: colorOf(winnerNumber) };
    });
    const { code, output } = await verify({ 'rounds.json': JSON.stringify({ data: all, pagination: {} }) });
    expect([code, output.match(/All three checks pass/g)?.length]).toEqual([0, N]);
    expect(output).toContain('1.000 rounds lead to the published end');
  });

  test.each([
    [
      'another seed',
      { seed: sha256Hex('x') },
      ['The seed looks wrong.', 'Some rounds do not lead to the published end'],
    ],
    ['another commitment', { hash: sha256Hex('x') }, ['The hash looks wrong, or another seed']],
    ['another salt', { salt: 'x' }, ['The salt, beacon']],
    ['another colour', { winnerColor: 'green' }, ['The winning colour looks wrong.']],
    ['another published end', { terminal: sha256Hex('x') }, ['Check the seeds and hashes at these positions']],
    ['no colour of the wheel', { winnerColor: 'blue' }, ['Winning colour: Must be']],
  ])('with %s fails, with a hint at the wrong value', async (_, change, doubts) => {
    const { code, output } = await verify({ 'round.json': JSON.stringify({ ...round, ...change }) });
    expect(code).toBe(1);
    for (const doubt of doubts) expect(output).toContain(doubt);
  });

  test('that is open has no seed yet, but its hash leads to the published end', async () => {
    const open = { ...rounds[3], seed: null, winnerNumber: null, winnerColor: null };
    const { code, output } = await verify({ 'round.json': JSON.stringify(open) });
    expect([code, output.match(/^…/gm)?.length, output.match(/^✓/gm)?.length]).toEqual([0, 4, 1]);
  });
});

describe('the rolls of a case', () => {
  const drops = dropsOfCanon(demo.text);
  const lines = Array.from({ length: 1_200 }, (_, nonce) => {
    const inputs = { serverSeed: vectors.serverSeed, clientSeed: '-alice', caseHash: demo.hash, entropy: '', nonce };
    const ticket = caseTicket(inputs);
    // As in the server's CSV: the apostrophe keeps a spreadsheet from evaluating a formula.
    const start = [nonce + 1, '2030-01-01T00:00:00.000Z', demo.hash, vectors.serverSeedHash, vectors.serverSeed];
    return [...start, "'-alice", '', nonce, ticket, dropAt(drops, ticket).itemId, 'player'].join(',');
  });
  const csvOf = (rows: readonly string[]) => `${[COLUMNS, ...rows].join('\r\n')}\r\n`;
  const odds = JSON.stringify({ data: { caseName: 'demo', versions: [{ hash: demo.hash, canon: demo.text }] } });

  test('are verified from the CSV and the odds, and recounted', async () => {
    const { code, output } = await verify({ 'rolls.csv': csvOf(lines), 'odds.json': odds });
    expect(code).toBe(0);
    for (const part of [
      '1.200 revealed rolls verified',
      'No nonces are missing',
      'Matches the published odds',
      demo.hash,
    ]) {
      expect(output).toContain(part);
    }
  });

  test('are verified with the case table alone, even if it was reformatted', async () => {
    const table = JSON.stringify(JSON.parse(demo.text), null, 4);
    expect(await verify({ 'rolls.csv': csvOf(lines), 'canon.json': table })).toMatchObject({ code: 0 });
  });

  test('count once if a file is given twice', async () => {
    const { code, output } = await verify({ 'rolls.csv': csvOf(lines) }, './rolls.csv');
    expect([code, output.includes('1.200 rolls counted')]).toEqual([0, true]);
  });

  test('fail with the number of a roll whose item was changed', async () => {
    const tampered = lines.with(7, lines[7]!.replace(/,\d+,player$/, ',6,player'));
    const { code, output } = await verify({ 'rolls.csv': csvOf(tampered), 'odds.json': odds });
    expect([code, output.includes('1 roll failed: 8')]).toEqual([1, true]);
  });

  test('report a missing roll as a gap, which fails with --all-cases', async () => {
    const files = { 'rolls.csv': csvOf(lines.toSpliced(500, 2)), 'odds.json': odds };
    const [some, all] = [await verify(files), await verify(files, '--all-cases')];
    expect([some.code, all.code]).toEqual([0, 1]);
    expect(some.output).toContain('2 nonces are missing from these files');
  });

  test('fail if a nonce was used twice', async () => {
    const { code, output } = await verify({ 'rolls.csv': csvOf([...lines, lines[3]!.replace(/^4,/, '9999,')]) });
    expect([code, output.includes('1 nonce was used twice')]).toEqual([1, true]);
  });

  test('fail if they do not fit the published odds', async () => {
    const secret = lines.map((line) =>
      line.replace(vectors.serverSeed, '').replace(/\d+,\d+,player$/, '9999,6,player'),
    );
    const { code, output } = await verify({ 'rolls.csv': csvOf(secret), 'odds.json': odds });
    expect([code, output.includes('Does not match')]).toEqual([1, true]);
  });

  test('neither pass nor fail if the case was never opened', async () => {
    const { code, output } = await verify({ 'rolls.csv': csvOf([]), 'odds.json': odds });
    expect([code, output.match(/^✓/gm)]).toEqual([0, null]);
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

  test('is recounted, from the CSV and from the API', async () => {
    const fromApi = JSON.stringify({ data: rows, pagination: {} });
    for (const file of [{ 'rolls.csv': listOf(rows) }, { 'rolls.json': fromApi }]) {
      const { code, output } = await verify({ ...(file as Record<string, string>), 'odds.json': odds });
      expect(code).toBe(0);
      const parts = ['1.200 tickets match their item', 'listed twice', 'Matches the published odds'];
      for (const part of parts) expect(output).toContain(part);
      expect(output).not.toContain('nonce');
    }
  });

  test('fails for an item that its ticket does not win, and for a duplicate opening', async () => {
    const tampered = [...rows.with(7, { ...rows[7]!, itemId: 6 }), rows[3]!];
    const { code, output } = await verify({ 'rolls.csv': listOf(tampered), 'odds.json': odds });
    expect([code, output.includes('1 roll failed: h8'), output.includes('1 opening is listed twice')]).toEqual([
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
])('exits with 2 for %s', async (_, files) => {
  expect(await verify(files)).toMatchObject({ code: 2 });
});

test('exits with 2 for a missing file, no file and an unknown flag', async () => {
  expect((await verify({}, 'missing.json')).code).toBe(2);
  expect(await verify({})).toMatchObject({ code: 2, output: expect.stringContaining('Usage') as unknown });
  expect(await verify({ 'roll.json': JSON.stringify(roll) }, '--all')).toMatchObject({ code: 2 });
});

test('the page is one file whose CSP allows only its own script and style', () => {
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
