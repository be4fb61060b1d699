import { useModals } from '#core/modals.ts';
import { DialogLoading, MountWhenOpened, lazyComponent } from '#ui/lazy-component.tsx';

const AuthModal = lazyComponent(async () => (await import('#features/accounts/auth-modal.tsx')).AuthModal);
const FactorModal = lazyComponent(async () => (await import('#features/factors/factor-modal.tsx')).FactorModal);
const ProvablyFairModal = lazyComponent(
  async () => (await import('#features/fairness/provably-fair-modal.tsx')).ProvablyFairModal,
);
const CreateRoomModal = lazyComponent(
  async () => (await import('#features/rooms/create-room-modal.tsx')).CreateRoomModal,
);
const BalanceModal = lazyComponent(async () => (await import('#features/trades/balance-modal.tsx')).BalanceModal);
const WithdrawModal = lazyComponent(async () => (await import('#features/trades/withdraw-modal.tsx')).WithdrawModal);
const SellModal = lazyComponent(async () => (await import('#features/market/sell-modal.tsx')).SellModal);
const RealityCheckModal = lazyComponent(
  async () => (await import('#features/safer-play/reality-check-modal.tsx')).RealityCheckModal,
);

/** The modals that the shared flags open. */
export function ModalHost() {
  const { isAuthOpen, isBalanceOpen, isProvablyFairOpen, isCreateRoomOpen, isSellOpen, isWithdrawOpen } = useModals();
  const isRealityCheckOpen = useModals((modals) => modals.isRealityCheckOpen);
  const isFactorRequested = useModals((modals) => modals.factorRequest !== undefined);
  return (
    <>
      <MountWhenOpened isOpen={isAuthOpen} loading={<DialogLoading />}>
        <AuthModal />
      </MountWhenOpened>
      <MountWhenOpened isOpen={isBalanceOpen} loading={<DialogLoading />}>
        <BalanceModal />
      </MountWhenOpened>
      <MountWhenOpened isOpen={isWithdrawOpen} loading={<DialogLoading />}>
        <WithdrawModal />
      </MountWhenOpened>
      <MountWhenOpened isOpen={isProvablyFairOpen} loading={<DialogLoading />}>
        <ProvablyFairModal />
      </MountWhenOpened>
      <MountWhenOpened isOpen={isCreateRoomOpen} loading={<DialogLoading />}>
        <CreateRoomModal />
      </MountWhenOpened>
      <MountWhenOpened isOpen={isSellOpen} loading={<DialogLoading />}>
        <SellModal />
      </MountWhenOpened>
      <MountWhenOpened isOpen={isFactorRequested} loading={<DialogLoading />}>
        <FactorModal />
      </MountWhenOpened>
      <MountWhenOpened isOpen={isRealityCheckOpen} loading={<DialogLoading />}>
        <RealityCheckModal />
      </MountWhenOpened>
    </>
  );
}
