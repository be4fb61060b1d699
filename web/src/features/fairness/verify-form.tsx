import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { PROOF_NAMES, type ProofField, type ProofName } from './proof-kinds.ts';
import { TextArea } from './text-area.tsx';
import { CheckList } from './check-list.tsx';
import type { FieldIssue } from './typed.ts';
import { useVerifyForm } from './use-verify-form.ts';
import { useProofText } from './words/proof-text.ts';

type VerifyFormProps = {
  /** The kind selected at first. */
  start?: ProofName;
  /** A roll or round to start with. */
  json?: string | undefined;
  /** Whether the kind can be changed; pasted JSON always selects its own kind. */
  hasChoice?: boolean;
};

/** Checks a pasted or typed roll or round without a request. */
export function VerifyForm({ start = 'roll', json, hasChoice = true }: VerifyFormProps) {
  const t = useProofText();
  const form = useVerifyForm({ name: start, json });
  return (
    <form noValidate onSubmit={form.submit}>
      <div className="grid gap-5">
        {hasChoice && (
          <RadioCards
            label={t.form.subject}
            name="subject"
            cards={PROOF_NAMES.map((value) => ({ value, label: t.form.subjects[value] }))}
            value={form.name}
            onChoose={form.choose}
          />
        )}
        <TextArea
          label={t.form.json[form.name]}
          hint={t.form.jsonHint}
          error={form.isJsonBad ? t.form.jsonBad : undefined}
          rows={3}
          value={form.json}
          onChange={(event) => form.paste(event.currentTarget.value)}
        />
        <fieldset>
          <legend className="mb-3 font-display font-bold">{t.form.byHand}</legend>
          <div className="grid gap-4 sm:grid-cols-6">
            {form.fields.map((field) => (
              <ProofInput
                key={field}
                field={field}
                value={form.valueOf(field)}
                issue={form.issueOf(field)}
                onType={(text) => form.type(field, text)}
              />
            ))}
          </div>
        </fieldset>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="primary">
            {t.form.submit}
          </Button>
          <Button variant="quiet" onClick={form.clear}>
            {t.form.clear}
          </Button>
        </div>
      </div>
      <div role="status">
        {form.report !== undefined && (
          <div className="mt-5 rounded-md border border-line bg-bg-0 p-4">
            <CheckList report={form.report} />
          </div>
        )}
      </div>
    </form>
  );
}

type ProofInputProps = {
  field: ProofField;
  value: string;
  issue: FieldIssue | undefined;
  onType: (text: string) => void;
};

const wholeNumbers: ReadonlySet<ProofField> = new Set<ProofField>(['nonce', 'ticket', 'itemId', 'k', 'winnerNumber']);
const wide: ReadonlySet<ProofField> = new Set<ProofField>(['caseCanon', 'caseHash', 'salt']);
const narrow: ReadonlySet<ProofField> = new Set<ProofField>([...wholeNumbers, 'winnerColor']);

function ProofInput({ field, value, issue, onType }: ProofInputProps) {
  const t = useProofText();
  const hints: Partial<Record<ProofField, string>> = {
    serverSeed: t.form.optionalSeed,
    entropy: t.form.optionalEntropy,
    seed: t.form.optionalSeed,
    beacon: t.form.optionalBeacon,
    winnerColor: t.form.colorHint,
  };
  const shared = {
    name: field,
    label: t.inputs[field],
    hint: hints[field],
    error: issue === undefined ? undefined : t.form.issues[issue],
    value,
    spellCheck: false,
    autoComplete: 'off',
    autoCapitalize: 'none',
    className: wide.has(field) ? 'sm:col-span-6' : narrow.has(field) ? 'sm:col-span-2' : 'sm:col-span-3',
  };
  if (field === 'caseCanon') {
    return <TextArea {...shared} rows={3} onChange={(event) => onType(event.currentTarget.value)} />;
  }
  return (
    <Field
      {...shared}
      {...(wholeNumbers.has(field) && { inputMode: 'numeric' })}
      onChange={(event) => onType(event.currentTarget.value)}
    />
  );
}
