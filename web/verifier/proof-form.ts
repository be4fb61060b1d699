import {
  PROOF_NAMES,
  type Proof,
  type ProofField,
  type ProofName,
  type TypedProof,
  proofKinds,
} from '../src/features/fairness/proof-kinds.ts';
import { make } from './dom.ts';
import { proofView } from './views.ts';
import type { Words } from './words.ts';

export type ProofForm = {
  readonly element: HTMLElement;
  values(): Proof;
  /** Fills the fields and verifies them at once. */
  verify(proof: Proof): void;
  /** Fills the fields, and verifies them unless all are empty. */
  restore(proof: Proof): void;
};

type Field = {
  readonly control: HTMLInputElement | HTMLTextAreaElement;
  readonly issue: HTMLElement;
  readonly box: HTMLElement;
};

function hintOf({ form }: Words, name: ProofField): string {
  const hints: Partial<Record<ProofField, string>> = {
    serverSeed: form.optionalSeed,
    entropy: form.optionalEntropy,
    seed: form.optionalSeed,
    beacon: form.optionalBeacon,
    winnerColor: form.colorHint,
  };
  return hints[name] ?? '';
}

function fieldOf(words: Words, name: ProofField): Field {
  const attributes = { id: name, name, autocomplete: 'off', spellcheck: 'false', 'aria-describedby': `${name}-issue` };
  const control = name === 'caseCanon' ? make('textarea', { ...attributes, rows: '3' }) : make('input', attributes);
  const issue = make('p', { class: 'hint', id: `${name}-issue` }, hintOf(words, name));
  const label = make('label', { for: name }, words.inputs[name]);
  return { control, issue, box: make('div', { class: `field ${name}` }, label, control, issue) };
}

type Values = {
  readonly element: HTMLElement;
  values(): TypedProof;
  fill(typed: TypedProof): void;
  verify(): void;
};

/** The form for a roll or a round, with the results below it. */
function createValues(words: Words, name: ProofName): Values {
  const kind = proofKinds[name];
  const fields = kind.fields.map((each) => [each, fieldOf(words, each)] as const);
  const result = make('div', { role: 'status' });

  const values = (): TypedProof => Object.fromEntries(fields.map(([each, { control }]) => [each, control.value]));

  function verify(): void {
    const checked = kind.check(words, values());
    const issues = 'issues' in checked ? checked.issues : {};
    for (const [each, { control, issue }] of fields) {
      const found = issues[each];
      control.setAttribute('aria-invalid', String(found !== undefined));
      issue.textContent = found === undefined ? hintOf(words, each) : words.form.issues[found];
    }
    fields.find(([each]) => issues[each] !== undefined)?.[1].control.focus();
    result.replaceChildren(...('issues' in checked ? [] : [proofView(words, { name, typed: values() })]));
    // The results are below the fields: scrolls them into view after a paste.
    result.scrollIntoView({ block: 'nearest' });
  }

  function fill(typed: TypedProof): void {
    for (const [each, { control, issue }] of fields) {
      control.value = typed[each] ?? '';
      control.removeAttribute('aria-invalid');
      issue.textContent = hintOf(words, each);
    }
    result.replaceChildren();
  }

  const clear = make('button', { type: 'button' }, words.form.clear);
  const buttons = make('div', { class: 'buttons' }, make('button', { class: 'main' }, words.form.submit), clear);
  const boxes = make('div', { class: 'fields' }, ...fields.map(([, { box }]) => box));
  const form = make('form', { novalidate: true }, boxes, buttons);
  clear.addEventListener('click', () => fill({}));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    verify();
  });
  return { element: make('div', { class: 'values' }, form, result), values, fill, verify };
}

/** A form to enter one roll or one round by hand. */
export function createProofForm(words: Words): ProofForm {
  const forms = { roll: createValues(words, 'roll'), round: createValues(words, 'round') };
  const place = make('div', {});
  let shown: ProofName = 'roll';

  const buttons = PROOF_NAMES.map((name) => {
    const button = make('button', { type: 'button' }, words.form.subjects[name]);
    button.addEventListener('click', () => show(name));
    return [name, button] as const;
  });
  function show(name: ProofName): void {
    shown = name;
    for (const [each, button] of buttons) button.setAttribute('aria-pressed', String(each === name));
    place.replaceChildren(forms[name].element);
  }
  function verify({ name, typed }: Proof): void {
    show(name);
    forms[name].fill(typed);
    forms[name].verify();
  }
  show(shown);
  const attributes = { class: 'languages', role: 'group', 'aria-label': words.form.subject };
  const subjects = make('div', attributes, ...buttons.map(([, button]) => button));
  const heading = make('div', { class: 'top' }, make('h2', {}, words.form.byHand), subjects);
  return {
    element: make('section', { class: 'card' }, heading, place),
    values: () => ({ name: shown, typed: forms[shown].values() }),
    verify,
    restore(proof) {
      if (Object.values(proof.typed).some((text) => text !== '')) verify(proof);
      else show(proof.name);
    },
  };
}
