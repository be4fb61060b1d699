import { useEffect, useRef } from 'react';

/** The form to hang it on: whenever something new is found wrong, its first bad field gets the focus. */
export function useBadField(wrong: object | undefined) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (wrong !== undefined) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [wrong]);
  return form;
}
