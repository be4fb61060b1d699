import { type SubmitEvent, useState } from 'react';
import { useText } from '#i18n/i18n.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { TextArea } from './text-area.tsx';
import { TickList } from './tick-list.tsx';
import type { ShownRoll } from './ticks.ts';
import {
  BLANK_ROLL,
  type FieldIssue,
  ROLL_FIELDS,
  type RollField,
  type TypedRoll,
  readRoll,
  typedFromJson,
} from './typed-roll.ts';

type Issues = Readonly<Partial<Record<RollField, FieldIssue>>>;

/** Checks a roll that was pasted or typed by hand, without asking anybody. */
export function VerifyForm() {
  const { fairness: t } = useText();
  const form = useVerifyForm();
  return (
    <form noValidate onSubmit={form.submit}>
      <div className="grid gap-5">
        <TextArea
          label={t.form.json}
          hint={t.form.jsonHint}
          error={form.isJsonBad ? t.form.jsonBad : undefined}
          rows={3}
          value={form.json}
          onChange={(event) => form.paste(event.currentTarget.value)}
        />
        <fieldset>
          <legend className="mb-3 font-display font-bold">{t.form.byHand}</legend>
          <div className="grid gap-4 sm:grid-cols-6">
            {ROLL_FIELDS.map((field) => (
              <RollInput
                key={field}
                field={field}
                value={form.typed[field]}
                issue={form.issues[field]}
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
        {form.roll !== undefined && (
          <div className="mt-5 rounded-md border border-line bg-bg-0 p-4">
            <TickList roll={form.roll} />
          </div>
        )}
      </div>
    </form>
  );
}

/** What is pasted fills the fields and is checked at once; what is typed is checked on request. */
function useVerifyForm() {
  const [json, setJson] = useState('');
  const [typed, setTyped] = useState<TypedRoll>(BLANK_ROLL);
  const [issues, setIssues] = useState<Issues>({});
  const [roll, setRoll] = useState<ShownRoll>();

  const check = (sent: TypedRoll): Issues => {
    const read = readRoll(sent);
    setIssues('issues' in read ? read.issues : {});
    setRoll('roll' in read ? read.roll : undefined);
    return 'issues' in read ? read.issues : {};
  };
  return {
    json,
    typed,
    issues,
    roll,
    isJsonBad: json.trim() !== '' && typedFromJson(json) === undefined,
    paste: (text: string) => {
      setJson(text);
      const found = typedFromJson(text);
      if (found === undefined) return;
      setTyped(found);
      check(found);
    },
    type: (field: RollField, text: string) => {
      setTyped({ ...typed, [field]: text });
      setIssues({ ...issues, [field]: undefined });
      setRoll(undefined);
    },
    submit: (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault();
      const [wrong] = Object.keys(check(typed));
      if (wrong !== undefined) event.currentTarget.querySelector<HTMLElement>(`[name=${wrong}]`)?.focus();
    },
    clear: () => {
      setJson('');
      setTyped(BLANK_ROLL);
      setIssues({});
      setRoll(undefined);
    },
  };
}

type RollInputProps = {
  field: RollField;
  value: string;
  issue: FieldIssue | undefined;
  onType: (text: string) => void;
};

const wholeNumbers: ReadonlySet<RollField> = new Set<RollField>(['nonce', 'ticket', 'itemId']);

function RollInput({ field, value, issue, onType }: RollInputProps) {
  const { fairness: t } = useText();
  const hints: Partial<Record<RollField, string>> = {
    serverSeed: t.form.optionalSeed,
    entropy: t.form.optionalEntropy,
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
  };
  if (field === 'caseCanon') {
    return (
      <TextArea
        {...shared}
        rows={3}
        className="sm:col-span-6"
        onChange={(event) => onType(event.currentTarget.value)}
      />
    );
  }
  return (
    <Field
      {...shared}
      {...(wholeNumbers.has(field) && { inputMode: 'numeric' })}
      className={wholeNumbers.has(field) ? 'sm:col-span-2' : field === 'caseHash' ? 'sm:col-span-6' : 'sm:col-span-3'}
      onChange={(event) => onType(event.currentTarget.value)}
    />
  );
}
