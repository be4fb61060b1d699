import { createRollAudit, type ListedRoll, type PublishedRoll } from '@karat/rules/roll-audit';
import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { rollsOfCsv } from '../src/features/fairness/rolls-csv.ts';
import { type ParsedInput, isCsv, isEmptyInput, isTable, parseInput, mergeInputs } from './input.ts';
import {
  isWrong,
  type Line,
  reportOfAudit,
  reportOfChains,
  reportOfOdds,
  reportOfProof,
  tableOfOdds,
  titleOfCanon,
} from './report.ts';
import { languageOf, languages } from './words.ts';

const RIGHT = 0;
const WRONG = 1;
const UNREADABLE = 2;
const HEAD_BYTES = 1_024;

const words = languages[languageOf(process.env['LC_ALL'] ?? process.env['LANG'])];
const marks = { right: '✓', wrong: '✗', waiting: '…', note: ' ' };

const print = (text = ''): void => void process.stdout.write(`${text}\n`);

function printLines(lines: readonly Line[]): void {
  for (const { state, text, suspect } of lines)
    print(`${marks[state]} ${text}${suspect === undefined ? '' : ` ${suspect}`}`);
}

function printTable(rows: readonly (readonly string[])[]): void {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  for (const row of rows) print(`    ${row.map((cell, column) => cell.padStart(widths[column]!)).join('  ')}`);
}

type Files = ParsedInput & { readonly csvs: readonly string[] };

class UnreadableFile extends Error {}

async function headOf(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Reads the files. CSV files are only listed here and streamed later, because they may be larger than the memory. */
async function readFiles(names: readonly string[]): Promise<Files> {
  const csvs: string[] = [];
  const given: ParsedInput[] = [];
  for (const name of names) {
    try {
      if (isCsv(await headOf(name))) {
        csvs.push(name);
        continue;
      }
      const found = parseInput(await readFile(name, 'utf8'));
      if (isEmptyInput(found) || !found.canons.every(isTable)) throw new UnreadableFile(name);
      given.push(found);
    } catch {
      throw new UnreadableFile(name);
    }
  }
  return { ...mergeInputs(given), csvs };
}

async function verifyProofs({ proofs, links }: Files): Promise<boolean> {
  const reports = proofs.map((proof) => reportOfProof(words, proof));
  if (links.length > 0) reports.push(await reportOfChains(words, links));
  for (const lines of reports) {
    printLines(lines);
    print();
  }
  return !reports.some(isWrong);
}

async function* rowsOf({ csvs, rows }: Files): AsyncGenerator<readonly (PublishedRoll | ListedRoll)[], void> {
  yield rows;
  for (const name of csvs) {
    try {
      yield* rollsOfCsv(Readable.toWeb(createReadStream(name)) as ReadableStream<Uint8Array>);
    } catch {
      throw new UnreadableFile(name);
    }
  }
}

async function auditRows(files: Files, isAllCases: boolean): Promise<boolean> {
  const audit = createRollAudit(files.canons);
  for await (const batch of rowsOf(files)) for (const roll of batch) audit.add(roll);
  const result = audit.result();
  const lines = reportOfAudit(words, result, isAllCases);
  printLines(lines);
  for (const { canon, caseHash, odds } of result.odds) {
    const verdict = reportOfOdds(words, odds);
    lines.push(verdict);
    print(`\n${titleOfCanon(words, canon)}  ${caseHash}`);
    printTable(tableOfOdds(words, odds));
    printLines([verdict]);
  }
  return !isWrong(lines);
}

async function main(args: readonly string[]): Promise<number> {
  // A file given twice counts once, so that its rolls are not reported as repeated.
  const names = [...new Set(args.filter((arg) => !arg.startsWith('--')).map((arg) => path.resolve(arg)))];
  const modals = args.filter((arg) => arg.startsWith('--'));
  if (names.length === 0 || modals.some((flag) => flag !== '--all-cases')) {
    print(words.verifier.usage);
    return UNREADABLE;
  }
  const files = await readFiles(names);
  const areProofsRight = await verifyProofs(files);
  const hasRows = files.rows.length > 0 || files.csvs.length > 0;
  if (!hasRows && files.canons.length > 0) print(words.verifier.tablesOnly(files.canons.length));
  const areRowsRight = !hasRows || (await auditRows(files, modals.length > 0));
  return areProofsRight && areRowsRight ? RIGHT : WRONG;
}

// A reader such as `head` closes the pipe early and does not get the verdict.
process.stdout.on('error', () => process.exit(UNREADABLE));

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof UnreadableFile)) throw error;
  process.stderr.write(`${words.verifier.unreadable(error.message)}\n`);
  process.exitCode = UNREADABLE;
}
