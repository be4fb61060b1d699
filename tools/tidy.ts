import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..');
const PLACES = ['rules', 'contract', 'art', 'server', 'web', 'e2e', 'tools', 'docs'];
const SKIPPED = new Set(['node_modules', 'dist', 'dist.new', 'results', 'pictures', 'data']);

type File = { readonly name: string; readonly text: string };
/** Files above `LINES_MAX`, each with the reason why its subject cannot be divided. */
type LongFiles = Readonly<Record<string, string>>;
type Rule = { readonly says: string; breaks(file: File, longFiles: LongFiles): boolean };

/** A soft limit: files are divided by subject, and a long one is a sign that it holds two. */
const LINES_MAX = 400;
const LONG_FILES: LongFiles = {};
const UNLIMITED = /\.(?:test|e2e|bench)\.tsx?$/;

const KEBAB = /^(?:\.?[a-z0-9]+(?:[-.][a-z0-9]+)*|README|AGENTS)\.[a-z0-9]+$/;
const MIGRATION = /^\d{4}_[a-z0-9_]+\.sql$/;
const SQL_PLACES =
  /^server\/(?:src\/(?:db|sandbox|testing|cli)\/|src\/simulation\/queries\.ts$|src\/features\/[^/]+\/(?:(?:[a-z]+-)?queries|[a-z]+-invariants)\.ts$|bench\/)|\.test\.ts$|^tools\//;

/** Where diamonds move: each of these features posts a line with the balance it changes, in one commit. */
const WALLET_WRITERS = /^server\/src\/features\/(?:wallet|stakes|fairness|roulette)\//;
const LEDGER_WRITERS = /^server\/src\/features\/(?:wallet|openings|roulette)\//;
/** What tests break on purpose, and what documents quote. */
const QUOTING = /\.(?:test\.ts|md)$|^server\/(?:src\/testing|bench)\/|^tools\//;

const isCode = ({ name }: File) => /\.(?:tsx?|mjs)$/.test(name);
const isLong = (file: File) =>
  isCode(file) && !UNLIMITED.test(file.name) && file.text.trimEnd().split('\n').length > LINES_MAX;

const rules: readonly Rule[] = [
  {
    says: 'files are named in kebab-case',
    breaks: ({ name }) => !KEBAB.test(path.basename(name)) && !MIGRATION.test(path.basename(name)),
  },
  {
    says: `files have at most ${LINES_MAX} lines, or a reason in LONG_FILES`,
    breaks: (file, longFiles) => isLong(file) && longFiles[file.name] === undefined,
  },
  {
    says: 'LONG_FILES names long files only',
    breaks: (file, longFiles) => !isLong(file) && longFiles[file.name] !== undefined,
  },
  {
    says: 'SQL stands in queries.ts and migrations only',
    breaks: (file) => isCode(file) && !SQL_PLACES.test(file.name) && /\bsql(?:<[^`]*>)?`/.test(file.text),
  },
  {
    says: 'wallets are changed by the features named for it',
    breaks: ({ name, text }) =>
      !QUOTING.test(name) && !WALLET_WRITERS.test(name) && /\bupdate\s+(?:only\s+)?"?wallets\b/i.test(text),
  },
  {
    says: 'ledger lines are written by the features named for it',
    breaks: ({ name, text }) =>
      !QUOTING.test(name) && !LEDGER_WRITERS.test(name) && /\binsert\s+into\s+"?ledger\b/i.test(text),
  },
  {
    says: 'ledger lines are never changed',
    breaks: ({ name, text }) =>
      !QUOTING.test(name) && /\b(?:update|delete\s+from|truncate)\s+(?:only\s+|table\s+)?"?ledger\b/i.test(text),
  },
  {
    says: 'no barrels: a module exports what it defines',
    breaks: (file) => isCode(file) && /^export (?:\*|\{[^}]*\}) from /m.test(file.text),
  },
  {
    says: 'browser code and schemas import zod/mini only',
    breaks: (file) => isCode(file) && /^(?:web|contract)\//.test(file.name) && /from 'zod'/.test(file.text),
  },
  {
    says: 'no text-transform on words: Turkish casing breaks',
    breaks: (file) =>
      /^web\/.*\.(?:tsx|css)$/.test(file.name) &&
      /text-transform|className=[^>]*\b(?:uppercase|capitalize)\b/.test(file.text),
  },
  {
    says: 'nothing is left for later in the code',
    breaks: (file) => isCode(file) && !file.name.startsWith('tools/tidy') && /\b(?:TODO|FIXME|XXX)\b/.test(file.text),
  },
];

async function filesBelow(root: string, place: string): Promise<string[]> {
  const entries = await readdir(path.join(root, place), { withFileTypes: true });
  const nested = entries.map(async (entry) => {
    const name = `${place}/${entry.name}`;
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : filesBelow(root, name);
    return /\.(?:tsx?|mjs|css|sql|md)$/.test(name) ? [name] : [];
  });
  return (await Promise.all(nested)).flat();
}

/** Every place that breaks a house rule which no linter knows, a line each. */
export async function untidyPlaces(
  root = ROOT,
  places: readonly string[] = PLACES,
  longFiles = LONG_FILES,
): Promise<string[]> {
  const names = (await Promise.all(places.map((place) => filesBelow(root, place)))).flat();
  const files = await Promise.all(
    names.map(async (name) => ({ name, text: await readFile(path.join(root, name), 'utf8') })),
  );
  const missing = Object.keys(longFiles).filter((name) => !names.includes(name));
  return [
    ...missing.map((name) => `${name}: LONG_FILES names files that exist`),
    ...files.flatMap((file) =>
      rules.filter((rule) => rule.breaks(file, longFiles)).map((rule) => `${file.name}: ${rule.says}`),
    ),
  ];
}
