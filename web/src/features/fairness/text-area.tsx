import clsx from 'clsx';
import { CircleAlert } from 'lucide-react';
import { type ComponentProps, useId } from 'react';

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'id'> & {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
};

/** A labelled textarea; its error is linked to it for screen readers. */
export function TextArea({ label, hint, error, className, ...input }: TextAreaProps) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-card font-semibold text-fg-2">
        {label}
      </label>
      <textarea
        spellCheck={false}
        {...input}
        id={id}
        aria-invalid={error !== undefined}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        className={clsx(
          'block w-full resize-y rounded-md border bg-bg-1 px-3.5 py-2.5 font-mono text-base text-fg transition-colors duration-140 md:text-xs',
          'placeholder:text-fg-3 hover:bg-bg-0 focus-visible:outline-offset-0',
          error === undefined ? 'border-line-input' : 'border-danger',
        )}
      />
      {note !== undefined && (
        <p
          id={`${id}-note`}
          className={clsx('mt-1.5 flex gap-1.5 text-xs', error === undefined ? 'text-fg-3' : 'text-danger')}
        >
          {error !== undefined && <CircleAlert size={14} aria-hidden className="mt-px shrink-0" />}
          {note}
        </p>
      )}
    </div>
  );
}
