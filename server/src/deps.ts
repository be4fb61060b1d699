import type { SiteStatus } from '@karat/contract/site-status';
import type { Game } from '@karat/rules/games';
import type { SwitchName } from '@karat/rules/switches';
import type { Bus } from '#adapters/bus/bus.ts';
import type { EmailSender } from '#adapters/email/email.ts';
import type { GameServers } from '#adapters/game-server/game-server.ts';
import type { PriceFeed } from '#adapters/prices/prices.ts';
import type { PushSender } from '#adapters/push/push.ts';
import type { SteamIdentity } from '#adapters/steam/steam.ts';
import type { Trading } from '#adapters/trading/trading.ts';
import type { StaffRole } from '@karat/contract/staff';
import type { Db, Tx } from '#db/db.ts';
import type { RateLimiter } from '#http/rate-limit.ts';
import type { Live } from '#live/port.ts';
import type { Env } from '#env.ts';
import type { Log } from '#log.ts';
import type { Seal } from '#seal.ts';

/** The player behind a call, read from the database, never from the request. */
export type Caller = {
  readonly id: number;
  readonly username: string;
  readonly isSandbox: boolean;
  /** Null for players, and for staff whose session or address does not give them their rights. */
  readonly staffRole: StaffRole | null;
  readonly sessionId: number;
};

export type SessionOfPlayer = { readonly sessionId: number; readonly playerId: number };

/** Finds the caller of a session token. */
export type Sessions = {
  /** Undefined when the token is unknown, ended or expired. Uses a short cache. */
  find(token: string): Promise<Caller | undefined>;
  /** Whether a session is still open; does not count as using it. */
  isOpen(sessionId: number): Promise<boolean>;
  /** Whether a second factor was given in this session in the last ten minutes. Never cached. */
  hasFreshFactor(sessionId: number): Promise<boolean>;
  /** Called in the transaction that changes the rights of sessions: every process reads them again after the commit. */
  announceChange(tx: Tx, changed: readonly SessionOfPlayer[]): Promise<void>;
  /** Calls the listener for each session whose rights change, in this process or another. */
  onChange(listener: (changed: SessionOfPlayer) => void): void;
  /** Called in the transaction that deletes the sessions: every process drops them from its cache after the commit. */
  announceEnd(tx: Tx, ended: readonly SessionOfPlayer[]): Promise<void>;
  /** Calls the listener for each session that ends before it expires, in this process or another. */
  onEnd(listener: (ended: SessionOfPlayer) => void): void;
  close(): Promise<void>;
};

/** What staff have switched off, and what they announce. Every process knows a change within two seconds. */
export type Switches = {
  read(): Promise<SiteStatus>;
  /** As last read; undefined before the first time. */
  current(): SiteStatus | undefined;
  /** Whether nothing is switched off, as last read. */
  isAllOn(): boolean;
  isOn(name: SwitchName): Promise<boolean>;
  /** Whether new rounds and matches of a game may begin: the game is on, and the site is not in maintenance. */
  isPlayable(game: Game): Promise<boolean>;
  /** Refuses what is switched off, for staff too. */
  assertOn(name: SwitchName): Promise<void>;
  /** Refuses everyone but staff during maintenance. */
  assertOpenTo(caller: Pick<Caller, 'staffRole'> | undefined): Promise<void>;
  /** Reads again, so that this process knows its own change at once. */
  refresh(): Promise<void>;
  /** Calls the listener with the status whenever it has changed. */
  onChange(listener: (status: SiteStatus) => void): void;
  close(): Promise<void>;
};

/** Everything that a feature may use. */
export type Deps = {
  readonly env: Env;
  readonly log: Log;
  readonly db: Db;
  readonly live: Live;
  readonly sessions: Sessions;
  readonly limits: RateLimiter;
  readonly switches: Switches;
  /** Undefined with a single process, and where processes do not share a Redis. */
  readonly bus?: Bus | undefined;
  /** Encrypts secrets in the database: unrevealed seeds, passwords of game servers. */
  readonly seal: Seal;
  readonly servers: GameServers;
  /** Undefined if players sign in by password only. */
  readonly steam: SteamIdentity | undefined;
  /** Undefined without deposits and withdrawals of skins: real value is off, or there is no bot. */
  readonly trading: Trading | undefined;
  /** Undefined if prices come from the built-in snapshot. */
  readonly prices: PriceFeed | undefined;
  /** Undefined while push notifications are switched off. */
  readonly push: PushSender | undefined;
  /** Undefined without a mail server. */
  readonly email: EmailSender | undefined;
  /** The address that people open, for links in e-mails: never taken from a request, whose Host header anyone can choose. */
  readonly siteOrigin: () => string;
};
