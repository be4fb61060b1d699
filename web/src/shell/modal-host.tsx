import { useFlags } from '#core/modals.ts';
import { Opened, lazyPart } from '#ui/lazy-part.tsx';

const AuthModal = lazyPart(async () => (await import('#features/accounts/auth-modal.tsx')).AuthModal);
const ProvablyFairModal = lazyPart(
  async () => (await import('#features/fairness/provably-fair-modal.tsx')).ProvablyFairModal,
);
const CreateRoomModal = lazyPart(async () => (await import('#features/rooms/create-room-modal.tsx')).CreateRoomModal);
const BalanceModal = lazyPart(async () => (await import('#features/trades/balance-modal.tsx')).BalanceModal);
const WithdrawModal = lazyPart(async () => (await import('#features/trades/withdraw-modal.tsx')).WithdrawModal);
const SellModal = lazyPart(async () => (await import('#features/market/sell-modal.tsx')).SellModal);
const RealityCheckModal = lazyPart(
  async () => (await import('#features/safer-play/reality-check-modal.tsx')).RealityCheckModal,
);

/** The modals that the shared flags open. */
export function ModalHost() {
  const { isAuthOpen, isBalanceOpen, isProvablyFairOpen, isCreateRoomOpen, isSellOpen, isWithdrawOpen } = useFlags();
  const isRealityCheckOpen = useFlags((flags) => flags.isRealityCheckOpen);
  return (
    <>
      <Opened isOpen={isAuthOpen}>
        <AuthModal />
      </Opened>
      <Opened isOpen={isBalanceOpen}>
        <BalanceModal />
      </Opened>
      <Opened isOpen={isWithdrawOpen}>
        <WithdrawModal />
      </Opened>
      <Opened isOpen={isProvablyFairOpen}>
        <ProvablyFairModal />
      </Opened>
      <Opened isOpen={isCreateRoomOpen}>
        <CreateRoomModal />
      </Opened>
      <Opened isOpen={isSellOpen}>
        <SellModal />
      </Opened>
      <Opened isOpen={isRealityCheckOpen}>
        <RealityCheckModal />
      </Opened>
    </>
  );
}
