import { access, readFile } from 'node:fs/promises';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..');
const TABLE = 'docs/spec.md';
const NONE = '—';

type Row = { readonly id: string; readonly places: readonly string[]; readonly proofs: readonly string[] };
type Proof = { readonly file: string; readonly words: string };

/** Table rows whose first cell is a number such as 2.14. */
function rowsOf(text: string): Row[] {
  return [...text.matchAll(/^\| (\d+\.\d+) \| .* \| ([^|]*) \| ([^|]*) \|$/gm)].map(([, id, places, proofs]) => ({
    id: id!,
    places: places!.split(', '),
    proofs: proofs!.split('; '),
  }));
}

function proofOf(text: string): Proof | undefined {
  const [file, words] = text.split(' › ');
  return file === undefined || words === undefined || words.trim() === '' ? undefined : { file, words };
}

/** Titles of the tests and describe blocks in a source file. */
export function titlesOf(source: string): string[] {
  const calls = /(?:\b(?:test|describe)(?:\.\w+)*|[\])`])\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g;
  return [...source.matchAll(calls)].map(([, , title]) => title!.replace(/\\(.)/g, '$1'));
}

/** Problems of docs/spec.md in `root`, one line each: rows without a test, missing tests, missing files. */
export async function unprovenRows(root = ROOT): Promise<string[]> {
  const sources = new Map<string, Promise<string | undefined>>();
  function readSource(file: string): Promise<string | undefined> {
    const pending = sources.get(file) ?? readFile(path.join(root, file), 'utf8').catch(() => undefined);
    sources.set(file, pending);
    return pending;
  }
  const exists = (file: string) =>
    access(path.join(root, file)).then(
      () => true,
      () => false,
    );

  async function findProblem(text: string): Promise<string | undefined> {
    if (text === NONE) return 'has no test';
    const proof = proofOf(text);
    if (proof === undefined) return `names no test: ${text}`;
    const source = await readSource(proof.file);
    if (source === undefined) return `names ${proof.file}, which does not exist`;
    if (!titlesOf(source).some((title) => title.includes(proof.words)))
      return `names no test of ${proof.file}: ${proof.words}`;
    return undefined;
  }

  async function findProblems({ id, places, proofs }: Row): Promise<string[]> {
    const missing = await Promise.all(
      places.map(async (place) => ((await exists(place)) ? [] : [`is implemented in ${place}, which does not exist`])),
    );
    const unproven = await Promise.all(proofs.map(findProblem));
    return [...missing.flat(), ...unproven.filter((problem) => problem !== undefined)].map(
      (problem) => `${id} ${problem}`,
    );
  }

  const rows = rowsOf(await readFile(path.join(root, TABLE), 'utf8'));
  const repeated = rows.filter(({ id }, index) => rows.findIndex((row) => row.id === id) < index);
  const problems = await Promise.all(rows.map(findProblems));
  return [
    ...(rows.length === 0 ? ['the table has no rows'] : []),
    ...repeated.map(({ id }) => `${id} is listed twice`),
    ...problems.flat(),
  ].map((line) => `${TABLE}: ${line}`);
}
