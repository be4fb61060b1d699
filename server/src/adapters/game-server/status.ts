import type { ServerStatus } from './game-server.ts';

type Player = ServerStatus['players'][number];

const ADDRESS = String.raw`(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?`;
const PUBLIC_ADDRESS = new RegExp(String.raw`public[^\d(]*(${ADDRESS})`, 'i');

/** Id, time or BOT, ping, loss, state, rate, address (joined to the rate in filler rows, missing for bots), name. */
const CS2_ROW = new RegExp(
  String.raw`^[ \t]*\d+[ \t]+(?<time>\[NoChan\]|BOT|\d[\d:]*)[ \t]+\d+[ \t]+\d+[ \t]+(?<state>\w+)[ \t]+\d+?[ \t]*` +
    String.raw`(?:unknown|loopback(?::\d+)?|${ADDRESS}|\[[^\]]+\])?[ \t]*'(?<name>.*)'[ \t]*$`,
  'gm',
);

/** #userid, slot, name, unique id, connected, ping and loss, state, rate, address; bots have no slot and no numbers. */
const CSGO_ROW = new RegExp(
  String.raw`^#[ \t]*\d+[ \t]+(?:\d+[ \t]+)?"(?<name>.*)"[ \t]+(?<unique>BOT|STEAM_\d:\d:\d+|\[\w:\d:\d+(?::\d+)?\])[ \t]+` +
    String.raw`(?:\d[\d:]*[ \t]+\d+[ \t]+\d+[ \t]+)?(?<state>\w+)`,
  'gm',
);

/** The heading of the player table; only CS2 has it. */
const CS2_TABLE = /^-+players-+[ \t]*$/m;

/** Removes carriage returns and the timestamps that some consoles put before each line. */
export function plainLines(answer: string): string {
  return answer.replaceAll('\r', '').replace(/^\w{3} +\d+ [\d:]+: +/gm, '');
}

function cs2Players(table: string): Player[] {
  const rows = Array.from(table.matchAll(CS2_ROW), ({ groups }) => groups!);
  // Skips connections that are not players yet: id 65535, without a name.
  const seated = rows.filter(({ time, name, state }) => {
    return time !== '[NoChan]' && !(name === '' && /challeng|reserved/.test(state!));
  });
  return seated.map(({ time, name, state }) => ({
    type: time === 'BOT' ? 'BOT' : 'HUMAN',
    name: name!,
    state: state!,
  }));
}

function csgoPlayers(text: string): Player[] {
  return Array.from(text.matchAll(CSGO_ROW), ({ groups }) => ({
    type: groups!['unique'] === 'BOT' ? 'BOT' : 'HUMAN',
    name: groups!['name']!,
    state: groups!['state']!,
  }));
}

/**
 * Parses the answer of the `status` command of CS2 or CS:GO; undefined if it is not one. Names are as entered by players,
 * including quotes.
 */
export function parseStatus(answer: string): ServerStatus | undefined {
  const text = plainLines(answer);
  const first = (pattern: RegExp): string | undefined => pattern.exec(text)?.[1]?.trim();
  const hostname = first(/^hostname[ \t]*:(.*)$/m);
  if (hostname === undefined) return undefined;
  const udpIp = first(/^udp\/ip[ \t]*:(.*)$/m) ?? '';
  const map = first(/^map[ \t]*:[ \t]*(\S+)/m) ?? first(/spawngroup\([ \t]*1\)[ \t]*:[ \t]*SV:[ \t]*\[1:[ \t]*(\S+)/);
  const table = text.search(CS2_TABLE);
  return {
    server: {
      hostname,
      public_ip: PUBLIC_ADDRESS.exec(udpIp)?.[1] ?? /^[^\s(]+/.exec(udpIp)?.[0] ?? '',
      map: map ?? '',
    },
    players: table < 0 ? csgoPlayers(text) : cs2Players(text.slice(table)),
  };
}
