import { useEffect, useEffectEvent, useState } from 'react';
import { useAccount, useSession } from './session.ts';

type PlayerAction<Args extends unknown[]> = { onPress: (...args: Args) => void; isWaiting: boolean };

/** The press of a button that is for players. Before the server has answered who is signed in, a press waits for the answer. */
export function usePlayerAction<Args extends unknown[]>(
  action: (...args: Args) => void,
  onVisitor: () => void,
): PlayerAction<Args> {
  const [waiting, setWaiting] = useState<Args>();
  const run = (...args: Args) => (useSession.getState().isLoggedIn ? action(...args) : onVisitor());
  const runLate = useEffectEvent((args: Args) => {
    setWaiting(undefined);
    run(...args);
  });
  useEffect(() => {
    if (waiting === undefined) return undefined;
    return useAccount.subscribe((now, before) => now.isLoaded && !before.isLoaded && runLate(waiting));
  }, [waiting]);
  const isKnown = () => useAccount.getState().isLoaded || useSession.getState().isLoggedIn;
  return {
    onPress: (...args) => (isKnown() ? run(...args) : setWaiting(args)),
    isWaiting: waiting !== undefined,
  };
}
