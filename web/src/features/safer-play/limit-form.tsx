import { LIMIT_DIAMONDS_MAX, type PlayLimit, setLimits } from '@karat/contract/safer-play';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { call } from '#core/api.ts';
import { formatNumber } from '#i18n/format.ts';
import { useText } from '#i18n/i18n.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { findLimit, parseLimit } from './limits.ts';
import { useFocusInvalid } from './use-focus-invalid.ts';
import { useSave } from './use-save.ts';
import { useSaferPlayText } from './words/safer-play-text.ts';

/** Edits a limit in place. A stricter one applies immediately, a less strict one has to be confirmed later. */
export function LimitForm({ limit, onDone }: { limit: PlayLimit; onDone: () => void }) {
  const { common } = useText();
  const { limits: t } = useSaferPlayText();
  const { kind, period, allowed } = limit;
  const [text, setText] = useState(allowed === null ? '' : formatNumber(allowed));
  const [invalid, setInvalid] = useState<{ reason: string }>();
  const form = useFocusInvalid(invalid);
  const save = useSave({
    send: (requested: number | null) => call(setLimits, { body: { limits: [{ kind, period, allowed: requested }] } }),
    successText: (requested, now) => (findLimit(now.limits, limit)?.allowed === requested ? t.saved : t.noted),
    onDone,
    onInvalid: (reason) => setInvalid({ reason }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    const typed = parseLimit(text);
    if ('problem' in typed) {
      const reason = typed.problem === 'tooLarge' ? t.tooLarge(formatNumber(LIMIT_DIAMONDS_MAX)) : t.unclear;
      setInvalid({ reason });
    } else if (typed.allowed === allowed && limit.pending === null) {
      // Nothing to send: saving an unchanged limit only closes the form.
      onDone();
    } else {
      save.mutate(typed.allowed);
    }
  };
  const leave = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') onDone();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape from any of its fields
    <form ref={form} noValidate onSubmit={submit} onKeyDown={leave} className="rounded-md bg-bg-2 p-3">
      <Field
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the player opened the form to use this field
        autoFocus
        label={t.field(t.names[kind][period])}
        inputMode="numeric"
        autoComplete="off"
        maxLength={16}
        value={text}
        error={invalid?.reason}
        hint={t.fieldHint}
        onChange={({ target }) => {
          setText(target.value);
          setInvalid(undefined);
        }}
      />
      <div className="mt-3 flex flex-wrap gap-2">
        <Button type="submit" variant="primary" size="dense" isPending={save.isPending}>
          {t.save}
        </Button>
        <Button variant="quiet" size="dense" onClick={onDone}>
          {common.cancel}
        </Button>
      </div>
    </form>
  );
}
