import {
  BLANK_ROLL,
  readRoll,
  ROLL_FIELDS,
  type RollField,
  type TypedRoll,
} from '../src/features/fairness/typed-roll.ts';
import { make } from './dom.ts';
import { reportOfRoll } from './report.ts';
import { rollView } from './views.ts';
import type { Words } from './words.ts';

export type RollForm = {
  readonly element: HTMLElement;
  values(): TypedRoll;
  /** Fills the fields and verifies them at once. */
  verify(roll: TypedRoll): void;
};

type Field = {
  readonly control: HTMLInputElement | HTMLTextAreaElement;
  readonly issue: HTMLElement;
  readonly box: HTMLElement;
};

function hintOf({ form }: Words, name: RollField): string {
  if (name === 'serverSeed') return form.optionalSeed;
  return name === 'entropy' ? form.optionalEntropy : '';
}

function fieldOf(words: Words, name: RollField): Field {
  const attributes = { id: name, name, autocomplete: 'off', spellcheck: 'false', 'aria-describedby': `${name}-issue` };
  const control = name === 'caseCanon' ? make('textarea', { ...attributes, rows: '3' }) : make('input', attributes);
  const issue = make('p', { class: 'hint', id: `${name}-issue` }, hintOf(words, name));
  const label = make('label', { for: name }, words.inputs[name]);
  return { control, issue, box: make('div', { class: `field ${name}` }, label, control, issue) };
}

/** The values of one roll by hand, and the five ticks below them. */
export function createRollForm(words: Words): RollForm {
  const fields = ROLL_FIELDS.map((name) => [name, fieldOf(words, name)] as const);
  const result = make('div', { role: 'status' });

  const values = (): TypedRoll =>
    Object.fromEntries(fields.map(([name, { control }]) => [name, control.value])) as TypedRoll;

  function fill(roll: TypedRoll): void {
    for (const [name, { control }] of fields) control.value = roll[name];
  }

  function showIssues(typed: TypedRoll): boolean {
    const read = readRoll(typed);
    const issues = 'issues' in read ? read.issues : {};
    for (const [name, { control, issue }] of fields) {
      const found = issues[name];
      control.setAttribute('aria-invalid', String(found !== undefined));
      issue.textContent = found === undefined ? hintOf(words, name) : words.form.issues[found];
    }
    fields.find(([name]) => issues[name] !== undefined)?.[1].control.focus();
    return 'issues' in read;
  }

  function show(): void {
    const typed = values();
    const hasIssues = showIssues(typed);
    result.replaceChildren(...(hasIssues ? [] : [rollView(words, reportOfRoll(words, typed))]));
  }

  function clear(): void {
    fill(BLANK_ROLL);
    for (const [name, { control, issue }] of fields) {
      control.removeAttribute('aria-invalid');
      issue.textContent = hintOf(words, name);
    }
    result.replaceChildren();
  }

  const clearButton = make('button', { type: 'button' }, words.form.clear);
  const buttons = make('div', { class: 'buttons' }, make('button', { class: 'main' }, words.form.submit), clearButton);
  const boxes = make('div', { class: 'fields' }, ...fields.map(([, { box }]) => box));
  const form = make('form', { novalidate: true }, boxes, buttons);
  clearButton.addEventListener('click', clear);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    show();
  });
  const heading = make('h2', {}, words.form.byHand);
  return {
    element: make('section', { class: 'card' }, heading, form, result),
    values,
    verify(roll) {
      fill(roll);
      show();
      // The ticks stand below nine fields: whoever pastes a roll shall see them.
      result.scrollIntoView({ block: 'nearest' });
    },
  };
}
