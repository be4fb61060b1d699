import type { Live } from '#live/port.ts';

/** For verbs whose news nobody is there to hear. */
export const silentLive: Live = {
  toPlayer: () => undefined,
  toAdmins: () => undefined,
  toAll: () => undefined,
  renew: () => undefined,
};
