import type { OwnedItem } from '@karat/contract/inventory';
import { create } from 'zustand';

type Flags = {
  isAuthOpen: boolean;
  /** Which of the two forms the auth modal shows. */
  isLoginMode: boolean;
  isCloseTicketOpen: boolean;
  isProvablyFairOpen: boolean;
  isWithdrawOpen: boolean;
  /** What the withdraw modal is about; stays for its way out. */
  withdrawnItem: OwnedItem | undefined;
  isBalanceOpen: boolean;
  isCreateRoomOpen: boolean;
  isChatOpen: boolean;
  /** False while a spin or a wheel must not be given away by the balance. */
  isBalanceUpdatable: boolean;
};

/** What is open on the page, shared by all of it. */
export const useFlags = create<Flags>(() => ({
  isAuthOpen: false,
  isLoginMode: false,
  isCloseTicketOpen: false,
  isProvablyFairOpen: false,
  isWithdrawOpen: false,
  withdrawnItem: undefined,
  isBalanceOpen: false,
  isCreateRoomOpen: false,
  isChatOpen: true,
  isBalanceUpdatable: true,
}));

export function openAuth(mode: 'login' | 'signup'): void {
  useFlags.setState({ isAuthOpen: true, isLoginMode: mode === 'login' });
}

/** Asks whether this skin shall be sent to the game platform. */
export function openWithdraw(item: OwnedItem): void {
  useFlags.setState({ isWithdrawOpen: true, withdrawnItem: item });
}

export function setFlag<Name extends keyof Flags>(name: Name, value: Flags[Name]): void {
  useFlags.setState({ [name]: value });
}
