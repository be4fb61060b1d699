import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..');
const FOLDERS = ['rules', 'contract', 'art', 'server', 'web', 'e2e', 'tools', 'docs'];
const SKIPPED = new Set(['node_modules', 'dist', 'dist.new', 'results', 'pictures', 'data']);

type File = { readonly name: string; readonly text: string };
/** Files above `LINES_MAX`, each with the reason why it cannot be split. */
type LongFiles = Readonly<Record<string, string>>;
type Rule = { readonly message: string; isBrokenBy(file: File, longFiles: LongFiles): boolean };

/** A soft limit: files are split by subject, and a long file probably has two. */
const LINES_MAX = 400;
const LONG_FILES: LongFiles = {};
const UNLIMITED = /\.(?:test|e2e|bench)\.tsx?$/;

const KEBAB = /^(?:\.?[a-z0-9]+(?:[-.][a-z0-9]+)*|README|AGENTS)\.[a-z0-9]+$/;
const MIGRATION = /^\d{4}_[a-z0-9_]+\.sql$/;
const SQL_FILES =
  /^server\/(?:src\/(?:db|sandbox|testing|cli)\/|src\/(?:simulation|trials)\/queries\.ts$|src\/features\/[^/]+\/(?:(?:[a-z]+-)*queries|[a-z]+-invariants)\.ts$|bench\/)|\.test\.ts$|^tools\//;

/** Features that move diamonds: each writes a ledger row and the balance in one transaction. */
const WALLET_WRITERS = /^server\/src\/features\/(?:wallet|stakes|fairness|roulette)\//;
const LEDGER_WRITERS = /^server\/src\/features\/(?:wallet|openings|roulette)\//;
/** Files that contain such statements in tests or as quotes. */
const EXEMPT = /\.(?:test\.ts|md)$|^server\/(?:src\/testing|bench)\/|^tools\//;

const isCode = ({ name }: File) => /\.(?:tsx?|mjs)$/.test(name);
const isLong = (file: File) =>
  isCode(file) && !UNLIMITED.test(file.name) && file.text.trimEnd().split('\n').length > LINES_MAX;

const rules: readonly Rule[] = [
  {
    message: 'files are named in kebab-case',
    isBrokenBy: ({ name }) => !KEBAB.test(path.basename(name)) && !MIGRATION.test(path.basename(name)),
  },
  {
    message: `files have at most ${LINES_MAX} lines, or a reason in LONG_FILES`,
    isBrokenBy: (file, longFiles) => isLong(file) && longFiles[file.name] === undefined,
  },
  {
    message: 'LONG_FILES names long files only',
    isBrokenBy: (file, longFiles) => !isLong(file) && longFiles[file.name] !== undefined,
  },
  {
    message: 'SQL is in queries.ts and migrations only',
    isBrokenBy: (file) => isCode(file) && !SQL_FILES.test(file.name) && /\bsql(?:<[^`]*>)?`/.test(file.text),
  },
  {
    message: 'only features in WALLET_WRITERS change wallets',
    isBrokenBy: ({ name, text }) =>
      !EXEMPT.test(name) && !WALLET_WRITERS.test(name) && /\bupdate\s+(?:only\s+)?"?wallets\b/i.test(text),
  },
  {
    message: 'only features in LEDGER_WRITERS write ledger rows',
    isBrokenBy: ({ name, text }) =>
      !EXEMPT.test(name) && !LEDGER_WRITERS.test(name) && /\binsert\s+into\s+"?ledger\b/i.test(text),
  },
  {
    message: 'ledger rows are never changed',
    isBrokenBy: ({ name, text }) =>
      !EXEMPT.test(name) && /\b(?:update|delete\s+from|truncate)\s+(?:only\s+|table\s+)?"?ledger\b/i.test(text),
  },
  {
    message: 'no barrels: a module exports what it defines',
    isBrokenBy: (file) => isCode(file) && /^export (?:\*|\{[^}]*\}) from /m.test(file.text),
  },
  {
    message: 'browser code and schemas import zod/mini only',
    isBrokenBy: (file) => isCode(file) && /^(?:web|contract)\//.test(file.name) && /from 'zod'/.test(file.text),
  },
  {
    message: 'no text-transform on words: Turkish casing breaks',
    isBrokenBy: (file) =>
      /^web\/.*\.(?:tsx|css)$/.test(file.name) &&
      /text-transform|className=[^>]*\b(?:uppercase|capitalize)\b/.test(file.text),
  },
  {
    message: 'names of players are shown by PlayerName, which marks sandbox players',
    isBrokenBy: ({ name, text }) =>
      /^web\/src\/(?!ui\/player-name\.).*\.tsx$/.test(name) && /<bdi\b[^>]*>\s*\{[^}]*username/i.test(text),
  },
  {
    message: 'no TODO comments',
    isBrokenBy: (file) =>
      isCode(file) && !file.name.startsWith('tools/house-rules') && /\b(?:TODO|FIXME|XXX)\b/.test(file.text),
  },
];

async function filesBelow(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(path.join(root, folder), { withFileTypes: true });
  const nested = entries.map(async (entry) => {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : filesBelow(root, name);
    return /\.(?:tsx?|mjs|css|sql|md)$/.test(name) ? [name] : [];
  });
  return (await Promise.all(nested)).flat();
}

/** Placeholders in documents: `<feature>`, `features/x/x.ts`, `NNNN-*.md`. */
const PLACEHOLDER = /<|\/x\b|\/y\b|^y\.|NNNN/;

/** `{a,b}.ts` as `a.ts` and `b.ts`. */
function withoutBraces(text: string): string[] {
  const [braces, options] = /\{([^{}]*)\}/.exec(text) ?? [];
  if (braces === undefined) return [text];
  return options!.split(',').flatMap((option) => withoutBraces(text.replace(braces, option.trim())));
}

/** Paths in the backticks of a document that do not exist. A path may begin at any folder: `features/chat/routes.ts`. */
function missingPaths({ text }: File, { root, names }: { root: string; names: readonly string[] }): string[] {
  const spans = [...text.replaceAll(/^ *```[^]*?^ *```/gm, '').matchAll(/`([^`\n]+)`/g)].map(([, span]) => span!);
  const paths = spans.filter((span) => /^[\w.{},*-]+(?:\/[\w.{},*-]+)*\/?$/.test(span) && !PLACEHOLDER.test(span));
  return paths.flatMap(withoutBraces).filter((span) => {
    if (!span.includes('*') && FOLDERS.some((folder) => span.startsWith(`${folder}/`)))
      return !existsSync(path.join(root, span));
    if (!/^[a-z].*\.(?:tsx?|mjs)$/.test(span)) return false;
    return !names.some((name) => path.matchesGlob(name, `**/${span}`));
  });
}

async function rootDocuments(root: string): Promise<string[]> {
  const names = await readdir(root);
  return names.filter((name) => name.endsWith('.md') && name !== 'CHANGELOG.md');
}

/** Violations of house rules that no linter checks, one line each. */
export async function brokenHouseRules(
  root = ROOT,
  folders: readonly string[] = FOLDERS,
  longFiles = LONG_FILES,
): Promise<string[]> {
  const read = (name: string) => readFile(path.join(root, name), 'utf8').then((text) => ({ name, text }));
  const names = (await Promise.all(folders.map((folder) => filesBelow(root, folder)))).flat();
  const files = await Promise.all(names.map(read));
  const documents = [
    ...files.filter(({ name }) => name.endsWith('.md')),
    ...(await Promise.all((await rootDocuments(root)).map(read))),
  ];
  const missing = Object.keys(longFiles).filter((name) => !names.includes(name));
  return [
    ...missing.map((name) => `${name}: LONG_FILES names files that exist`),
    ...files.flatMap((file) =>
      rules.filter((rule) => rule.isBrokenBy(file, longFiles)).map((rule) => `${file.name}: ${rule.message}`),
    ),
    ...documents.flatMap((file) =>
      missingPaths(file, { root, names }).map((span) => `${file.name}: documents name paths that exist, not ${span}`),
    ),
  ];
}
