import type { OwnedItem } from '@karat/contract/inventory';
import { useLayoutEffect } from 'react';
import { create } from 'zustand';

type ModalState = {
  isAuthOpen: boolean;
  /** Whether the auth modal shows the login form or the signup form. */
  isLoginMode: boolean;
  /** A sign-in that waits for the code of the second factor. Without a challenge, the browser has it in a cookie. */
  pendingSignIn: { challenge?: string | undefined } | undefined;
  /** Waits for the second factor in the session; called with whether it was given. */
  factorRequest: ((isGiven: boolean) => void) | undefined;
  isCloseTicketOpen: boolean;
  isProvablyFairOpen: boolean;
  isWithdrawOpen: boolean;
  /** The item in the withdraw modal. It stays set during the closing animation. */
  itemToWithdraw: OwnedItem | undefined;
  isSellOpen: boolean;
  /** The item that the sell modal opens with; undefined shows the list of all items. */
  itemToSellId: number | undefined;
  isBalanceOpen: boolean;
  isCreateRoomOpen: boolean;
  isRealityCheckOpen: boolean;
  isChatOpen: boolean;
  /** False while a new balance would reveal the result of a running spin. */
  isBalanceUpdatable: boolean;
};

/** The shared state of modals and panels. */
export const useModals = create<ModalState>(() => ({
  isAuthOpen: false,
  isLoginMode: false,
  pendingSignIn: undefined,
  factorRequest: undefined,
  isCloseTicketOpen: false,
  isProvablyFairOpen: false,
  isWithdrawOpen: false,
  itemToWithdraw: undefined,
  isSellOpen: false,
  itemToSellId: undefined,
  isBalanceOpen: false,
  isCreateRoomOpen: false,
  isRealityCheckOpen: false,
  isChatOpen: true,
  isBalanceUpdatable: true,
}));

export function openAuth(mode: 'login' | 'signup'): void {
  useModals.setState({ isAuthOpen: true, isLoginMode: mode === 'login', pendingSignIn: undefined });
}

/** Opens the auth modal at the second step of a sign-in. */
export function openSecondStep(challenge?: string): void {
  useModals.setState({ isAuthOpen: true, isLoginMode: true, pendingSignIn: { challenge } });
}

/** Asks for the second factor in this session. Resolves to whether it was given. */
export function requestFactor(): Promise<boolean> {
  useModals.getState().factorRequest?.(false);
  return new Promise((resolve) => {
    useModals.setState({
      factorRequest: (isGiven) => {
        useModals.setState({ factorRequest: undefined });
        resolve(isGiven);
      },
    });
  });
}

/** Opens the withdraw modal for a skin. */
export function openWithdraw(item: OwnedItem): void {
  useModals.setState({ isWithdrawOpen: true, itemToWithdraw: item });
}

/** Opens the sell modal for one item, or with the list of all items. */
export function openSell(itemId?: number): void {
  useModals.setState({ isSellOpen: true, itemToSellId: itemId });
}

export function setModalState<Name extends keyof ModalState>(name: Name, value: ModalState[Name]): void {
  useModals.setState({ [name]: value });
}

/** Closes the chat while something needs its place, and opens it again afterwards. Its tab still opens it meanwhile. */
export function useChatClosed(isClosed: boolean): void {
  useLayoutEffect(() => {
    if (!isClosed || !useModals.getState().isChatOpen) return undefined;
    setModalState('isChatOpen', false);
    return () => setModalState('isChatOpen', true);
  }, [isClosed]);
}
