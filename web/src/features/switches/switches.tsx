import type { SwitchName } from '@karat/rules/switches';
import clsx from 'clsx';
import { CirclePause } from 'lucide-react';
import { useText } from '#i18n/i18n.ts';
import { textIn, useSwitchedOff } from './status.ts';
import { useSwitchesText } from './words/switches-text.ts';

/** What may be off for players while the rest of the site works. */
type PartName = Exclude<SwitchName, 'site'>;

/** Whether staff have switched a part of the site off. Changes live. */
export function useIsOff(name: PartName): boolean {
  return useSwitchedOff(name) !== undefined;
}

/** The text of staff for a part that is off, or a general one; undefined while it is on. */
export function useOffText(name: PartName): string | undefined {
  const { locale } = useText();
  const words = useSwitchesText();
  const off = useSwitchedOff(name);
  if (off === undefined) return undefined;
  return off.message === null ? words.off[name] : textIn(off.message, locale);
}

/** Says that a part of the site is off, in place of what would be refused. Nothing while it is on. */
export function SwitchNotice({ name, className }: { name: PartName; className?: string }) {
  const text = useOffText(name);
  if (text === undefined) return null;
  return (
    <p
      role="status"
      className={clsx(
        'flex items-start gap-2.5 rounded-md border border-line bg-bg-2 px-3.5 py-2.5 text-left text-card text-fg-2',
        className,
      )}
    >
      <CirclePause size={18} aria-hidden className="mt-px shrink-0 text-warn" />
      <span className="min-w-0 text-pretty wrap-anywhere">{text}</span>
    </p>
  );
}
