import { execFile } from 'node:child_process';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { COMPILE_HINT } from './compile-hints.ts';
import { modulesOfPages, ROUTER } from './page-assets.ts';

type Chunk = {
  file: string;
  name?: string;
  src?: string;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
};
type Manifest = Record<string, Chunk>;

const dist = path.resolve(import.meta.dirname, process.argv[2] ?? '../dist');
const WEB = path.resolve(import.meta.dirname, '..');
const CONTRACT = path.resolve(WEB, '../contract/src');
const KIB = 1_024;
const ENTRY = 'src/shell/main.tsx';
/** Sources that only staff may load. */
const STAFF_SOURCE = /(^|\/)admin-[^/]*\.tsx?$/;
/** Texts of the admin panel, shared by all staff pages. */
const STAFF_WORDS = /^_staff-words-/;
/** Shared by all modals and menus; loaded once, after the first paint. */
const OVERLAYS = /^_overlays-/;
/** Loaded by every page right after its first paint. */
const AFTER_PAINT = /socket\.io-client/;

/** Each script costs a round trip on a phone; without chunk groups a page has more than sixty. */
const SCRIPTS_MAX = 24;

const limits = { initialKib: 200, routeKib: 40, adminKib: 90, cssKib: 30, fontKib: 60, imageKib: 40 };
const failures: string[] = [];

const manifest = JSON.parse(await readFile(path.join(dist, '.vite/manifest.json'), 'utf8')) as Manifest;
const gzipSizes = new Map<string, number>();

async function gzipSize(file: string): Promise<number> {
  const known = gzipSizes.get(file);
  if (known !== undefined) return known;
  const size = gzipSync(await readFile(path.join(dist, file)), { level: 9 }).length;
  gzipSizes.set(file, size);
  return size;
}

/** A chunk and all its static imports. */
function closure(key: string, found = new Set<string>()): Set<string> {
  if (found.has(key)) return found;
  found.add(key);
  for (const next of manifest[key]?.imports ?? []) closure(next, found);
  return found;
}

async function totalSize(keys: Iterable<string>): Promise<number> {
  let bytes = 0;
  for (const key of keys) bytes += await gzipSize(manifest[key]!.file);
  return bytes;
}

function checkSize(label: string, bytes: number, limitKib: number): void {
  const kib = bytes / KIB;
  console.log(`${label.padEnd(44)} ${kib.toFixed(1).padStart(7)} KiB of ${limitKib}`);
  if (kib > limitKib) failures.push(`${label} has ${kib.toFixed(1)} KiB; at most ${limitKib} are allowed.`);
}

async function checkScripts(): Promise<void> {
  const entry = closure(ENTRY);
  const isStaff = (key: string) => STAFF_SOURCE.test(key);
  const lazy = Object.keys(manifest).filter(
    (key) => manifest[key]!.src !== undefined && key !== ENTRY && /\.tsx?$/.test(key),
  );
  const chunksBeyond = (base: ReadonlySet<string>, key: string) => [...closure(key)].filter((each) => !base.has(each));

  const pages = lazy.filter((key) => !isStaff(key) && /-(page|layout)\.tsx$/.test(key));
  let heaviest = 0;
  for (const key of pages) heaviest = Math.max(heaviest, await totalSize(new Set([...entry, ...closure(key)])));
  const overlays = Object.keys(manifest).filter((key) => OVERLAYS.test(key));
  if (overlays.some((key) => entry.has(key))) failures.push('The overlays chunk is part of every first page.');
  const shared = new Set([...entry, ...overlays]);
  const live = Object.keys(manifest).find((key) => AFTER_PAINT.test(key));
  checkSize('Scripts before any page', await totalSize(entry), limits.initialKib);
  checkSize('Initial scripts, heaviest player page', heaviest, limits.initialKib);
  checkSize('  overlays, after the first paint', await totalSize(overlays), limits.routeKib);
  if (live !== undefined)
    checkSize('  socket, after the first paint', await totalSize(chunksBeyond(entry, live)), limits.routeKib);
  for (const key of lazy.filter((each) => !isStaff(each))) {
    const bytes = await totalSize(chunksBeyond(shared, key));
    if (bytes > 4 * KIB) checkSize(`  ${path.basename(key)}`, bytes, limits.routeKib);
  }
  for (const key of lazy.filter(isStaff))
    checkSize(`  ${path.basename(key)} (staff)`, await totalSize(chunksBeyond(entry, key)), limits.adminKib);
  await checkStaffCode(
    entry,
    lazy.filter((key) => !isStaff(key)),
  );
}

// Checks the manifest: a player's chunk may import staff chunks lazily, but must not contain staff code.
async function checkStaffCode(entry: Set<string>, playerPages: string[]): Promise<void> {
  const players = new Set([...entry, ...playerPages.flatMap((key) => [...closure(key)])]);
  for (const key of players) {
    if (STAFF_SOURCE.test(key)) failures.push(`Players load ${key}, which is staff code.`);
    if (STAFF_WORDS.test(key)) failures.push(`Players load ${key}, which has staff texts.`);
  }
  if (!Object.keys(manifest).some((key) => STAFF_SOURCE.test(key))) {
    failures.push('No staff chunk found: the admin page has become part of another chunk.');
  }
  if (!Object.keys(manifest).some((key) => STAFF_WORDS.test(key))) {
    failures.push('No chunk of staff texts found: they have become part of another chunk.');
  }
}

async function checkFiles(): Promise<void> {
  const names = await readdir(path.join(dist, 'assets'));
  let fonts = 0;
  for (const name of names) {
    const file = path.join(dist, 'assets', name);
    if (name.endsWith('.woff2')) fonts += (await readFile(file)).length;
    if (name.endsWith('.css')) checkSize(`Styles ${name}`, await gzipSize(`assets/${name}`), limits.cssKib);
    if (/\.(webp|png|jpe?g|svg)$/.test(name))
      checkSize(`Image ${name}`, (await readFile(file)).length, limits.imageKib);
  }
  checkSize('Fonts', fonts, limits.fontKib);
  // A bundler with the wrong binary can report success and write files that do not parse.
  const scripts = names.filter((name) => name.endsWith('.js'));
  for (const name of scripts) {
    await promisify(execFile)(process.execPath, ['--check', path.join(dist, 'assets', name)]).catch((error: Error) =>
      failures.push(`${name} does not parse: ${error.message}`),
    );
  }
  console.log(`${scripts.length} scripts parse`);
}

/** Checks that the head of each page lists exactly the scripts it needs, and that the first scripts have the compile hint. */
async function checkFirstView(): Promise<void> {
  const parts = JSON.parse(await readFile(path.join(dist, '.vite/page-parts.json'), 'utf8')) as Record<
    string,
    { scripts: string[] }
  >;
  const scriptsOf = (...keys: string[]) =>
    new Set(keys.flatMap((key) => [...closure(key)].map((each) => `/${manifest[each]!.file}`)));
  const modules = modulesOfPages(await readFile(ROUTER, 'utf8'));
  for (const [page, { scripts }] of Object.entries(parts)) {
    const source = modules.get(page);
    const needed = scriptsOf(ENTRY, ...(source === undefined ? [] : [path.relative(WEB, source)]));
    if ([...needed].toSorted().join() !== scripts.toSorted().join())
      failures.push(`The head of page "${page}" does not list the scripts it needs.`);
    if (scripts.length > SCRIPTS_MAX)
      failures.push(`Page "${page}" loads ${scripts.length} scripts; at most ${SCRIPTS_MAX} are allowed.`);
  }
  for (const script of scriptsOf(ENTRY)) {
    const code = await readFile(path.join(dist, script), 'utf8');
    if (!code.startsWith(COMPILE_HINT)) failures.push(`${script} has no compile hint.`);
  }
}

/** Checks that no script contains the summaries of calls. */
async function checkContract(): Promise<void> {
  const names = (await readdir(CONTRACT)).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const sources = await Promise.all(names.map((name) => readFile(path.join(CONTRACT, name), 'utf8')));
  const summaries = [...sources.join('\n').matchAll(/summary: '([^'\\]{20,})'/g)].map(([, summary]) => summary!);
  if (summaries.length === 0) failures.push('No call summary found in the contract.');
  for (const { file } of Object.values(manifest).filter((chunk) => chunk.file.endsWith('.js'))) {
    const code = await readFile(path.join(dist, file), 'utf8');
    const bundledSummary = summaries.find((summary) => code.includes(summary));
    if (bundledSummary !== undefined) failures.push(`${file} contains the summary of a call: ${bundledSummary}`);
  }
}

await checkScripts();
await checkFirstView();
await checkContract();
await checkFiles();
for (const failure of failures) console.error(failure);
process.exitCode = failures.length === 0 ? 0 : 1;
