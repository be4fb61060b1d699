import { type SubmitEvent, useState } from 'react';
import { type ProofField, type ProofName, type TypedProof, proofFromJson, proofKinds } from './proof-kinds.ts';
import type { Issues } from './typed.ts';
import { useProofText } from './words/proof-text.ts';

type VerifyFormState = {
  readonly name: ProofName;
  readonly json: string;
  readonly typed: TypedProof;
  /** The values last submitted, not those being typed. */
  readonly submitted: TypedProof | undefined;
};

/** Pasted JSON fills the fields and is checked at once; typed values are checked on submit. */
export function useVerifyForm(start: { name: ProofName; json?: string | undefined }) {
  const words = useProofText();
  const [form, setForm] = useState<VerifyFormState>(() => pasted(emptyForm(start.name), start.json ?? ''));
  const { name, json, typed, submitted } = form;
  const kind = proofKinds[name];
  const checked = submitted && kind.check(words, submitted);
  const issues: Issues<ProofField> = checked && 'issues' in checked ? checked.issues : {};
  return {
    name,
    json,
    fields: kind.fields,
    valueOf: (field: ProofField) => typed[field] ?? '',
    // Only until the field changes: its new value has not been checked yet.
    issueOf: (field: ProofField) => (typed[field] === submitted?.[field] ? issues[field] : undefined),
    report: checked && 'report' in checked && typed === submitted ? checked.report : undefined,
    isJsonBad: json.trim() !== '' && proofFromJson(json) === undefined,
    choose: (chosen: ProofName) => setForm(emptyForm(chosen)),
    paste: (text: string) => setForm((before) => pasted(before, text)),
    type: (field: ProofField, text: string) => setForm({ ...form, typed: { ...typed, [field]: text } }),
    submit: (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault();
      setForm({ ...form, submitted: typed });
      const outcome = kind.check(words, typed);
      const [wrong] = 'issues' in outcome ? Object.keys(outcome.issues) : [];
      if (wrong !== undefined) event.currentTarget.querySelector<HTMLElement>(`[name=${wrong}]`)?.focus();
    },
    clear: () => setForm(emptyForm(name)),
  };
}

const emptyForm = (name: ProofName): VerifyFormState => ({ name, json: '', typed: {}, submitted: undefined });

function pasted(before: VerifyFormState, json: string): VerifyFormState {
  const found = proofFromJson(json);
  if (found === undefined) return { ...before, json };
  return { name: found.name, json, typed: found.typed, submitted: found.typed };
}
