import { Gem } from 'lucide-react';
import { setFlag, useFlags } from '#app/modals.ts';
import { useText } from '#i18n/i18n.ts';
import { Modal } from '#ui/modal.tsx';
import { EmptyView } from '#ui/views.tsx';

/** Where a balance is topped up. There is no method yet, and it says so. */
export function BalanceModal() {
  const t = useText();
  const isOpen = useFlags((flags) => flags.isBalanceOpen);
  return (
    <Modal
      isOpen={isOpen}
      onClose={() => setFlag('isBalanceOpen', false)}
      title={t.balance.title}
      text={t.balance.text}
    >
      <EmptyView icon={Gem} title={t.balance.empty} text={t.balance.emptyHint} />
      <p className="mt-4 text-center text-xs text-fg-3">{t.balance.playMoney}</p>
    </Modal>
  );
}
