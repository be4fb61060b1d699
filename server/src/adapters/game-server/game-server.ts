import type { Location, Team } from '@karat/rules/rooms';

export type GameServerInfo = {
  readonly id: number;
  readonly location: Location;
  /** `host:port`, as players reach it. */
  readonly address: string;
  /** What players type to get in; null where the server asks for none. */
  readonly password: string | null;
  readonly isSandbox: boolean;
};

export type ServerStatus = {
  readonly server: { readonly hostname: string; readonly public_ip: string; readonly map: string };
  readonly players: readonly { readonly type: string; readonly name: string; readonly state: string }[];
};

/** What the match plugin of a server says. */
export type MatchStatus = {
  /** Null where no match is loaded. */
  readonly matchId: number | null;
  /** As get5 calls it: none, warmup, live, post_game … */
  readonly gameState: string;
  readonly score: Readonly<Record<Team, number>>;
  /** Whose players are all there and ready. */
  readonly isReady: Readonly<Record<Team, boolean>>;
  readonly isPaused: boolean;
  /** Where the file of the match came from; null where that is not told. */
  readonly loadedFrom: string | null;
};

/** One game server. Every call may fail with `ServerUnreachable`, and what a failed one has done is not known. */
export type GameServerLink = {
  status(): Promise<ServerStatus>;
  command(text: string): Promise<string>;
  /** Whether a match could be loaded now. */
  isFree(): Promise<boolean>;
  /** Has the server fetch its match file, showing the key. */
  loadMatch(match: { url: string; key: string }): Promise<void>;
  matchStatus(): Promise<MatchStatus>;
  /** Ends whatever match is loaded; the server reports nothing about it. */
  endMatch(): Promise<void>;
  /** Has a match go on that somebody paused. */
  unpause(): Promise<void>;
};

export class ServerUnreachable extends Error {
  /** Nothing runs at its address, as its machine says. Otherwise it may be there and only not be heard. */
  readonly isGone: boolean;

  constructor(message: string, { isGone = false, cause }: { isGone?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.isGone = isGone;
  }
}

/** The game servers of the site, by the order of the configuration. */
export type GameServers = {
  list(): readonly GameServerInfo[];
  link(id: number): GameServerLink | undefined;
  /** For what outlives a change of the configuration, and with it the numbers. */
  linkAt(address: string): GameServerLink | undefined;
  /** Where game servers reach this site. */
  siteOrigin(): string;
  close(): Promise<void>;
};

/** Where the operator has none: rooms wait for a server in vain. */
export const noGameServers: GameServers = {
  list: () => [],
  link: () => undefined,
  linkAt: () => undefined,
  siteOrigin: () => '',
  close: () => Promise.resolve(),
};
