import type { Live, Broadcaster } from './port.ts';

const noopBroadcaster: Broadcaster = {
  toPlayer: () => undefined,
  toPlayerLocalized: () => undefined,
  toStaff: () => undefined,
  toAll: () => undefined,
  toRoom: () => undefined,
  scheduleRefresh: () => undefined,
};

/** For commands without connected clients. */
export const noopLive: Live = {
  ...noopBroadcaster,
  local: noopBroadcaster,
  localPlayerIds: () => [],
  isOnline: () => Promise.resolve(false),
  onlineCount: () => ({ count: 0, sandbox: 0 }),
  onlinePeopleIds: () => Promise.resolve([]),
  onOnlineChange: () => undefined,
  isShownToStaff: () => false,
  watchedRooms: () => [],
  countWatchers: () => 0,
  onWatchersChanged: () => undefined,
};
