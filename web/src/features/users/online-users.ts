import { ONLINE_USERS_MAX } from '@karat/contract/users';
import { useEffect } from 'react';
import { emit, useLiveEvent } from '#core/socket.ts';
import { useOnlineCount, usePresence } from '#core/presence.ts';

const requestUsers = (): void => void emit('GET_ONLINE_USERS');

/** The users who are online, updated live. On a large site the event has only the first of them. */
export function useOnlineUsers() {
  useLiveEvent('ONLINE_USERS', ({ onlineUsers }) => usePresence.setState({ onlineUsers }), requestUsers);
  useEffect(requestUsers, []);
  const onlineUsers = usePresence((presence) => presence.onlineUsers);
  const total = useOnlineCount()?.count ?? 0;
  const isComplete = onlineUsers.length < ONLINE_USERS_MAX;
  return { onlineUsers, isComplete, total: isComplete ? onlineUsers.length : Math.max(total, onlineUsers.length) };
}
