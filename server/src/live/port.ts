import type { Language } from '@karat/contract/language';
import type { FromServer, FromServerName } from '@karat/contract/live';
import type { StaffEventName } from '@karat/contract/staff';

/** A payload in every language. */
export type Localized<Payload> = Readonly<Record<Language, Payload>>;

/** Sends events to open tabs. */
export type Broadcaster = {
  toPlayer<Name extends FromServerName>(playerId: number, name: Name, payload: FromServer[Name]): void;
  /** Each tab gets the payload in its own language. */
  toPlayerLocalized<Name extends FromServerName>(
    playerId: number,
    name: Name,
    payloads: Localized<FromServer[Name]>,
  ): void;
  /** To the tabs of staff who may see the event. */
  toStaff<Name extends FromServerName & StaffEventName>(name: Name, payload: FromServer[Name]): void;
  toAll<Name extends FromServerName>(name: Name, payload: FromServer[Name]): void;
  /** To every tab that watches this room. */
  toRoom<Name extends FromServerName>(roomId: number, name: Name, payload: FromServer[Name]): void;
  /** Sends this event with fresh data to these players, throttled. Players who are offline are skipped. */
  scheduleRefresh(playerIds: readonly number[], name: FromServerName): void;
};

/** Sends events to tabs of all processes. Inside a transaction only through `tx.afterCommit`. */
export type Live = Broadcaster & {
  /** Only to the tabs of this process: for changes that every process learns from the database. */
  readonly local: Broadcaster;
  /** Players who are connected to this process. */
  localPlayerIds(): number[];
  /** In any process. */
  isOnline(playerId: number): Promise<boolean>;
  /** People who are online in any process, and sandbox players beside them. */
  onlineCount(): FromServer['ONLINE_COUNT'];
  /** The ids of the people who are online in any process. */
  onlinePeopleIds(): Promise<number[]>;
  /** Calls the listener, throttled, when players have come online or gone offline. */
  onOnlineChange(listener: () => void): void;
  /** Whether a tab of staff in this process gets this event. */
  isShownToStaff(name: FromServerName & StaffEventName): boolean;
  /** Rooms that tabs of this process watch. */
  watchedRooms(): number[];
  /** How many tabs of this process watch a room, not counting those of these players. */
  countWatchers(roomId: number, exceptPlayerIds: readonly number[]): number;
  /** Calls the listener whenever a tab of this process starts or stops watching a room. */
  onWatchersChanged(listener: (roomId: number) => void): void;
};
