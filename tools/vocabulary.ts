import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { piecesOfCode, type Piece } from './source-pieces.ts';
import { ALLOWED, PHRASES, WORDS, type Allowed, type Term } from './vocabulary-list.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const SKIPPED_FOLDERS = new Set([
  '.git',
  'node_modules',
  'dist',
  'dist.new',
  'results',
  'test-results',
  'pictures',
  'data',
]);
const CHECKED = /\.(?:tsx?|mjs|css|sql|md|ya?ml|example|service|timer|cfg|conf)$|(?:^|\/)(?:Dockerfile|Caddyfile)$/;
const CODE = /\.(?:tsx?|mjs)$/;
/** Texts of screens, migrations from names of earlier versions and their test, and the list of words itself. */
const EXEMPT =
  /^web\/src\/(?:features\/[^/]+\/words|i18n)\/|\/migrations\/00(?:[01]\d|2[0-5])_|^server\/src\/upgrade\.test\.ts$|^tools\/vocabulary/;
/** Texts in the code of the web app are sentences of screens. */
const SCREENS = /^web\//;
/** Entries of the change log that are older than this check. */
const OLD_RELEASES = /^## 1\.0\.[\s\S]*/m;

type File = { readonly name: string; readonly text: string };
type Finding = { readonly term: Term; readonly word: string; readonly found: string; readonly offset: number };

const IDENTIFIER = /[A-Za-z][A-Za-z0-9_]*/g;
const PART_BEGINS = /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|_/;
const TERMS = new Map(WORDS.flatMap((term) => term.words.map((word) => [word, term])));
/** A phrase may continue on the next line of a comment. */
const patternOf = (words: readonly string[]) =>
  new RegExp(`\\b(?:${words.join('|').replaceAll(' ', '\\s+(?:(?:\\*|//)\\s+)?')})\\b`, 'gi');
const PATTERNS = PHRASES.map((term) => ({ term, pattern: patternOf(term.words) }));
const ANY_PHRASE = patternOf(PHRASES.flatMap(({ words }) => words));

/** Forbidden parts of each identifier or word seen so far; most occur many times. */
const partsByIdentifier = new Map<string, readonly string[]>();
function forbiddenParts(identifier: string): readonly string[] {
  const cached = partsByIdentifier.get(identifier);
  if (cached !== undefined) return cached;
  const parts = identifier.split(PART_BEGINS).map((part) => part.toLowerCase());
  const forbidden = parts.filter((part) => TERMS.has(part));
  partsByIdentifier.set(identifier, forbidden);
  return forbidden;
}

/** Every occurrence of a listed word or phrase, wherever it is. */
function findingsIn(text: string): Finding[] {
  const hasWords = text.match(IDENTIFIER)?.some((word) => forbiddenParts(word).length > 0) ?? false;
  const words = (hasWords ? [...text.matchAll(IDENTIFIER)] : []).flatMap(({ 0: found, index: offset }) =>
    forbiddenParts(found).map((word) => ({ term: TERMS.get(word)!, word, found, offset })),
  );
  const phrases = (text.search(ANY_PHRASE) < 0 ? [] : PATTERNS).flatMap(({ term, pattern }) =>
    [...text.matchAll(pattern)].map(({ 0: found, index: offset }) => ({
      term,
      word: found.toLowerCase(),
      found,
      offset,
    })),
  );
  return [...words, ...phrases];
}

function piecesOf({ name, text }: File): readonly Piece[] {
  if (name.endsWith('.sql')) return [{ place: 'name', text, offset: 0 }];
  if (!CODE.test(name)) return [{ place: 'comment', text, offset: 0 }];
  const pieces = piecesOfCode(text);
  return SCREENS.test(name) ? pieces.filter(({ place }) => place !== 'message') : pieces;
}

/** Occurrences in places where the word is not used. Files are split only if they contain one, because that is slow. */
function misusesIn(file: File): Finding[] {
  const findings = findingsIn(file.text);
  const pieces = findings.length > 0 ? piecesOf(file) : [];
  return findings.filter(({ term, offset }) =>
    pieces.some(
      (piece) =>
        piece.offset <= offset && offset < piece.offset + piece.text.length && term.places.includes(piece.place),
    ),
  );
}

function misusesInName(name: string): Finding[] {
  return findingsIn(name).filter(({ term }) => term.places.includes('name'));
}

function lineAt(text: string, offset: number): string {
  const end = text.indexOf('\n', offset);
  return text.slice(text.lastIndexOf('\n', offset) + 1, end < 0 ? undefined : end);
}

function isAllowed(file: File, { word, offset }: Finding, { words, files, phrase }: Allowed): boolean {
  if (words.length > 0 && !words.includes(word)) return false;
  if (files !== undefined && !files.test(file.name)) return false;
  return phrase === undefined || phrase.test(lineAt(file.text, offset));
}

function filesBelow(root: string, folder: string): File[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED_FOLDERS.has(entry.name) ? [] : filesBelow(root, name);
    if (!CHECKED.test(name) || EXEMPT.test(name)) return [];
    return [{ name, text: readFileSync(path.join(root, name), 'utf8').replace(OLD_RELEASES, '') }];
  });
}

/** Words that the project does not use, and exceptions that nothing needs, one line each. */
export function vocabularyProblems(root = ROOT, allowed: readonly Allowed[] = ALLOWED): string[] {
  const needed = new Set<Allowed>();
  function problemsOf(file: File, findings: readonly Finding[]): string[] {
    return findings.flatMap((finding) => {
      const exceptions = allowed.filter((exception) => isAllowed(file, finding, exception));
      for (const exception of exceptions) needed.add(exception);
      if (exceptions.length > 0) return [];
      const line = file.text.slice(0, finding.offset).split('\n').length;
      return [`${file.name}:${line}: "${finding.found}"; instead: ${finding.term.instead}`];
    });
  }
  const problems = filesBelow(root, '.').flatMap((file) => [
    ...problemsOf({ name: file.name, text: file.name }, misusesInName(file.name)),
    ...problemsOf(file, misusesIn(file)),
  ]);
  const unneeded = allowed.filter((exception) => !needed.has(exception));
  return [
    ...problems,
    ...unneeded.map(
      ({ words, reason }) => `ALLOWED has an exception that nothing needs: ${words.join(', ')} (${reason})`,
    ),
  ];
}
