import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { LOCATIONS, type Location } from '@karat/rules/rooms';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { connectRcon, type RconConnection } from '#adapters/game-server/rcon-client.ts';
import { parseStatus } from '#adapters/game-server/status.ts';
import { createLog } from '#log.ts';
import { type ReceivedEvent, type MatchListener, matchFile, startMatchListener } from '#testing/match-listener.ts';
import { type Fleet, startFleet } from './fleet.ts';

const log = createLog('silent');
const WAIT_OPTIONS = { timeout: 15_000, interval: 20 };

let fleet: Fleet;
let site: MatchListener;
let connections: RconConnection[] = [];

beforeAll(async () => {
  fleet = await startFleet({ log, roundsPerSecond: 200 });
});
afterAll(() => fleet.close());
beforeAll(async () => {
  site = await startMatchListener();
});
afterAll(() => site.close());
afterEach(() => {
  for (const rcon of connections) rcon.close();
  connections = [];
});

function addressOf(location: Location) {
  const { address, rconPassword: password } = fleet.servers.find((server) => server.location === location)!;
  const [host = '', port] = address.split(':');
  return { host, port: Number(port), password };
}

/** Connects to the console of a server, and resets it to play immediately. */
async function connectTo(location: Location): Promise<RconConnection> {
  const rcon = await connectRcon({ ...addressOf(location), timeoutMs: 5_000, idleMs: 200 });
  connections.push(rcon);
  await rcon.exec('css_endmatch; sandbox_trouble none; sandbox_join_after 0; sandbox_speed 200');
  return rcon;
}

let lastMatchId = 2_000;

/** Loads a match with this trouble; returns its id. */
async function startMatch(rcon: RconConnection, { trouble = 'none', perTeam = 1, cvars = {} } = {}): Promise<number> {
  const matchId = (lastMatchId += 1);
  await rcon.exec(`sandbox_trouble ${trouble}`);
  await rcon.exec(site.serveMatchFile(matchFile(site.origin, { matchId, perTeam, cvars }), String(matchId)));
  return matchId;
}

type StatusTeam = { current_map_score: number; series_score: number; ready: boolean; side: string };
type Status = { gamestate: string; matchid: number | null; round_number: number; team1: StatusTeam; team2: StatusTeam };

const fetchStatus = async (rcon: RconConnection): Promise<Status> =>
  JSON.parse(await rcon.exec('get5_status')) as Status;

async function untilState(rcon: RconConnection, gamestate: string): Promise<Status> {
  return vi.waitFor(async () => {
    const status = await fetchStatus(rcon);
    expect(status.gamestate).toBe(gamestate);
    return status;
  }, WAIT_OPTIONS);
}

type Side = { score: number; players: { steamid: string; stats: Record<string, number> }[] };
const sideOf = (event: ReceivedEvent, team: 'team1' | 'team2'): Side => event[team] as Side;
const scoreOf = (event: ReceivedEvent): number[] => [sideOf(event, 'team1').score, sideOf(event, 'team2').score];

test('runs a server for each location, and all of them answer', async () => {
  expect(fleet.servers.map(({ location }) => location)).toEqual([...LOCATIONS]);
  expect(new Set(fleet.servers.map(({ address }) => address)).size).toBe(LOCATIONS.length);
  for (const location of LOCATIONS) {
    const status = parseStatus(await (await connectTo(location)).exec('status'));
    expect(status).toMatchObject({ server: { hostname: `Karat sandbox ${location}` }, players: [] });
  }
});

test('refuses a wrong password', async () => {
  const target = { ...addressOf('tokyo'), password: 'guessed', timeoutMs: 5_000, idleMs: 200 };
  await expect(connectRcon(target)).rejects.toMatchObject({ reason: 'refused_password' });
});

test('reports a whole match in order, as the plugin does', async () => {
  const rcon = await connectTo('istanbul');
  expect(await rcon.exec('get5_web_available')).toBe('{"gamestate":0,"available":1,"plugin_version":"0.15.0"}');
  expect(await fetchStatus(rcon)).toMatchObject({ gamestate: 'none', matchid: null, team1: null });
  await rcon.exec('sandbox_winner team1');
  const matchId = await startMatch(rcon);
  await site.waitForEvent('series_end', matchId);
  const events = site.receivedEvents(matchId);
  const rounds = events.filter(({ event }) => event === 'round_end');
  const played = rounds.length;
  const names = ['series_start', 'going_live', ...rounds.map(() => 'round_end'), 'map_result', 'series_end'];
  expect(events.map(({ event }) => event)).toEqual(names);
  expect(rounds.map((event) => event.round_number)).toEqual(rounds.map((_, index) => index + 1));

  expect(events[0]).toEqual({
    event: 'series_start',
    matchid: matchId,
    team1: { id: '7', name: 'alice' },
    team2: { id: '9', name: 'bob' },
    num_maps: 1,
  });
  expect(events[1]).toEqual({ event: 'going_live', matchid: matchId, map_number: 0 });
  for (const event of rounds) {
    const [one, two] = scoreOf(event);
    expect(event['winner']).toMatchObject({ team: one! > two! ? 'team1' : 'team2' });
    const [alice, bob] = [sideOf(event, 'team1').players[0]!, sideOf(event, 'team2').players[0]!];
    expect([alice.stats['kills'], bob.stats['kills']]).toEqual([bob.stats['deaths'], alice.stats['deaths']]);
    // A round that ends by time has no kill in a 1v1.
    const byTime = rounds.filter((each) => each['reason'] === 12 && each.round_number! <= event.round_number!).length;
    expect(alice.stats['kills']! + bob.stats['kills']!).toBe(one! + two! - byTime);
    expect(alice.stats).toMatchObject({ rounds_played: event.round_number, kast: 0, bomb_plants: 0 });
  }
  const lost = played - 8;
  const team = { series_score: 0, score_ct: 0, score_t: 0, players: [] };
  expect(events.at(-2)).toEqual({
    event: 'map_result',
    matchid: matchId,
    map_number: 0,
    winner: { side: '3', team: 'team1' },
    team1: { ...team, id: '7', name: 'alice', series_score: 1, score: 8 },
    team2: { ...team, id: '9', name: 'bob', score: lost },
  });
  expect(events.at(-1)).toEqual({
    event: 'series_end',
    matchid: matchId,
    time_until_restore: 10,
    winner: { side: '3', team: 'team1' },
    team1_series_score: 1,
    team2_series_score: 0,
  });
  const after = await fetchStatus(rcon);
  expect(after).toMatchObject({ gamestate: 'post_game', matchid: matchId, round_number: -1 });
  expect([after.team1, after.team2]).toMatchObject([
    { current_map_score: 8, series_score: 1, ready: true, side: 'ct' },
    { current_map_score: lost, series_score: 0, side: 'terrorist' },
  ]);
});

test('keeps the score readable for a while, then frees the server', async () => {
  const rcon = await connectTo('warsaw');
  await rcon.exec('sandbox_post_game 300');
  const matchId = await startMatch(rcon);
  await site.waitForEvent('series_end', matchId);
  await untilState(rcon, 'none');
  expect(JSON.parse(await rcon.exec('get5_web_available'))).toMatchObject({ gamestate: 0 });
  expect(await rcon.exec('matchzy_remote_log_header_value')).toMatch(/^Unknown/);
});

test('in 2v2 the kills of one team equal the deaths of the other', async () => {
  const rcon = await connectTo('miami');
  const matchId = await startMatch(rcon, { perTeam: 2 });
  await site.waitForEvent('series_end', matchId);
  const last = site.receivedEvents(matchId).findLast(({ event }) => event === 'round_end')!;
  const [one, two] = [sideOf(last, 'team1').players, sideOf(last, 'team2').players];
  const sum = (players: Side['players'], name: string) => players.reduce((all, each) => all + each.stats[name]!, 0);
  expect([one.length, two.length]).toEqual([2, 2]);
  expect(sum(one, 'kills')).toBe(sum(two, 'deaths'));
  expect(sum(two, 'kills')).toBe(sum(one, 'deaths'));
  expect(Math.max(...scoreOf(last))).toBe(8);
});

test('the status lists the connected players, in both dialects', async () => {
  const rcon = await connectTo('bucharest');
  const matchId = await startMatch(rcon, { trouble: 'no_show team2' });
  await vi.waitFor(async () => expect((await fetchStatus(rcon)).team1.ready).toBe(true), WAIT_OPTIONS);
  const people = [{ type: 'HUMAN', name: 'player 1', state: 'active' }];
  const seen = { server: { hostname: `Karat #${matchId}`, map: '3070251264' }, players: people };
  await vi.waitFor(async () => expect(parseStatus(await rcon.exec('status'))).toMatchObject(seen), WAIT_OPTIONS);
  expect(await rcon.exec('sandbox_dialect csgo')).toBe('sandbox_dialect = csgo');
  // The server restarts RCON a moment later: a connection made before that would be cut.
  await vi.waitFor(() => expect(rcon.exec('status')).rejects.toThrow('closed'), WAIT_OPTIONS);
  const again = await vi.waitFor(async () => {
    const other = await connectRcon({ ...addressOf('bucharest'), timeoutMs: 5_000, idleMs: 200 });
    connections.push(other);
    expect(await other.exec('status')).toMatch(/^hostname: /);
    return other;
  }, WAIT_OPTIONS);
  const text = await again.exec('status');
  expect(text).toContain('STEAM_1:1:19867136');
  expect(parseStatus(text)).toMatchObject(seen);
  await again.exec('sandbox_dialect cs2');
});

test('refuses a second match until the first has ended', async () => {
  const rcon = await connectTo('dusseldorf');
  const matchId = await startMatch(rcon, { trouble: 'no_show both' });
  await startMatch(rcon);
  expect((await fetchStatus(rcon)).matchid).toBe(matchId);
  await rcon.exec('css_endmatch');
  expect(await fetchStatus(rcon)).toMatchObject({ gamestate: 'none', matchid: null });
  const next = await startMatch(rcon);
  expect((await fetchStatus(rcon)).matchid).toBe(next);
});

const good = () => matchFile('http://127.0.0.1:9');
test.each([
  ['players as a list', () => ({ ...good(), team1: { name: 'a', players: ['76561198000000001'] } })],
  ['no players', () => ({ ...good(), team2: { name: 'b', players: {} } })],
  ['more maps than it lists', () => ({ ...good(), num_maps: 2 })],
  ['a number that 32 bits do not hold', () => ({ ...good(), matchid: 2 ** 31 })],
  ['no maps', () => ({ ...good(), maplist: [] })],
  ['no JSON', () => '<!doctype html>'],
])('refuses a match file with %s', async (_, file) => {
  const rcon = await connectTo('beauharnois');
  expect(await rcon.exec(site.serveMatchFile(file(), 'bad'))).toContain('Match load failed');
  expect((await fetchStatus(rcon)).gamestate).toBe('none');
});

test('loads no match file without the key', async () => {
  const rcon = await connectTo('beauharnois');
  site.serveMatchFile(matchFile(site.origin), 'unread');
  expect(await rcon.exec(`matchzy_loadmatch_url "${site.origin}/unread"`)).toContain('401');
  expect((await fetchStatus(rcon)).gamestate).toBe('none');
});

test('echoes settings, and reports unknown commands', async () => {
  const rcon = await connectTo('beauharnois');
  await rcon.exec('mp_maxrounds 30');
  expect(await rcon.exec('mp_maxrounds')).toBe('mp_maxrounds = 30');
  expect(await rcon.exec('game_mode; echo "a; b"')).toBe('game_mode = 0\na; b');
  const long = 'x'.repeat(3_000);
  expect(await rcon.exec(long)).toBe(`Unknown command "${long}"`);
  expect(await rcon.exec('constructor')).toBe('Unknown command "constructor"');
});

test.each([
  ['team1', [false, true]],
  ['team2', [true, false]],
  ['both', [false, false]],
] as const)('the warm-up never ends if %s does not join', async (missing, ready) => {
  const rcon = await connectTo('new_york_city');
  const matchId = await startMatch(rcon, { trouble: `no_show ${missing}` });
  await vi.waitFor(async () => {
    const { gamestate, team1, team2 } = await fetchStatus(rcon);
    expect([gamestate, team1.ready, team2.ready]).toEqual(['warmup', ...ready]);
  }, WAIT_OPTIONS);
  expect(site.receivedEvents(matchId).map(({ event }) => event)).toEqual(['series_start']);
});

test('a drawn match names a wrong winner, and its series never ends', async () => {
  const rcon = await connectTo('los_angeles');
  const cvars = { matchzy_demo_upload_url: `${site.origin}/demo` };
  const matchId = await startMatch(rcon, { trouble: 'draw', cvars });
  const result = await site.waitForEvent('map_result', matchId);
  expect(scoreOf(result)).toEqual([7, 7]);
  expect(result['winner']).toMatchObject({ team: 'team2' });
  // Events after the series carry no match id.
  await site.waitForEvent('demo_upload_ended', -1);
  expect(site.receivedEvents(matchId).map(({ event }) => event)).not.toContain('series_end');
});

test('the score stays readable if the result event is lost', async () => {
  const rcon = await connectTo('los_angeles');
  const matchId = await startMatch(rcon, { trouble: 'lost_webhook' });
  const { team1, team2 } = await untilState(rcon, 'post_game');
  expect(Math.max(team1.current_map_score, team2.current_map_score)).toBe(8);
  expect(site.receivedEvents(matchId).map(({ event }) => event)).not.toContain('map_result');
});

test('sends every event three times if told to duplicate', async () => {
  const rcon = await connectTo('los_angeles');
  const matchId = await startMatch(rcon, { trouble: 'duplicate' });
  await vi.waitFor(
    () => expect(site.receivedEvents(matchId).filter(({ event }) => event === 'series_end')).toHaveLength(3),
    WAIT_OPTIONS,
  );
  const times = new Map<string, number>();
  for (const { event, round_number } of site.receivedEvents(matchId)) {
    times.set(`${event} ${round_number}`, (times.get(`${event} ${round_number}`) ?? 0) + 1);
  }
  expect(new Set(times.values())).toEqual(new Set([3]));
});

test('loses no event if told to shuffle', async () => {
  const rcon = await connectTo('los_angeles');
  const matchId = await startMatch(rcon, { trouble: 'shuffle' });
  await Promise.all([
    site.waitForEvent('map_result', matchId),
    site.waitForEvent('series_end', matchId),
    site.waitForEvent('series_start', matchId),
  ]);
  const numbers = () => site.receivedEvents(matchId).flatMap((event) => event.round_number ?? []);
  await vi.waitFor(() => expect(numbers().length).toBe(Math.max(...numbers())), WAIT_OPTIONS);
  expect(numbers()).not.toEqual(numbers().toSorted((a, b) => a - b));
});

test('a crashed server loses its match and restarts at the same address', async () => {
  const rcon = await connectTo('tokyo');
  const matchId = await startMatch(rcon, { trouble: 'crash 300' });
  await vi.waitFor(() => expect(rcon.isOpen()).toBe(false), WAIT_OPTIONS);
  const back = await vi.waitFor(() => connectTo('tokyo'), WAIT_OPTIONS);
  expect((await fetchStatus(back)).gamestate).toBe('none');
  const names = site.receivedEvents(matchId).map(({ event }) => event);
  expect(names).toEqual(['series_start', 'going_live', 'round_end', 'round_end', 'round_end']);
});

test('a slow server loads its match later, and a refusing one never', async () => {
  const rcon = await connectTo('warsaw');
  const matchId = await startMatch(rcon, { trouble: 'slow_load 200' });
  expect((await fetchStatus(rcon)).matchid).toBe(null);
  await vi.waitFor(async () => expect((await fetchStatus(rcon)).matchid).toBe(matchId), WAIT_OPTIONS);
  await rcon.exec('css_endmatch');
  await startMatch(rcon, { trouble: 'refuse_load' });
  expect((await fetchStatus(rcon)).matchid).toBe(null);
  const next = await startMatch(rcon);
  expect((await fetchStatus(rcon)).matchid).toBe(next);
});

test('two servers play their own matches at the same time', async () => {
  const [one, other] = [await connectTo('istanbul'), await connectTo('miami')];
  await one.exec('sandbox_winner team1');
  await other.exec('sandbox_winner team2');
  const ids = [await startMatch(one), await startMatch(other)];
  const ends = await Promise.all(ids.map((matchId) => site.waitForEvent('series_end', matchId)));
  expect(ends.map((event) => event['winner'])).toMatchObject([{ team: 'team1' }, { team: 'team2' }]);
});

test('a paused match does not advance', async () => {
  const [rcon, other] = [await connectTo('istanbul'), await connectTo('miami')];
  await rcon.exec('sandbox_speed 20');
  const matchId = await startMatch(rcon);
  await site.waitForEvent('going_live', matchId);
  expect(await rcon.exec('css_forcepause')).toBe('Match paused');
  const before = await fetchStatus(rcon);
  await site.waitForEvent('series_end', await startMatch(other));
  expect(await fetchStatus(rcon)).toMatchObject({ gamestate: 'live', paused: true, round_number: before.round_number });
  await rcon.exec('css_forceunpause');
  await site.waitForEvent('series_end', matchId);
});

test('restarts the process after a crash, with the same addresses', async () => {
  const rcon = await connectTo('tokyo');
  const before = fleet.pid()!;
  process.kill(before, 'SIGKILL');
  await vi.waitFor(() => expect(rcon.isOpen()).toBe(false), WAIT_OPTIONS);
  const back = await vi.waitFor(() => connectTo('tokyo'), WAIT_OPTIONS);
  expect((await fetchStatus(back)).gamestate).toBe('none');
  expect(fleet.pid()).not.toBe(before);
});

test('the game servers stop with the site, even if it is killed', async () => {
  const child = spawn(process.execPath, [path.resolve(import.meta.dirname, '../../testing/fleet-process.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [rcon] = (await once(createInterface(child.stdout), 'line')) as [string];
  const { pid, address } = JSON.parse(rcon) as { pid: number; address: string };
  const [host, port] = address.split(':');
  const isAlive = (): boolean => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  expect(isAlive()).toBe(true);
  child.kill('SIGKILL');
  await once(child, 'close');
  await vi.waitFor(() => expect(isAlive()).toBe(false), WAIT_OPTIONS);
  const socket = createConnection({ host: host!, port: Number(port) });
  const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException];
  expect(error.code).toBe('ECONNREFUSED');
});

test('stops the process when the fleet is closed', async () => {
  const short = await startFleet({ log, roundsPerSecond: 1 });
  const pid = short.pid()!;
  await short.close();
  await short.close();
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});
