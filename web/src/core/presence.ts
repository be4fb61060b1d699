import type { FromServer } from '@karat/contract/live';
import { create } from 'zustand';
import { onEvent, useConnection } from './socket.ts';
import { useSession } from './session.ts';

type Presence = {
  readonly onlineCount: FromServer['ONLINE_COUNT'] | undefined;
  /** For staff only. */
  readonly onlineUsers: FromServer['ONLINE_USERS']['onlineUsers'];
};

/** The users who are online, from the latest events of the server. */
export const usePresence = create<Presence>(() => ({ onlineCount: undefined, onlineUsers: [] }));

onEvent('ONLINE_USERS', ({ onlineUsers }) => usePresence.setState({ onlineUsers }));
onEvent('ONLINE_COUNT', (onlineCount) => usePresence.setState({ onlineCount }));

useSession.subscribe((now, before) => {
  if (now.isLoggedIn !== before.isLoggedIn || now.username !== before.username)
    usePresence.setState({ onlineUsers: [] });
});

/** How many people and how many sandbox players are online; undefined while the connection is lost. */
export function useOnlineCount(): FromServer['ONLINE_COUNT'] | undefined {
  const onlineCount = usePresence((presence) => presence.onlineCount);
  const isLost = useConnection((connection) => connection.isLost);
  return isLost ? undefined : onlineCount;
}
