import type { FromServer } from '@karat/contract/live';
import { create } from 'zustand';
import { useEffect } from 'react';
import { useSession } from './session.ts';
import { onEvent, shareSubscription, useConnection } from './socket.ts';

type Presence = {
  readonly onlineCount: FromServer['ONLINE_COUNT'] | undefined;
  /** For staff only: the first of them by name. */
  readonly onlineUsers: FromServer['ONLINE_USERS']['onlineUsers'];
};

/** The users who are online, from the latest events of the server. */
export const usePresence = create<Presence>(() => ({ onlineCount: undefined, onlineUsers: [] }));

useSession.subscribe((now, before) => {
  if (now.isLoggedIn !== before.isLoggedIn || now.username !== before.username)
    usePresence.setState({ onlineUsers: [] });
});

const watchOnlineCount = shareSubscription(() =>
  // The server sends the number at once to a tab that subscribes.
  onEvent(
    'ONLINE_COUNT',
    (onlineCount) => usePresence.setState({ onlineCount }),
    () => undefined,
  ),
);

/** How many people and how many sandbox players are online; undefined while the connection is lost. */
export function useOnlineCount(): FromServer['ONLINE_COUNT'] | undefined {
  useEffect(watchOnlineCount, []);
  const onlineCount = usePresence((presence) => presence.onlineCount);
  const isLost = useConnection((connection) => connection.isLost);
  return isLost ? undefined : onlineCount;
}
