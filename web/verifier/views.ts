import type { RollAudit } from '@karat/rules/roll-audit';
import type { Proof } from '../src/features/fairness/proof-kinds.ts';
import { make } from './dom.ts';
import { type Line, reportOfAudit, reportOfOdds, reportOfProof, tableOfOdds, titleOfCanon } from './report.ts';
import type { Words } from './words.ts';

const marks = { right: '✓', wrong: '✗', waiting: '…', note: '·' };

function lineView({ state, text, suspect }: Line): HTMLElement {
  const words = make('span', {}, text);
  if (suspect !== undefined) words.append(' ', make('strong', {}, suspect));
  return make(
    'li',
    { 'data-state': state },
    make('span', { class: 'mark', 'aria-hidden': 'true' }, marks[state]),
    words,
  );
}

export function linesView(label: string, lines: readonly Line[]): HTMLElement {
  return make('ul', { class: 'lines', 'aria-label': label }, ...lines.map(lineView));
}

/** The checks of one roll or round below their summary. */
export function proofView(words: Words, proof: Proof): HTMLElement {
  const [summary, ...ticks] = reportOfProof(words, proof);
  const { label } = proof.name === 'roll' ? words.ticks : words.roundTicks;
  if (summary === undefined || ticks.length === 0) return linesView(label, summary ? [summary] : []);
  const sum = make('p', { class: 'summary', 'data-state': summary.state }, summary.text);
  return make('div', {}, sum, linesView(label, ticks));
}

function tableView([head = [], ...rows]: readonly (readonly string[])[]): HTMLElement {
  const headRow = make('tr', {}, ...head.map((cell) => make('th', { scope: 'col' }, cell)));
  const bodyRows = rows.map((row) => make('tr', {}, ...row.map((cell) => make('td', {}, cell))));
  const table = make('table', {}, make('thead', {}, headRow), make('tbody', {}, ...bodyRows));
  return make('div', { class: 'wide', tabindex: '0', role: 'group' }, table);
}

/** Shows the results for all rows, and the published and observed odds of each case version. */
export function auditView(words: Words, audit: RollAudit): HTMLElement {
  const versions = audit.odds.map(({ canon, caseHash, odds }) => {
    const title = titleOfCanon(words, canon);
    const table = tableView(tableOfOdds(words, odds));
    table.setAttribute('aria-label', title);
    return make(
      'section',
      { class: 'version' },
      make('h3', {}, title),
      make('p', { class: 'hash' }, caseHash),
      table,
      linesView(title, [reportOfOdds(words, odds)]),
    );
  });
  const facts = linesView(words.verifier.auditTitle, reportOfAudit(words, audit, false));
  return make('div', {}, facts, ...versions);
}
