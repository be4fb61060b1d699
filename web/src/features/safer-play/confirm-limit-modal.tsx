import { type PlayLimit, confirmLimit } from '@karat/contract/safer-play';
import type { RefObject } from 'react';
import { call } from '#core/api.ts';
import { formatNumber } from '#i18n/format.ts';
import { ModalButtons } from '#ui/modal-buttons.tsx';
import { Modal } from '#ui/modal.tsx';
import { useSave } from './use-save.ts';
import { useSaferPlayText } from './words/safer-play-text.ts';

type LoosenModalProps = {
  limit: PlayLimit;
  pending: NonNullable<PlayLimit['pending']>;
  focusAfterClose: RefObject<HTMLElement | null>;
  isOpen: boolean;
  onClose: () => void;
};

/** The second confirmation, a day after the first. */
export function ConfirmLimitModal({ limit, pending, focusAfterClose, isOpen, onClose }: LoosenModalProps) {
  const { kind, period, allowed } = limit;
  const { limits: t } = useSaferPlayText();
  const confirm = useSave({
    send: () => call(confirmLimit, { body: { kind, period } }),
    successText: () => t.confirmed,
    onDone: onClose,
  });
  const words = (amount: number | null) => (amount === null ? t.none : t.allowed(formatNumber(amount)));
  const text = t.confirmText(t.names[kind][period], words(allowed), words(pending.allowed));
  return (
    <Modal isOpen={isOpen} onClose={onClose} title={t.confirmTitle} text={text} fallbackFocus={focusAfterClose}>
      <ModalButtons
        onCancel={onClose}
        cancelLabel={t.keep}
        variant="danger"
        isPending={confirm.isPending}
        onConfirm={() => confirm.mutate(undefined)}
      >
        {t.confirmDo}
      </ModalButtons>
    </Modal>
  );
}
