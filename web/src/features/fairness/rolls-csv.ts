import type { ListedRoll, PublishedRoll } from '@karat/rules/roll-audit';

/** A roll of a file: listed by its handle, or with its proof, as in files of 1.0.0. */
export type CsvRoll = ListedRoll | PublishedRoll;

/** Yields the rolls of a CSV as they arrive. Columns are found by name. */
export async function* rollsOfCsv(body: ReadableStream<Uint8Array>): AsyncGenerator<CsvRoll[], void> {
  let columns: readonly string[] | undefined;
  for await (const lines of linesOf(body)) {
    if (lines.length === 0) continue;
    columns ??= cellsOf(lines.shift()!);
    yield lines.map((line) => rollOf(columns!, cellsOf(line)));
  }
}

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string[], void> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const lines = (rest + decoder.decode(value, { stream: !done })).split(/\r?\n/);
      rest = done ? '' : lines.pop()!;
      yield lines.filter((line) => line !== '');
      if (done) return;
    }
  } finally {
    // A consumer that stops reading also stops the download.
    await reader.cancel().catch(() => undefined);
  }
}

// No value contains a comma or a quote. An apostrophe before a leading sign keeps spreadsheets from evaluating it.
function cellsOf(line: string): string[] {
  return line.split(',').map((cell) => cell.replace(/^"(.*)"$/, '$1').replace(/^'/, ''));
}

function rollOf(columns: readonly string[], cells: readonly string[]): CsvRoll {
  const cell = (name: string): string => {
    const value = cells[columns.indexOf(name)];
    if (value === undefined) throw new Error(`Roll lacks the column ${name}`);
    return value;
  };
  const shared = { caseHash: cell('caseHash'), ticket: Number(cell('ticket')), itemId: Number(cell('itemId')) };
  if (columns.includes('handle')) return { ...shared, handle: cell('handle') };
  return {
    ...shared,
    id: Number(cell('id')),
    serverSeedHash: cell('serverSeedHash'),
    serverSeed: cell('serverSeed') || null,
    clientSeed: cell('clientSeed'),
    entropy: cell('entropy'),
    nonce: Number(cell('nonce')),
  };
}
