import type { Live, Voice } from './port.ts';

const silence: Voice = {
  toPlayer: () => undefined,
  toAdmins: () => undefined,
  toAll: () => undefined,
  toRoom: () => undefined,
  renew: () => undefined,
};

/** For commands without connected clients. */
export const silentLive: Live = {
  ...silence,
  here: silence,
  isOnline: () => false,
  roomsWatched: () => [],
  watchersOf: () => 0,
  onWatchers: () => undefined,
};
