import type { FromServer, FromServerName } from '@karat/contract/live';

/** How features speak to open tabs. Inside a transaction only through `tx.afterCommit`. */
export type Live = {
  toPlayer<Name extends FromServerName>(playerId: number, name: Name, sent: FromServer[Name]): void;
  toAdmins<Name extends FromServerName>(name: Name, sent: FromServer[Name]): void;
  toAll<Name extends FromServerName>(name: Name, sent: FromServer[Name]): void;
  /** To every tab that watches this room. */
  toRoom<Name extends FromServerName>(roomId: number, name: Name, sent: FromServer[Name]): void;
  /** Rooms that tabs of this process watch, and how many do. */
  roomsWatched(): number[];
  watchersOf(roomId: number): number;
  /** What these players know under this name is out of date: those who are here are told anew, in a moment. */
  renew(playerIds: readonly number[], name: FromServerName): void;
};
