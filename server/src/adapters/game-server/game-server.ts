import type { Location, Team } from '@karat/rules/rooms';

export type GameServerInfo = {
  readonly id: number;
  readonly location: Location;
  /** `host:port`, as players reach it. */
  readonly address: string;
  /** The password that players need to join; null if the server has none. */
  readonly password: string | null;
  readonly isSandbox: boolean;
};

export type ServerStatus = {
  readonly server: { readonly hostname: string; readonly public_ip: string; readonly map: string };
  readonly players: readonly { readonly type: string; readonly name: string; readonly state: string }[];
};

/** The answer of the server's match plugin. */
export type MatchStatus = {
  /** Null if no match is loaded. */
  readonly matchId: number | null;
  /** A state of get5: none, warmup, live, post_game … */
  readonly gameState: string;
  readonly score: Readonly<Record<Team, number>>;
  /** Whether all players of a team have joined and are ready. */
  readonly isReady: Readonly<Record<Team, boolean>>;
  readonly isPaused: boolean;
  /** The source of the match file; null if unknown. */
  readonly loadedFrom: string | null;
};

/** One game server. Every call may fail with `ServerUnreachable`; then it is unknown whether it had an effect. */
export type GameServerLink = {
  status(): Promise<ServerStatus>;
  command(text: string): Promise<string>;
  /** Whether a match could be loaded now. */
  isFree(): Promise<boolean>;
  /** Makes the server fetch its match file, authenticated by the key. */
  loadMatch(match: { url: string; key: string }): Promise<void>;
  matchStatus(): Promise<MatchStatus>;
  /** Ends the loaded match; the server reports nothing about it. */
  endMatch(): Promise<void>;
  /** Resumes a paused match. */
  unpause(): Promise<void>;
};

export class ServerUnreachable extends Error {
  /** The machine refused the connection, so nothing runs there. Otherwise the server may be running but unreachable. */
  readonly isGone: boolean;

  constructor(message: string, { isGone = false, cause }: { isGone?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.isGone = isGone;
  }
}

/** The game servers of the site, in the order of the configuration. */
export type GameServers = {
  list(): readonly GameServerInfo[];
  link(id: number): GameServerLink | undefined;
  /** Finds a server by its address, because a change of the configuration renumbers the servers. */
  findLinkByAddress(address: string): GameServerLink | undefined;
  /** The address at which game servers reach this site. */
  siteOrigin(): string;
  close(): Promise<void>;
};

/** Used when no servers are configured: rooms never get one. */
export const noGameServers: GameServers = {
  list: () => [],
  link: () => undefined,
  findLinkByAddress: () => undefined,
  siteOrigin: () => '',
  close: () => Promise.resolve(),
};
