import { type PlayLimit, confirmLimit, dropPendingLimit } from '@karat/contract/safer-play';
import { Hourglass } from 'lucide-react';
import { useState } from 'react';
import { call } from '#app/api.ts';
import { useText } from '#i18n/i18n.ts';
import { useSaferPlayText } from '#i18n/safer-play/safer-play-text.ts';
import { Button } from '#ui/button.tsx';
import { formatNumber } from '#ui/format.ts';
import { Modal } from '#ui/modal.tsx';
import { askedAt } from './limits.ts';
import { formatMoment } from './moments.ts';
import { useSave } from './use-save.ts';

type LimitWishProps = { limit: PlayLimit; pending: NonNullable<PlayLimit['pending']> };

/** A looser limit that was asked for: since when, from when it can be confirmed, and the choice to leave it. */
export function LimitWish({ limit, pending }: LimitWishProps) {
  const { locale } = useText();
  const { limits: t } = useSaferPlayText();
  const [isAsking, setAsking] = useState(false);
  const { kind, period } = limit;
  const name = t.names[kind][period];
  const keep = useSave({
    send: () => call(dropPendingLimit, { body: { kind, period } }),
    said: () => t.kept,
  });
  const wish = pending.allowed === null ? t.none : t.allowed(formatNumber(pending.allowed));
  return (
    <div className="mt-2 rounded-md border border-line bg-bg-2 px-3 py-2.5">
      <p className="flex gap-2 text-card text-pretty">
        <Hourglass size={16} aria-hidden className="mt-px shrink-0 text-warn" />
        <span>
          {t.asked(wish, formatMoment(askedAt(pending.dueAt), locale))}{' '}
          {pending.isDue ? t.due : t.dueFrom(formatMoment(pending.dueAt, locale))}
        </span>
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button
          size="dense"
          isPending={keep.isPending}
          aria-label={`${t.keep}: ${name}`}
          onClick={() => keep.mutate(undefined)}
        >
          {t.keep}
        </Button>
        {pending.isDue && (
          <Button variant="quiet" size="dense" aria-label={`${t.confirm}: ${name}`} onClick={() => setAsking(true)}>
            {t.confirm}
          </Button>
        )}
      </div>
      <ConfirmModal limit={limit} pending={pending} isOpen={isAsking} onClose={() => setAsking(false)} />
    </div>
  );
}

type ConfirmModalProps = LimitWishProps & { isOpen: boolean; onClose: () => void };

/** The second confirmation, a day after the first. */
function ConfirmModal({ limit: { kind, period, allowed }, pending, isOpen, onClose }: ConfirmModalProps) {
  const { limits: t } = useSaferPlayText();
  const confirm = useSave({
    send: () => call(confirmLimit, { body: { kind, period } }),
    said: () => t.confirmed,
    onDone: onClose,
  });
  const words = (amount: number | null) => (amount === null ? t.none : t.allowed(formatNumber(amount)));
  const text = t.confirmText(t.names[kind][period], words(allowed), words(pending.allowed));
  return (
    <Modal isOpen={isOpen} onClose={onClose} title={t.confirmTitle} text={text}>
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>{t.keep}</Button>
        <Button variant="danger" isPending={confirm.isPending} onClick={() => confirm.mutate(undefined)}>
          {t.confirmDo}
        </Button>
      </div>
    </Modal>
  );
}
