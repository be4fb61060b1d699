import clsx from 'clsx';
import { CircleAlert, Info, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

type NoteProps = { tone?: 'info' | 'warn'; icon?: LucideIcon; title?: ReactNode; children?: ReactNode };

/** A side note: calm, and never in the way. */
export function Note({ tone = 'info', icon, title, children }: NoteProps) {
  const Icon = icon ?? (tone === 'warn' ? CircleAlert : Info);
  return (
    <div className={clsx('flex gap-2.5 rounded-md px-3.5 py-2.5 text-card', tone === 'warn' ? 'bg-warn/8' : 'bg-bg-2')}>
      <Icon size={16} aria-hidden className={clsx('mt-px shrink-0', tone === 'warn' ? 'text-warn' : 'text-fg-3')} />
      <div className="min-w-0">
        {title !== undefined && <p className="font-semibold text-fg">{title}</p>}
        {children !== undefined && <p className="text-pretty text-fg-2">{children}</p>}
      </div>
    </div>
  );
}

type ViewsProps<View extends string> = {
  label: string;
  views: readonly { view: View; label: string; mark?: string | undefined }[];
  current: View;
  onChoose: (view: View) => void;
};

/** Tabs of a modal. */
export function ModalTabs<View extends string>({ label, views, current, onChoose }: ViewsProps<View>) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- not a form, and a fieldset would need its styles reset
    <div role="group" aria-label={label} className="flex gap-1 border-b border-line">
      {views.map(({ view, label: name, mark }) => (
        <button
          key={view}
          type="button"
          aria-pressed={view === current}
          onClick={() => onChoose(view)}
          className={clsx(
            'relative flex h-11 items-center gap-2 rounded-t-sm px-3.5 font-semibold whitespace-nowrap transition-colors duration-140',
            'after:absolute after:inset-x-3 after:-bottom-px after:h-0.5 after:rounded-full focus-visible:-outline-offset-2',
            view === current ? 'text-fg after:bg-primary' : 'text-fg-2 hover:text-fg',
          )}
        >
          {name}
          {mark !== undefined && (
            <span className="rounded-full bg-primary/14 px-2 py-0.5 text-2xs font-semibold text-primary">{mark}</span>
          )}
        </button>
      ))}
    </div>
  );
}

/** Stays visible at the bottom of a modal while its content scrolls. */
export function StickyFooter({ children }: { children: ReactNode }) {
  return (
    <div className="sticky bottom-[calc(-1.5rem-env(safe-area-inset-bottom))] z-10 -mx-5 mt-5 mb-[calc(-1.5rem-env(safe-area-inset-bottom))] border-t border-line bg-bg-1 px-5 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] sm:-bottom-7 sm:-mx-7 sm:-mb-7 sm:px-7 sm:pb-5">
      {children}
    </div>
  );
}

/** A label and its value on one line. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-2">
      <dt className="text-card text-fg-2">{label}</dt>
      <dd className="text-right font-semibold">{children}</dd>
    </div>
  );
}
