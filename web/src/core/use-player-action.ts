import { useEffect, useEffectEvent, useState } from 'react';
import { openAuth } from './modals.ts';
import { useAccount, useSession } from './session.ts';

/**
 * The press of a button that is for players: visitors get the form to sign in instead. Before the server has answered who is signed in,
 * a press waits for the answer.
 */
export function usePlayerAction(
  action: () => void,
  { mode }: { mode: 'login' | 'signup' },
): { onPress: () => void; isWaiting: boolean } {
  const [wasPressed, setPressed] = useState(false);
  const isLoggedIn = useSession((session) => session.isLoggedIn);
  const isKnown = useAccount((account) => account.isLoaded) || isLoggedIn;
  const run = () => (isLoggedIn ? action() : openAuth(mode));
  const runLate = useEffectEvent(() => {
    setPressed(false);
    run();
  });
  useEffect(() => {
    if (wasPressed && isKnown) runLate();
  }, [wasPressed, isKnown]);
  return { onPress: () => (isKnown ? run() : setPressed(true)), isWaiting: wasPressed && !isKnown };
}
