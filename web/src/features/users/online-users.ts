import { useEffect } from 'react';
import { onConnect, say } from '#app/channel.ts';
import { useLive } from '#app/live.ts';

/** Asks who is here, now and after each break; whoever comes or goes is told from then on. */
export function useOnlineUsers() {
  useEffect(() => {
    const ask = () => void say('GET_ONLINE_USERS');
    ask();
    return onConnect(ask);
  }, []);
  return useLive((live) => live.onlineUsers);
}
