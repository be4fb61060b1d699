import type { Bus } from '#adapters/bus/bus.ts';
import type { GameServers } from '#adapters/game-server/game-server.ts';
import type { PriceFeed } from '#adapters/prices/prices.ts';
import type { SteamIdentity } from '#adapters/steam/steam.ts';
import type { Trading } from '#adapters/trading/trading.ts';
import type { Db, Tx } from '#db/db.ts';
import type { RateLimiter } from '#http/rate-limit.ts';
import type { Live } from '#live/port.ts';
import type { Env } from '#env.ts';
import type { Log } from '#log.ts';
import type { Seal } from '#seal.ts';

/** Who makes a call, read from the store: never from the request. */
export type Caller = {
  readonly id: number;
  readonly username: string;
  readonly role: 'user' | 'admin';
  readonly sessionId: number;
};

export type EndedSession = { readonly sessionId: number; readonly playerId: number };

/** How a token becomes a caller. */
export type Sessions = {
  /** Undefined when the token is unknown, ended or expired. Answers through a short cache. */
  find(token: string): Promise<Caller | undefined>;
  /** Whether a session goes on; asking does not count as using it. */
  isOpen(sessionId: number): Promise<boolean>;
  /** Called in the transaction that deletes the rows: every process forgets them as soon as it is durable. */
  announceEnd(tx: Tx, ended: readonly EndedSession[]): Promise<void>;
  /** Hears of each session that ends before its time, in this process or another. */
  onEnd(hear: (ended: EndedSession) => void): void;
  close(): Promise<void>;
};

/** Everything a feature may reach for, passed by hand. */
export type Deps = {
  readonly env: Env;
  readonly log: Log;
  readonly db: Db;
  readonly live: Live;
  readonly sessions: Sessions;
  readonly limits: RateLimiter;
  /** Undefined where this is the only process, or none knows of the others. */
  readonly bus?: Bus | undefined;
  /** Encrypts what the store must keep but not know: unrevealed seeds, passwords of game servers. */
  readonly seal: Seal;
  readonly servers: GameServers;
  /** Undefined where the operator offers sign-in by password only. */
  readonly steam: SteamIdentity | undefined;
  /** Undefined where no skins go in or out: real value is off, or there is no bot. */
  readonly trading: Trading | undefined;
  /** Undefined where prices are those that came with the site. */
  readonly prices: PriceFeed | undefined;
};
