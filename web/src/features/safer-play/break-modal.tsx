import { takeBreak } from '@karat/contract/safer-play';
import { call } from '#core/api.ts';
import { useText } from '#i18n/i18n.ts';
import { Button } from '#ui/button.tsx';
import { Modal } from '#ui/modal.tsx';
import { formatDateTime } from './date-times.ts';
import { StopRules } from './rules-list.tsx';
import { useSave } from './use-save.ts';
import { useSaferPlayText } from './words/safer-play-text.ts';

type BreakModalProps = { days: number; isOpen: boolean; onClose: () => void };

/** Explains what a break blocks and allows, then starts it. */
export function BreakModal({ days, isOpen, onClose }: BreakModalProps) {
  const { common, locale } = useText();
  const { pause: t } = useSaferPlayText();
  const take = useSave({
    send: (chosenDays: number) => call(takeBreak, { body: { days: chosenDays } }),
    successText: (_, { breakUntil }) => t.started(breakUntil === null ? '' : formatDateTime(breakUntil, locale)),
    onDone: onClose,
  });
  return (
    <Modal isOpen={isOpen} onClose={onClose} title={t.confirmTitle(t.length(days))} text={t.confirmText}>
      <StopRules />
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button variant="primary" isPending={take.isPending} onClick={() => take.mutate(days)}>
          {t.confirmDo}
        </Button>
      </div>
    </Modal>
  );
}
