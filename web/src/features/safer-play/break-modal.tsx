import { takeBreak } from '@karat/contract/safer-play';
import { call } from '#core/api.ts';
import { useText } from '#i18n/i18n.ts';
import { ModalButtons } from '#ui/modal-buttons.tsx';
import { Modal } from '#ui/modal.tsx';
import { formatDateTime } from './date-times.ts';
import { StopRules } from './rules-list.tsx';
import { useSave } from './use-save.ts';
import { useSaferPlayText } from './words/safer-play-text.ts';

type BreakModalProps = { days: number; isOpen: boolean; onClose: () => void };

/** Explains what a break blocks and allows, then starts it. */
export function BreakModal({ days, isOpen, onClose }: BreakModalProps) {
  const { locale } = useText();
  const { pause: t } = useSaferPlayText();
  const take = useSave({
    send: (chosenDays: number) => call(takeBreak, { body: { days: chosenDays } }),
    successText: (_, { breakUntil }) => t.started(breakUntil === null ? '' : formatDateTime(breakUntil, locale)),
    onDone: onClose,
  });
  return (
    <Modal isOpen={isOpen} onClose={onClose} title={t.confirmTitle(t.length(days))} text={t.confirmText}>
      <StopRules />
      <ModalButtons className="mt-5" onCancel={onClose} isPending={take.isPending} onConfirm={() => take.mutate(days)}>
        {t.confirmDo}
      </ModalButtons>
    </Modal>
  );
}
