import clsx from 'clsx';
import { CircleAlert, Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { useText } from '#i18n/i18n.ts';
import { langAttribute } from '#i18n/lang-attribute.ts';
import { textOfIssue } from '#i18n/refusals.ts';

type FieldProps = Omit<ComponentProps<'input'>, 'id'> & {
  label: string;
  /** A validation sentence of the contract, shown translated. Empty: the field is invalid, but the message is elsewhere. */
  error?: string | undefined;
  hint?: string | undefined;
  /** Beside the input, on a phone below it: such as usual values. */
  children?: ReactNode;
};

/** A labelled input. Spread the form library's registration into it. The error is linked to it for screen readers. */
export function Field({ label, error, hint, type = 'text', className, children, ...input }: FieldProps) {
  const t = useText();
  const id = useId();
  const [isShown, setShown] = useState(false);
  const note = error === undefined || error === '' ? hint : textOfIssue(t, error);
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-card font-semibold text-fg-2">
        {label}
      </label>
      <div className="flex gap-2 max-sm:flex-col">
        <div className="relative min-w-0 grow">
          <input
            {...input}
            id={id}
            type={isShown ? 'text' : type}
            aria-invalid={error !== undefined}
            aria-describedby={note === undefined ? undefined : `${id}-note`}
            className={clsx(
              'h-11 w-full rounded-md border bg-bg-1 px-3.5 text-base text-fg transition-colors duration-140 md:text-sm',
              'scroll-mt-8 placeholder:text-fg-3 hover:bg-bg-0 focus-visible:outline-offset-0',
              error === undefined ? 'border-line-input' : 'border-danger',
              type === 'password' && 'pr-12',
            )}
          />
          {type === 'password' && <ShowPasswordButton isShown={isShown} onToggle={() => setShown(!isShown)} />}
        </div>
        {children}
      </div>
      {note !== undefined && (
        <p
          id={`${id}-note`}
          lang={langAttribute(note)}
          className={clsx('mt-1.5 flex gap-1.5 text-xs', note === hint ? 'text-fg-3' : 'text-danger')}
        >
          {note !== hint && <CircleAlert size={14} aria-hidden className="mt-px shrink-0" />}
          {note}
        </p>
      )}
    </div>
  );
}

function ShowPasswordButton({ isShown, onToggle }: { isShown: boolean; onToggle: () => void }) {
  const t = useText();
  const Icon = isShown ? EyeOff : Eye;
  return (
    <button
      type="button"
      aria-label={isShown ? t.common.hidePassword : t.common.showPassword}
      onClick={onToggle}
      className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-md text-fg-3 hover:text-fg"
    >
      <Icon size={18} aria-hidden />
    </button>
  );
}
