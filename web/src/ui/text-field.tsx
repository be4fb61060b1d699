import clsx from 'clsx';
import { CircleAlert } from 'lucide-react';
import { type ComponentProps, useId } from 'react';
import { useText } from '#i18n/i18n.ts';
import { textOfIssue } from '#i18n/refusals.ts';

type TextFieldProps = Omit<ComponentProps<'textarea'>, 'id'> & { label: string; error?: string | undefined };

/** A labelled textarea; its error is linked to it for screen readers. */
export function TextField({ label, error, ...input }: TextFieldProps) {
  const t = useText();
  const id = useId();
  return (
    <>
      <label htmlFor={id} className="mb-1.5 block text-card font-semibold text-fg-2">
        {label}
      </label>
      <textarea
        {...input}
        id={id}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${id}-note`}
        className={clsx(
          'block w-full scroll-mt-8 resize-y rounded-md border bg-bg-1 px-3.5 py-2.5 text-base text-fg transition-colors duration-140 md:text-sm',
          'placeholder:text-fg-3 hover:bg-bg-0 focus-visible:outline-offset-0',
          error === undefined ? 'border-line-input' : 'border-danger',
        )}
      />
      {error !== undefined && (
        <p id={`${id}-note`} className="mt-1.5 flex gap-1.5 text-xs text-danger">
          <CircleAlert size={14} aria-hidden className="mt-px shrink-0" />
          {textOfIssue(t, error)}
        </p>
      )}
    </>
  );
}
