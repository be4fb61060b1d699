import { pages } from '@karat/contract/pages';
import { Gem } from 'lucide-react';
import { Link } from 'react-router';
import { setFlag, useFlags } from '#app/modals.ts';
import { useText } from '#i18n/i18n.ts';
import { Modal } from '#ui/modal.tsx';
import { EmptyView } from '#ui/views.tsx';

/** Where a balance is topped up. There is no method yet, and it says so. */
export function BalanceModal() {
  const t = useText();
  const isOpen = useFlags((flags) => flags.isBalanceOpen);
  const close = () => setFlag('isBalanceOpen', false);
  return (
    <Modal isOpen={isOpen} onClose={close} title={t.balance.title} text={t.balance.text}>
      <EmptyView icon={Gem} title={t.balance.empty} text={t.balance.emptyHint} />
      <p className="mt-4 text-center text-xs text-fg-3">{t.balance.playMoney}</p>
      <p className="mt-3 text-center">
        <Link
          to={`${pages.profile}#balance-history`}
          onClick={close}
          className="hit-area rounded-sm font-semibold text-primary hover:underline"
        >
          {t.ledger.seeAll}
        </Link>
      </p>
    </Modal>
  );
}
