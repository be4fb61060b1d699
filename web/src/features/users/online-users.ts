import { useEffect } from 'react';
import { onConnect, emit } from '#core/socket.ts';
import { usePresence } from '#core/presence.ts';

/** Requests the online users on mount and after each reconnect; events update them from then on. */
export function useOnlineUsers() {
  useEffect(() => {
    const requestUsers = () => void emit('GET_ONLINE_USERS');
    requestUsers();
    return onConnect(requestUsers);
  }, []);
  return usePresence((presence) => presence.onlineUsers);
}
