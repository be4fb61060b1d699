import { useEffect } from 'react';
import { useLive } from '#app/live.ts';
import { onConnect, say } from '#core/channel.ts';

/** Asks who is here, now and after each break; whoever comes or goes is told from then on. */
export function useOnlineUsers() {
  useEffect(() => {
    const ask = () => void say('GET_ONLINE_USERS');
    ask();
    return onConnect(ask);
  }, []);
  return useLive((live) => live.onlineUsers);
}
