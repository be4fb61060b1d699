import { useEffect, useEffectEvent, useState } from 'react';
import { useAccount, useSession } from './session.ts';

/** The press of a button that is for players. Before the server has answered who is signed in, a press waits for the answer. */
export function usePlayerAction(
  action: () => void,
  onVisitor: () => void,
): { onPress: () => void; isWaiting: boolean } {
  const [isWaiting, setWaiting] = useState(false);
  const run = () => (useSession.getState().isLoggedIn ? action() : onVisitor());
  const runLate = useEffectEvent(() => {
    setWaiting(false);
    run();
  });
  useEffect(() => {
    if (!isWaiting) return undefined;
    return useAccount.subscribe((now, before) => now.isLoaded && !before.isLoaded && runLate());
  }, [isWaiting]);
  const isKnown = () => useAccount.getState().isLoaded || useSession.getState().isLoggedIn;
  return { onPress: () => (isKnown() ? run() : setWaiting(true)), isWaiting };
}
