import { useEffect, useRef } from 'react';

/** A ref for a form: focuses the first invalid field whenever `wrong` changes. */
export function useFocusInvalid(invalid: object | undefined) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (invalid !== undefined) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [invalid]);
  return form;
}
