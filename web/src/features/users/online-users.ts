import { useEffect } from 'react';
import { onConnect, emit } from '#core/socket.ts';
import { usePresence } from '#core/presence.ts';

/** Asks who is here, now and after each break; whoever comes or goes is told from then on. */
export function useOnlineUsers() {
  useEffect(() => {
    const ask = () => void emit('GET_ONLINE_USERS');
    ask();
    return onConnect(ask);
  }, []);
  return usePresence((presence) => presence.onlineUsers);
}
