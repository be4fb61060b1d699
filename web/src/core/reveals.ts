import type { FromServer } from '@karat/contract/live';
import { create } from 'zustand';
import { onEvent } from './socket.ts';
import { useModals } from './modals.ts';
import { receiveBalance, useSession } from './session.ts';

// The server settles a roll at once, but its result is shown at the end of an animation. Until then, events that
// would give the result away are held back here.

type Reveals = {
  /** The player's own rolls whose animation is still running. A won item has the id of its roll. */
  readonly hiddenRolls: ReadonlySet<number>;
  /** True from the click on: events about a roll may arrive before the response to its request. */
  readonly isRolling: boolean;
};

export const useReveals = create<Reveals>(() => ({ hiddenRolls: new Set(), isRolling: false }));

export function hideRolls(ids: readonly number[]): void {
  useReveals.setState(({ hiddenRolls }) => ({ hiddenRolls: new Set([...hiddenRolls, ...ids]) }));
}

export function revealRolls(ids: readonly number[]): void {
  useReveals.setState(({ hiddenRolls }) => ({
    hiddenRolls: new Set([...hiddenRolls].filter((id) => !ids.includes(id))),
  }));
}

/** Marks that a roll has been requested, or that its result has been shown. */
export function setRolling(isRolling: boolean): void {
  useReveals.setState({ isRolling });
}

const hasHiddenResult = ({ isRolling, hiddenRolls }: Reveals): boolean => isRolling || hiddenRolls.size > 0;

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
let deferredBalance: FromServer['BALANCE_UPDATE'] | undefined;

onEvent('BALANCE_UPDATE', (update) => {
  if (useModals.getState().isBalanceUpdatable) receiveBalance(update);
  else if (deferredBalance === undefined || update.version > deferredBalance.version) deferredBalance = update;
});

useModals.subscribe((now, before) => {
  if (!now.isBalanceUpdatable || before.isBalanceUpdatable) return;
  if (deferredBalance) receiveBalance(deferredBalance);
  deferredBalance = undefined;
});

useSession.subscribe((now, before) => {
  if (now.isLoggedIn === before.isLoggedIn && now.username === before.username) return;
  deferredBalance = undefined;
  deferredActions.length = 0;
});
