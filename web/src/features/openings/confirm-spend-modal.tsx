import { useState } from 'react';
import { setPreference } from '#core/preferences.ts';
import { useSession } from '#core/session.ts';
import { formatNumber } from '#i18n/format.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { ModalButtons } from '#ui/modal-buttons.tsx';
import { Modal } from '#ui/modal.tsx';
import { useOpeningsText } from './words/openings-text.ts';

type ConfirmSpendModalProps = { cost: number; isOpen: boolean; onConfirm: () => void; onClose: () => void };

/** Asks before an opening that costs more than half of the balance. */
export function ConfirmSpendModal({ cost, isOpen, onConfirm, onClose }: ConfirmSpendModalProps) {
  const { largeSpend: words } = useOpeningsText();
  const balance = useSession((session) => session.balance);
  const [isLastTime, setLastTime] = useState(false);
  const confirm = () => {
    if (isLastTime) setPreference({ confirmsLargeSpends: false });
    onConfirm();
  };
  return (
    <Modal
      isQuestion
      isOpen={isOpen}
      onClose={onClose}
      title={words.title}
      text={words.text(formatNumber(cost), formatNumber(balance))}
    >
      <label className="flex min-h-11 cursor-pointer items-center gap-3 text-card">
        <Checkbox checked={isLastTime} onChange={(event) => setLastTime(event.target.checked)} />
        <span>
          {words.doNotAsk}
          <span className="block text-xs text-fg-2">{words.doNotAskHint}</span>
        </span>
      </label>
      <ModalButtons className="mt-5" onCancel={onClose} onConfirm={confirm}>
        {words.confirm(formatNumber(cost))}
      </ModalButtons>
    </Modal>
  );
}
