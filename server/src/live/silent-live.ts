import type { Live } from './port.ts';

/** For verbs whose news nobody is there to hear. */
export const silentLive: Live = {
  toPlayer: () => undefined,
  toAdmins: () => undefined,
  toAll: () => undefined,
  toRoom: () => undefined,
  isOnline: () => false,
  roomsWatched: () => [],
  watchersOf: () => 0,
  onWatchers: () => undefined,
  renew: () => undefined,
};
