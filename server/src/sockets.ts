import type { Deps } from '#deps.ts';
import { createChatSocket } from '#features/chat/socket.ts';
import { registerMissionRefresh } from '#features/missions/socket.ts';
import { notificationSocket } from '#features/notifications/socket.ts';
import { roomSocket } from '#features/rooms/socket.ts';
import { registerWalletRefresh, walletSocket } from '#features/wallet/socket.ts';
import type { LiveServer } from '#live/live.ts';

/** Registers the live events of all features, one line each. */
export function registerSockets(live: LiveServer, deps: Deps): void {
  registerMissionRefresh(live, deps);
  registerWalletRefresh(live, deps);
  const chatSocket = createChatSocket(deps);
  live.onConnect((socket) => {
    walletSocket(socket, deps);
    notificationSocket(socket, deps);
    chatSocket(socket);
    roomSocket(socket, deps);
  });
}
