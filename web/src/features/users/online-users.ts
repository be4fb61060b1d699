import { useEffect } from 'react';
import { onConnect, emit } from '#core/socket.ts';
import { usePresence } from '#core/presence.ts';

/** Requests the online users on mount and after each reconnect; events update them from then on. */
export function useOnlineUsers() {
  useEffect(() => {
    const ask = () => void emit('GET_ONLINE_USERS');
    ask();
    return onConnect(ask);
  }, []);
  return usePresence((presence) => presence.onlineUsers);
}
