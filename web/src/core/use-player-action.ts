import { useEffect, useEffectEvent, useState } from 'react';
import { useAccount, useSession } from './session.ts';

/** The press of a button that is for players. Before the server has answered who is signed in, a press waits for the answer. */
export function usePlayerAction(
  action: () => void,
  onVisitor: () => void,
): { onPress: () => void; isWaiting: boolean } {
  const [wasPressed, setPressed] = useState(false);
  const isLoggedIn = useSession((session) => session.isLoggedIn);
  const isKnown = useAccount((account) => account.isLoaded) || isLoggedIn;
  const run = () => (isLoggedIn ? action() : onVisitor());
  const runLate = useEffectEvent(() => {
    setPressed(false);
    run();
  });
  useEffect(() => {
    if (wasPressed && isKnown) runLate();
  }, [wasPressed, isKnown]);
  return { onPress: () => (isKnown ? run() : setPressed(true)), isWaiting: wasPressed && !isKnown };
}
