import { useText } from '#i18n/i18n.ts';
import { formatTableTime } from '#ui/dates.ts';
import { useAdminText } from './words/admin-text.ts';

/** The moment that figures show: with a replica of the database it may be some seconds ago. Takes its space from the start. */
export function AsOf({ at, className = '' }: { at: string | undefined; className?: string }) {
  const { locale } = useText();
  const { reports: t } = useAdminText();
  return (
    <p className={`min-h-[1lh] text-xs text-fg-3 tabular-nums ${className}`}>
      {at !== undefined && <time dateTime={at}>{t.asOf(formatTableTime(at, locale))}</time>}
    </p>
  );
}
