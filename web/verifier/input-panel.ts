import { createRollAudit, type ListedRoll, type PublishedRoll, type RollAudit } from '@karat/rules/roll-audit';
import { rollsOfCsv } from '../src/features/fairness/rolls-csv.ts';
import { formatNumber } from '../src/i18n/format.ts';
import { make } from './dom.ts';
import { type ParsedInput, type Link, isCsv, isTable, EMPTY_INPUT, parseInput, mergeInputs } from './input.ts';
import type { ProofForm } from './proof-form.ts';
import { reportOfChains } from './report.ts';
import { auditView, linesView, proofView } from './views.ts';
import type { Words } from './words.ts';

/** The longest time that counting may block the page without a pause. */
const SLICE_MS = 12;
const HEAD_BYTES = 1_024;

type Source = { readonly given: ParsedInput; readonly csv: Blob | undefined };

/** All inputs so far by name, each file once: the rolls of a case and its tables may come one after the other. */
export type Inputs = Map<string, Source>;

async function readSource(blob: Blob): Promise<Source> {
  const head = await blob.slice(0, HEAD_BYTES).text();
  return isCsv(head) ? { given: EMPTY_INPUT, csv: blob } : { given: parseInput(await blob.text()), csv: undefined };
}

async function* rowsOf(inputs: Inputs): AsyncGenerator<readonly (PublishedRoll | ListedRoll)[], void> {
  for (const { given, csv } of inputs.values()) {
    yield given.rows;
    if (csv !== undefined) yield* rollsOfCsv(csv.stream());
  }
}

type AuditProgress = { isStale(): boolean; onProgress(rolls: number): void };

/** Counts in slices, so that the page stays responsive. Returns undefined if a newer run has started meanwhile. */
async function auditOf(inputs: Inputs, { isStale, onProgress }: AuditProgress): Promise<RollAudit | undefined> {
  const audit = createRollAudit(mergeInputs([...inputs.values()].map(({ given }) => given)).canons);
  let [rolls, sliceEnd] = [0, performance.now() + SLICE_MS];
  for await (const batch of rowsOf(inputs)) {
    for (const roll of batch) {
      audit.add(roll);
      rolls++;
      if (performance.now() < sliceEnd) continue;
      onProgress(rolls);
      await new Promise((resume) => setTimeout(resume));
      if (isStale()) return undefined;
      sliceEnd = performance.now() + SLICE_MS;
    }
  }
  return isStale() ? undefined : audit.result();
}

function createResults() {
  const element = make('div', { role: 'status' });
  const show = (title: string, ...children: readonly HTMLElement[]) =>
    element.replaceChildren(make('section', { class: 'card' }, make('h2', {}, title), ...children));
  const showLine = (title: string, text: string, state: 'wrong' | 'note') =>
    show(title, linesView(title, [{ state, text }]));
  return { element, show, showLine, clear: () => element.replaceChildren() };
}

export type InputPanel = {
  readonly element: HTMLElement;
  /** Reads inputs by name and shows what they prove. */
  add(blobs: ReadonlyMap<string, Blob>): Promise<void>;
  refresh(): Promise<void>;
  clear(): void;
};

type PanelOptions = { words: Words; inputs: Inputs; form: ProofForm };

/** Takes files and texts. A single roll or round goes to the form; many rolls are counted here. */
export function createInputPanel({ words, inputs, form }: PanelOptions): InputPanel {
  const results = createResults();
  const { verifier } = words;
  let run = 0;
  let chainCheck = new AbortController();

  /** Cancels earlier runs and clears the results. */
  function reset(): void {
    run++;
    chainCheck.abort();
    chainCheck = new AbortController();
    results.clear();
  }

  const hasRows = () => [...inputs.values()].some(({ given, csv }) => csv !== undefined || given.rows.length > 0);

  async function showAudit(): Promise<void> {
    reset();
    const mine = run;
    const progress = make('p', { class: 'hint' }, '…');
    results.show(verifier.auditTitle, progress);
    const onProgress = (rolls: number) => void (progress.textContent = `${formatNumber(rolls)} …`);
    try {
      const audit = await auditOf(inputs, { isStale: () => mine !== run, onProgress });
      if (audit !== undefined) results.show(verifier.auditTitle, auditView(words, audit));
    } catch {
      // A truncated file, or one without a required column, proves nothing. The next attempt starts without it.
      inputs.clear();
      results.showLine(verifier.auditTitle, verifier.unreadable('CSV'), 'wrong');
    }
  }

  async function showChains(links: readonly Link[]): Promise<void> {
    const { signal } = chainCheck;
    const progress = make('p', { class: 'hint' }, '…');
    results.element.append(make('section', { class: 'card' }, make('h2', {}, verifier.chainsTitle), progress));
    const onProgress = (steps: number) => void (progress.textContent = `${formatNumber(steps)} …`);
    try {
      progress.replaceWith(linesView(verifier.chainsTitle, await reportOfChains(words, links, { signal, onProgress })));
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  async function showProofs({ proofs, links }: ParsedInput): Promise<void> {
    reset();
    const [first, ...others] = proofs;
    if (first !== undefined && others.length === 0) form.verify(first);
    else results.show(verifier.proofsTitle, ...proofs.map((proof) => proofView(words, proof)));
    if (links.length > 0) await showChains(links);
  }

  return {
    element: results.element,
    async add(blobs) {
      const sources = await Promise.all(
        [...blobs].map(async ([name, blob]) => [name, await readSource(blob)] as const),
      );
      const found = mergeInputs(sources.map(([, { given }]) => given));
      if (!found.canons.every(isTable)) return results.showLine(verifier.giveTitle, verifier.tableBad, 'wrong');
      for (const [name, source] of sources) inputs.set(name, source);
      const isForAudit = found.canons.length > 0 || found.rows.length > 0 || sources.some(([, { csv }]) => csv);
      if (found.proofs.length > 0) await showProofs(found);
      else if (!isForAudit) results.showLine(verifier.giveTitle, verifier.nothing, 'wrong');
      else if (hasRows()) await showAudit();
      else results.showLine(verifier.auditTitle, verifier.tablesOnly(found.canons.length), 'note');
    },
    async refresh() {
      if (hasRows()) await showAudit();
    },
    clear() {
      inputs.clear();
      reset();
    },
  };
}
