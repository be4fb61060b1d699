import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { vi } from 'vitest';

export type ReceivedEvent = {
  readonly event: string;
  readonly matchid: number;
  readonly round_number?: number;
} & Readonly<Record<string, unknown>>;

const KEY = 'Bearer of-this-match';

const players = (first: number, count: number): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`7656119800000000${first + index}`, `player ${first + index}`]),
  );

/** A match file for 1v1, or 2v2 with `perTeam: 2`, that reports to `origin`. */
export function matchFile(origin: string, { matchId = 1_042, perTeam = 1, cvars = {} } = {}) {
  return {
    matchid: matchId,
    team1: { id: '7', name: 'al"i;ce', players: players(1, perTeam) },
    team2: { id: '9', name: 'bob', players: players(1 + perTeam, perTeam) },
    num_maps: 1,
    maplist: ['3070251264'],
    map_sides: ['team1_ct'],
    players_per_team: perTeam,
    cvars: {
      hostname: `Karat #${matchId}`,
      mp_maxrounds: '15',
      matchzy_remote_log_url: `${origin}/match/events`,
      matchzy_remote_log_header_key: 'Authorization',
      matchzy_remote_log_header_value: KEY,
      ...cvars,
    },
  };
}

/** An HTTP server that serves match files and records match events, in place of the site. */
export async function startMatchListener() {
  const files = new Map<string, unknown>();
  const received: ReceivedEvent[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const body = await text(request);
      const isKnown = request.headers.authorization === KEY;
      const file = files.get(request.url ?? '');
      if (!isKnown) response.writeHead(401).end();
      else if (request.method === 'POST') {
        received.push(JSON.parse(body) as ReceivedEvent);
        response.writeHead(200).end('{}');
      } else if (file === undefined) response.writeHead(404).end();
      else response.writeHead(200).end(typeof file === 'string' ? file : JSON.stringify(file));
    })();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    origin,
    receivedEvents: (matchId = 1_042): ReceivedEvent[] => received.filter(({ matchid }) => matchid === matchId),
    /** Serves a match file; returns the console command that loads it. */
    serveMatchFile(file: unknown, name = 'file'): string {
      files.set(`/${name}`, file);
      return `matchzy_loadmatch_url "${origin}/${name}" "Authorization" "${KEY}"`;
    },
    /** Waits for the first event of this name. */
    waitForEvent: (event: string, matchId = 1_042): Promise<ReceivedEvent> =>
      vi.waitFor(
        () => {
          const found = received.find((each) => each.event === event && each.matchid === matchId);
          if (found === undefined) throw new Error(`no ${event} of match ${matchId} was received`);
          return found;
        },
        { timeout: 15_000, interval: 10 },
      ),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
export type MatchListener = Awaited<ReturnType<typeof startMatchListener>>;
