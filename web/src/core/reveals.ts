import type { FromServer } from '@karat/contract/live';
import { create } from 'zustand';
import { onEvent } from './socket.ts';
import { useFlags } from './modals.ts';
import { receiveBalance, useSession } from './session.ts';

// The server settles a roll at once, but its result is shown at the end of an animation. Until then, events that
// would give the result away are held back here.

type Reveals = {
  /** The player's own rolls whose animation is still running. A won item has the id of its roll. */
  readonly heldRolls: ReadonlySet<number>;
  /** True from the click on: events about a roll may arrive before the response to its request. */
  readonly isRolling: boolean;
};

export const useReveals = create<Reveals>(() => ({ heldRolls: new Set(), isRolling: false }));

export function holdRolls(ids: readonly number[]): void {
  useReveals.setState(({ heldRolls }) => ({ heldRolls: new Set([...heldRolls, ...ids]) }));
}

export function releaseRolls(ids: readonly number[]): void {
  useReveals.setState(({ heldRolls }) => ({ heldRolls: new Set([...heldRolls].filter((id) => !ids.includes(id))) }));
}

/** Marks that a roll has been requested, or that its result has been shown. */
export function setRolling(isRolling: boolean): void {
  useReveals.setState({ isRolling });
}

const hasHiddenResult = ({ isRolling, heldRolls }: Reveals): boolean => isRolling || heldRolls.size > 0;

/** Whether a roll of the player has a result that is not shown yet. */
export function isResultHidden(): boolean {
  return hasHiddenResult(useReveals.getState());
}

// In order of arrival: later events build on earlier ones.
const deferredActions: (() => void)[] = [];

/** Runs an action now, or after the reveal while a result is not shown yet. */
export function runAfterReveal(action: () => void): void {
  if (isResultHidden()) deferredActions.push(action);
  else action();
}

useReveals.subscribe((now, before) => {
  if (hasHiddenResult(before) && !hasHiddenResult(now)) for (const action of deferredActions.splice(0)) action();
});

// Only the newest balance is worth keeping.
let heldBalance: FromServer['BALANCE_UPDATE'] | undefined;

onEvent('BALANCE_UPDATE', (sent) => {
  if (useFlags.getState().isBalanceUpdatable) receiveBalance(sent);
  else if (heldBalance === undefined || sent.version > heldBalance.version) heldBalance = sent;
});

useFlags.subscribe((now, before) => {
  if (!now.isBalanceUpdatable || before.isBalanceUpdatable) return;
  if (heldBalance) receiveBalance(heldBalance);
  heldBalance = undefined;
});

useSession.subscribe((now, before) => {
  if (now.isLoggedIn === before.isLoggedIn && now.username === before.username) return;
  heldBalance = undefined;
  deferredActions.length = 0;
});
