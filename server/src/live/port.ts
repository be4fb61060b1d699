import type { FromServer, FromServerName } from '@karat/contract/live';

/** Ways to speak to open tabs. */
export type Voice = {
  toPlayer<Name extends FromServerName>(playerId: number, name: Name, sent: FromServer[Name]): void;
  toAdmins<Name extends FromServerName>(name: Name, sent: FromServer[Name]): void;
  toAll<Name extends FromServerName>(name: Name, sent: FromServer[Name]): void;
  /** To every tab that watches this room. */
  toRoom<Name extends FromServerName>(roomId: number, name: Name, sent: FromServer[Name]): void;
  /** What these players know under this name is out of date: those who are there are told anew, in a moment. */
  renew(playerIds: readonly number[], name: FromServerName): void;
};

/** How features speak to open tabs, those of other processes too. Inside a transaction only through `tx.afterCommit`. */
export type Live = Voice & {
  /** To the tabs of this process alone: for what every process hears through the store, and each tells its own. */
  readonly here: Voice;
  /** In whichever process. */
  isOnline(playerId: number): boolean;
  /** Rooms that tabs of this process watch. */
  roomsWatched(): number[];
  /** How many tabs of this process watch a room, without those of these players. */
  watchersOf(roomId: number, exceptPlayerIds: readonly number[]): number;
  /** Calls whenever a tab of this process has begun or ceased to watch a room. */
  onWatchers(listener: (roomId: number) => void): void;
};
