import type { Deps } from '#deps.ts';
import { chatSocket } from '#features/chat/socket.ts';
import { missionSocket } from '#features/missions/socket.ts';
import { notificationSocket } from '#features/notifications/socket.ts';
import { roomSocket } from '#features/rooms/socket.ts';
import { userSocket } from '#features/users/socket.ts';
import { walletSocket } from '#features/wallet/socket.ts';
import type { LiveServer } from '#live/live.ts';

/** Registers the live events of all features, one line each. */
export function registerSockets(live: LiveServer, deps: Deps): void {
  walletSocket(live, deps);
  notificationSocket(live, deps);
  missionSocket(live, deps);
  chatSocket(live, deps);
  roomSocket(live, deps);
  userSocket(live, deps);
}
