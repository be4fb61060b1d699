import { type ComponentType, Suspense, lazy, useState } from 'react';
import { useText } from '#i18n/i18n.ts';
import { showToast } from '#ui/toast.tsx';
import { useFlags } from './modals.ts';

const AuthModal = lazyModal(async () => (await import('#features/accounts/auth-modal.tsx')).AuthModal);
const BalanceModal = lazyModal(async () => (await import('#features/wallet/balance-modal.tsx')).BalanceModal);

/** Each modal is loaded when it is first opened, and stays for its way out. */
export function ModalHost() {
  const { isAuthOpen, isBalanceOpen } = useFlags();
  return (
    <>
      <Opened isOpen={isAuthOpen} modal={AuthModal} />
      <Opened isOpen={isBalanceOpen} modal={BalanceModal} />
    </>
  );
}

function Opened({ isOpen, modal: Modal }: { isOpen: boolean; modal: ComponentType }) {
  const [wasOpened, setOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setOpened(true);
  return wasOpened ? (
    <Suspense fallback={null}>
      <Modal />
    </Suspense>
  ) : null;
}

function lazyModal(load: () => Promise<ComponentType>) {
  return lazy(async () => ({ default: await load().catch(() => UpdateNeeded) }));
}

// A release since this tab was opened has taken the old file away.
function UpdateNeeded() {
  const t = useText();
  const [isTold, setTold] = useState(false);
  if (!isTold) {
    setTold(true);
    queueMicrotask(() => showToast('error', `${t.update.available} – ${t.update.reload}`));
  }
  return null;
}
