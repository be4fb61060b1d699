import type { ReactNode } from 'react';
import { CopyButton } from '#ui/copy-button.tsx';

type ValueLineProps = {
  label: string;
  /** Shown and copied; without it, `children` are shown instead. */
  value?: string | undefined;
  children?: ReactNode;
};

/** A value to compare letter by letter, with its label and a copy button. Belongs in a `<dl>`. */
export function ValueLine({ label, value, children }: ValueLineProps) {
  return (
    <div className="flex min-w-0 flex-col">
      <dt className="mb-1 text-card font-semibold text-fg-2">{label}</dt>
      <dd className="flex min-h-11 grow items-center gap-1 rounded-md border border-line bg-bg-0 py-0.5 pr-0.5 pl-3.5">
        {value === undefined ? (
          <span className="grow text-fg-3">{children}</span>
        ) : (
          <>
            <code className="min-w-0 grow py-2 font-mono text-xs break-all text-fg">{value}</code>
            <CopyButton text={value} />
          </>
        )}
      </dd>
    </div>
  );
}
