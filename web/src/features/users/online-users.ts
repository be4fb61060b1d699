import { useEffect } from 'react';
import { onConnect, say } from '#core/channel.ts';
import { usePresence } from '#core/presence.ts';

/** Asks who is here, now and after each break; whoever comes or goes is told from then on. */
export function useOnlineUsers() {
  useEffect(() => {
    const ask = () => void say('GET_ONLINE_USERS');
    ask();
    return onConnect(ask);
  }, []);
  return usePresence((presence) => presence.onlineUsers);
}
