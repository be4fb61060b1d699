import type { UseMutationResult } from '@tanstack/react-query';
import { type ComponentProps, type FormEvent, useState } from 'react';
import { useText } from '#i18n/i18n.ts';
import { errorText } from '#ui/error-text.ts';
import { Field } from '#ui/field.tsx';

/** An input for a code, which phones and password managers can fill in. */
export function CodeField(input: Omit<ComponentProps<typeof Field>, 'autoComplete'>) {
  return (
    <Field autoComplete="one-time-code" autoCapitalize="characters" spellCheck={false} maxLength={40} {...input} />
  );
}

type SendCode = Pick<UseMutationResult<unknown, Error, string>, 'mutate' | 'isPending' | 'error' | 'reset'>;

/** The state of a form with one code. Its error is shown at the field until the code is edited. */
export function useCodeForm({ mutate, isPending, error, reset }: SendCode) {
  const t = useText();
  const [code, setCode] = useState('');
  const [isMissing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(code.trim() === '');
    if (code.trim() !== '' && !isPending) mutate(code.trim());
  };
  const sentence = isMissing ? 'Enter the code.' : error === null ? undefined : errorText(t, error);
  const field = {
    value: code,
    error: sentence,
    onChange: ({ target }: { target: { value: string } }) => {
      setCode(target.value);
      setMissing(false);
      if (error !== null) reset();
    },
  };
  return { field, submit };
}
