import { execFile, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { caseTicket, dropAt, dropsOfCanon, linkAfter, roundNumber } from '../rules/src/fairness.ts';
import { colorOf } from '../rules/src/roulette.ts';
import vectors from '../rules/vectors/fairness-vectors.json' with { type: 'json' };

const VECTORS = path.resolve(import.meta.dirname, '../rules/vectors');
const CONTEXTS = 1_000;
/** Number of checks that the Python script does for the vectors alone. */
const VECTOR_CHECKS = 104;

const { serverSeed } = vectors;
const [demo] = vectors.canon as [(typeof vectors.canon)[number]];

const context = fc.record({
  clientSeed: fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/),
  entropy: fc.stringMatching(/^(?:[0-9a-f]{32})?$/),
  nonce: fc.maxSafeNat(),
});
type Context = { readonly clientSeed: string; readonly entropy: string; readonly nonce: number };

const ticketOf = (each: Context) => caseTicket({ serverSeed, caseHash: demo.hash, ...each });

// An independent implementation of docs/fairness.md with big integers, so that it does not share mistakes of the rules.
function referenceTicket({ clientSeed, entropy, nonce }: Context): number {
  const message = `case/1:${clientSeed}:${demo.hash}:${entropy}:${nonce}`;
  for (let block = 0; ; block++) {
    const digest = createHmac('sha256', serverSeed).update(`${message}:${block}`).digest('hex');
    const fits = digest
      .match(/.{8}/g)
      ?.map((word) => BigInt(`0x${word}`))
      .find((word) => word < 4_294_960_000n);
    if (fits !== undefined) return Number(fits % 10_000n);
  }
}

test('an independent implementation draws the same tickets', () => {
  for (const vector of vectors.case) expect(referenceTicket(vector)).toBe(vector.ticket);
  fc.assert(
    fc.property(context, (each) => {
      expect(referenceTicket(each)).toBe(ticketOf(each));
    }),
    { numRuns: CONTEXTS },
  );
});

const { secret, N, salt } = vectors.roulette;
const links = [secret];
for (let at = 0; at < N; at++) links.push(linkAfter(links[at]!, 1));

const round = fc.record({ k: fc.integer({ min: 1, max: N }), beacon: fc.stringMatching(/^(?:[0-9a-f]{64})?$/) });

const vectorOf = ({ k, beacon }: { readonly k: number; readonly beacon: string }) => {
  const gameHash = links[N - k]!;
  const roll = roundNumber({ seed: gameHash, salt, beacon, k });
  return { k, beacon, gameHash, roll, colour: colorOf(roll) };
};

test('an independent implementation draws the same roulette numbers', () => {
  fc.assert(
    fc.property(round, (each) => {
      const { gameHash, beacon, k, roll } = vectorOf(each);
      const digest = createHmac('sha256', gameHash).update(`roulette/1:${salt}:${beacon}:${k}:0`).digest('hex');
      const word = BigInt(`0x${digest.slice(0, 8)}`);
      // One word in 2^32 is rejected; none of the generated ones is.
      fc.pre(word < 4_294_967_295n);
      expect(Number(word % 15n)).toBe(roll);
    }),
    { numRuns: CONTEXTS },
  );
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'karat-vectors-'));
});
afterAll(() => rm(folder, { recursive: true }));

const isMissing = (program: string) => spawnSync(program, ['--version']).error !== undefined;

// Not every machine has Python; the implementation above runs everywhere with the same contexts.
test('the Python implementation agrees on every vector, a thousand more contexts and a thousand rounds', async () => {
  const drops = dropsOfCanon(demo.text);
  const drawn = fc.sample(context, CONTEXTS).map((each) => ({ ...each, ticket: ticketOf(each) }));
  expect(drawn.map(referenceTicket)).toEqual(drawn.map(({ ticket }) => ticket));
  if (isMissing('python3')) return console.warn('python3 is not installed: the Python implementation was not run.');
  const rollsWithItems = drawn.map((each) => ({ ...each, item: dropAt(drops, each.ticket).itemId }));
  const rounds = [...vectors.roulette.rounds, ...fc.sample(round, CONTEXTS).map(vectorOf)];
  const file = path.join(folder, 'vectors.json');
  const all = { ...vectors, case: [...vectors.case, ...rollsWithItems], roulette: { ...vectors.roulette, rounds } };
  await writeFile(file, JSON.stringify(all));
  const { stdout } = await promisify(execFile)('python3', [path.join(VECTORS, 'check-vectors.py'), file]);
  expect(stdout).toBe(`vectors agree: ${VECTOR_CHECKS + 6 * CONTEXTS} checks\n`);
});
