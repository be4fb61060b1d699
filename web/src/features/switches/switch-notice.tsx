import clsx from 'clsx';
import { CirclePause } from 'lucide-react';
import { useText } from '#i18n/i18n.ts';
import { type SwitchNoticeProps, textIn, useSwitchedOff } from './status.ts';
import { useNoticeText } from './words/notice-text.ts';

/** The text of staff about a part that is off, or a general one. */
export function NoticeOfSwitch({ name, className }: SwitchNoticeProps) {
  const { locale } = useText();
  const words = useNoticeText();
  const message = useSwitchedOff(name)?.message;
  return (
    <p
      role="status"
      className={clsx(
        'flex items-start gap-2.5 rounded-md border border-line bg-bg-2 px-3.5 py-2.5 text-left text-card text-fg-2',
        className,
      )}
    >
      <CirclePause size={18} aria-hidden className="mt-px shrink-0 text-warn" />
      <span className="min-w-0 text-pretty wrap-anywhere">{message ? textIn(message, locale) : words[name]}</span>
    </p>
  );
}
