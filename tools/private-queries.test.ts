import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readApiDocuments } from './api-documents.ts';

const FEATURES = path.resolve(import.meta.dirname, '../web/src/features');
const TIMEOUT_MS = 30_000;

type Operation = { readonly operationId: string; readonly security: readonly object[] };

/** Calls that only a signed-in player may make. */
async function readPrivateCalls(): Promise<ReadonlySet<string>> {
  const { openapi } = await readApiDocuments();
  const { paths } = openapi as { paths: Record<string, Record<string, Operation>> };
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const isForVisitors = ({ security }: Operation) => security.some((scheme) => Object.keys(scheme).length === 0);
  return new Set(operations.filter((operation) => !isForVisitors(operation)).map(({ operationId }) => operationId));
}

/** The call and the options of each query in a file. */
function* queriesIn(source: string): Generator<{ name: string; options: string }> {
  for (const { index } of source.matchAll(/\b(?:query|infiniteQuery)Options\(\{|\buse(?:Infinite)?Query\(\{/g)) {
    const options = source.slice(index, endOfOptions(source, index));
    const name = /\bcall\(\s*(\w+)/.exec(options)?.[1];
    if (name !== undefined) yield { name, options };
  }
}

function endOfOptions(source: string, begin: number): number {
  let depth = 0;
  for (let at = source.indexOf('{', begin); at < source.length; at++) {
    if (source[at] === '{') depth++;
    else if (source[at] === '}' && --depth === 0) return at;
  }
  return source.length;
}

const isMarked = (options: string, source: string): boolean =>
  options.includes('isPrivate: true') ||
  (options.includes('...shared') && /const shared = .*isPrivate: true/.test(source));

test(
  'a query of a signed-in player is private, so that it ends with the session',
  { timeout: TIMEOUT_MS },
  async () => {
    const privateCalls = await readPrivateCalls();
    const files = (await readdir(FEATURES, { recursive: true })).filter((file) => /(?<!\.test)\.tsx?$/.test(file));
    const sources = await Promise.all(
      files.map(async (file) => ({ file, source: await readFile(path.join(FEATURES, file), 'utf8') })),
    );
    const queries = sources.flatMap(({ file, source }) =>
      [...queriesIn(source)].map(({ name, options }) => ({ file, name, isPrivate: isMarked(options, source) })),
    );
    const marked = queries.filter(({ isPrivate }) => isPrivate);
    expect(marked.length).toBeGreaterThan(30);
    expect(
      queries
        .filter(({ name, isPrivate }) => privateCalls.has(name) && !isPrivate)
        .map(({ file, name }) => `${file}: ${name}`),
    ).toEqual([]);
  },
);
