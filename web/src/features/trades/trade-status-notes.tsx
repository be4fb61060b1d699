import type { TradeStatus } from '@karat/contract/trades';
import { FlaskConical, Hourglass } from 'lucide-react';
import { formatNumber } from '#i18n/format.ts';
import { useText } from '#i18n/i18n.ts';
import { formatDay } from '#ui/dates.ts';
import { Note } from './parts.tsx';
import { useTradesText } from './words/trades-text.ts';

type TradeStatusNotesProps = { status: TradeStatus; isBrief?: boolean };

/** Notes before a trade: diamonds on hold, and that sandbox skins are not real. */
export function TradeStatusNotes({ status: { held, heldUntil, isSandbox }, isBrief = false }: TradeStatusNotesProps) {
  const { locale } = useText();
  const t = useTradesText();
  if (held === 0 && !isSandbox) return null;
  const until = heldUntil === null ? '' : `, ${t.hold.until(formatDay(heldUntil, locale))}`;
  return (
    <div className="mb-4 space-y-2">
      {held > 0 && (
        <Note tone="warn" icon={Hourglass} title={t.hold.title(formatNumber(held)) + until}>
          {isBrief ? undefined : t.hold.text}
        </Note>
      )}
      {isSandbox && <Note icon={FlaskConical}>{t.sandbox}</Note>}
    </div>
  );
}
