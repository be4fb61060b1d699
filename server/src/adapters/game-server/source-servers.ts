import assert from 'node:assert/strict';
import type { Location } from '@karat/rules/rooms';
import { type GameServerLink, type GameServers, ServerUnreachable } from './game-server.ts';
import { parseAvailable, parseMatchStatus } from './match-plugin.ts';
import { type RconFailure, RconFailed } from './rcon-client.ts';
import { openPersistentRcon, type Rcon } from './persistent-rcon.ts';
import { parseStatus } from './status.ts';

/** One game server of the configuration. */
export type GameServerSetting = {
  readonly location: Location;
  /** `host:port`; an IPv6 host in brackets. */
  readonly address: string;
  readonly rconPassword: string;
  readonly password?: string;
};

type SourceServersOptions = {
  readonly servers: readonly GameServerSetting[];
  siteOrigin(): string;
  readonly isSandbox?: boolean;
  readonly timeoutMs?: number;
};

const TIMEOUT_MS = 5_000;
const IDLE_MS = 150;

/** Allows no characters that end a quoted argument or start another command. */
const MATCH_URL = /^https?:\/\/[^\s"'`;\\]+$/;
const MATCH_KEY = /^[\w.~-]+$/;

const SENTENCES: Partial<Record<RconFailure, string>> = {
  refused_password: 'The game server refused the RCON password.',
  timeout: 'The game server did not answer in time.',
  unreachable: 'The game server cannot be reached.',
  closed: 'The game server closed the connection.',
};

/** The machine answered that nothing listens on the port. */
function isRefused(error: unknown): boolean {
  const cause = error instanceof RconFailed ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';
}

function unreachable(error: unknown): unknown {
  const sentence = error instanceof RconFailed ? SENTENCES[error.reason] : undefined;
  return sentence === undefined ? error : new ServerUnreachable(sentence, { cause: error, isGone: isRefused(error) });
}

/** An unreadable answer counts as none, because nothing may be concluded from it. */
function assertReadable<Parsed>(parsed: Parsed | undefined): Parsed {
  if (parsed === undefined) throw new ServerUnreachable('The game server sent an unreadable answer.');
  return parsed;
}

function createLink(rcon: Rcon): GameServerLink {
  async function command(text: string): Promise<string> {
    try {
      return await rcon.exec(text);
    } catch (error) {
      throw unreachable(error);
    }
  }

  return {
    command,
    status: async () => assertReadable(parseStatus(await command('status'))),
    isFree: async () => assertReadable(parseAvailable(await command('get5_web_available'))),
    matchStatus: async () => assertReadable(parseMatchStatus(await command('get5_status'))),
    async loadMatch({ url, key }) {
      assert(MATCH_URL.test(url) && MATCH_KEY.test(key), 'the URL and the key must be quotable');
      await command(`matchzy_loadmatch_url "${url}" "Authorization" "Bearer ${key}"`);
    },
    async endMatch() {
      await command('css_endmatch');
    },
    async unpause() {
      await command('css_forceunpause');
    },
  };
}

function createRcon({ address, rconPassword }: GameServerSetting, timeoutMs: number): Rcon {
  const { hostname, port } = new URL(`rcon://${address}`);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return openPersistentRcon({ host, port: Number(port), password: rconPassword, timeoutMs, idleMs: IDLE_MS });
}

/** Game servers with the match plugin, over RCON. They are numbered from 1, in the order of the configuration. */
export function createSourceServers(options: SourceServersOptions): GameServers {
  const { servers, siteOrigin, isSandbox = false, timeoutMs = TIMEOUT_MS } = options;
  const connections = servers.map((setting) => createRcon(setting, timeoutMs));
  const links = connections.map(createLink);
  const infos = servers.map(({ location, address, password }, index) => {
    return { id: index + 1, location, address, password: password ?? null, isSandbox };
  });
  return {
    list: () => infos,
    link: (id) => links[id - 1],
    findLinkByAddress: (at) => links[infos.findIndex(({ address }) => address === at)],
    siteOrigin,
    close() {
      for (const connection of connections) connection.close();
      return Promise.resolve();
    },
  };
}
