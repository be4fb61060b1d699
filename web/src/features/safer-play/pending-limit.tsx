import { type PlayLimit, dropPendingLimit } from '@karat/contract/safer-play';
import { Hourglass } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { call } from '#core/api.ts';
import { formatNumber } from '#i18n/format.ts';
import { useText } from '#i18n/i18n.ts';
import { Button } from '#ui/button.tsx';
import { MountWhenOpened, lazyComponent } from '#ui/lazy-component.tsx';
import { requestTimeFromDue } from './limits.ts';
import { formatDateTime } from './date-times.ts';
import { useSave } from './use-save.ts';
import { useSaferPlayText } from './words/safer-play-text.ts';

const ConfirmLimitModal = lazyComponent(async () => (await import('./confirm-limit-modal.tsx')).ConfirmLimitModal);

type PendingLimitProps = {
  limit: PlayLimit;
  pending: NonNullable<PlayLimit['pending']>;
  /** Receives the focus when the request and its buttons disappear. */
  focusAfterClose: RefObject<HTMLElement | null>;
};

/** Shows a requested limit that is less strict: when it was requested, when it can be confirmed, and a button to cancel it. */
export function PendingLimit({ limit, pending, focusAfterClose }: PendingLimitProps) {
  const { locale } = useText();
  const { limits: t } = useSaferPlayText();
  const [isModalOpen, setModalOpen] = useState(false);
  const { kind, period } = limit;
  const name = t.names[kind][period];
  const keepLimit = useSave({
    send: () => call(dropPendingLimit, { body: { kind, period } }),
    successText: () => t.unchanged,
    onDone: () => focusAfterClose.current?.focus(),
  });
  const requested = pending.allowed === null ? t.none : t.allowed(formatNumber(pending.allowed));
  return (
    <div className="mt-2 rounded-md border border-line bg-bg-2 px-3 py-2.5">
      <p className="flex gap-2 text-card text-pretty">
        <Hourglass size={16} aria-hidden className="mt-px shrink-0 text-warn" />
        <span>
          {t.requested(requested, formatDateTime(requestTimeFromDue(pending.dueAt), locale))}{' '}
          {pending.isDue ? t.due : t.dueFrom(formatDateTime(pending.dueAt, locale))}
        </span>
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button
          size="dense"
          isPending={keepLimit.isPending}
          aria-label={`${t.keep}: ${name}`}
          onClick={() => keepLimit.mutate(undefined)}
        >
          {t.keep}
        </Button>
        {pending.isDue && (
          <Button variant="quiet" size="dense" aria-label={`${t.confirm}: ${name}`} onClick={() => setModalOpen(true)}>
            {t.confirm}
          </Button>
        )}
      </div>
      <MountWhenOpened isOpen={isModalOpen}>
        <ConfirmLimitModal
          limit={limit}
          pending={pending}
          focusAfterClose={focusAfterClose}
          isOpen={isModalOpen}
          onClose={() => setModalOpen(false)}
        />
      </MountWhenOpened>
    </div>
  );
}
