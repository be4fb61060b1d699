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
  isSellOpen: boolean;
  /** What the sell modal begins with: an owned item, or the choice among all. */
  soldItemId: number | undefined;
  isBalanceOpen: boolean;
  isCreateRoomOpen: boolean;
  isRealityCheckOpen: boolean;
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
  isSellOpen: false,
  soldItemId: undefined,
  isBalanceOpen: false,
  isCreateRoomOpen: false,
  isRealityCheckOpen: false,
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

/** Offers what the player owns on the market: one item, or a choice among all. */
export function openSell(itemId?: number): void {
  useFlags.setState({ isSellOpen: true, soldItemId: itemId });
}

export function setFlag<Name extends keyof Flags>(name: Name, value: Flags[Name]): void {
  useFlags.setState({ [name]: value });
}
