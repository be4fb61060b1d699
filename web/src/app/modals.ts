import { create } from 'zustand';

type Flags = {
  isAuthOpen: boolean;
  /** Which of the two forms the auth modal shows. */
  isLoginMode: boolean;
  isCloseTicketOpen: boolean;
  isProvablyFairOpen: boolean;
  isWithdrawOpen: boolean;
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
  isBalanceOpen: false,
  isCreateRoomOpen: false,
  isChatOpen: true,
  isBalanceUpdatable: true,
}));

export function openAuth(mode: 'login' | 'signup'): void {
  useFlags.setState({ isAuthOpen: true, isLoginMode: mode === 'login' });
}

export function setFlag<Name extends keyof Flags>(name: Name, value: Flags[Name]): void {
  useFlags.setState({ [name]: value });
}
