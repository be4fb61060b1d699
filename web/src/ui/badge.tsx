import clsx from 'clsx';
import type { ReactNode } from 'react';

const tones = {
  neutral: 'bg-bg-3 text-fg-2',
  primary: 'bg-primary/14 text-primary',
  success: 'bg-success/14 text-success',
  warn: 'bg-warn/14 text-warn',
  danger: 'bg-danger/14 text-danger',
};

/** A small label. The text carries the meaning; the colour only supports it. */
export function Badge({ tone = 'neutral', children }: { tone?: keyof typeof tones; children: ReactNode }) {
  return (
    <span
      className={clsx(
        'inline-flex h-6 items-center gap-1.5 rounded-full px-2.5 text-xs font-semibold whitespace-nowrap',
        tones[tone],
      )}
    >
      {children}
    </span>
  );
}
