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
const PATIENCE = { timeout: 15_000, interval: 20 };

let fleet: Fleet;
let site: MatchListener;
let lines: RconConnection[] = [];

beforeAll(async () => {
  fleet = await startFleet({ log, roundsPerSecond: 200 });
});
afterAll(() => fleet.close());
beforeAll(async () => {
  site = await startMatchListener();
});
afterAll(() => site.close());
afterEach(() => {
  for (const line of lines) line.close();
  lines = [];
});

function placeOf(location: Location) {
  const { address, rconPassword: password } = fleet.servers.find((server) => server.location === location)!;
  const [host = '', port] = address.split(':');
  return { host, port: Number(port), password };
}

/** A console of a server that waits for nobody. */
async function reach(location: Location): Promise<RconConnection> {
  const line = await connectRcon({ ...placeOf(location), timeoutMs: 5_000, idleMs: 200 });
  lines.push(line);
  await line.exec('css_endmatch; sandbox_trouble none; sandbox_join_after 0; sandbox_speed 200');
  return line;
}

let lastMatchId = 2_000;

/** Loads a match with this trouble; answers its number. */
async function begin(line: RconConnection, { trouble = 'none', perTeam = 1, cvars = {} } = {}): Promise<number> {
  const matchId = (lastMatchId += 1);
  await line.exec(`sandbox_trouble ${trouble}`);
  await line.exec(site.offer(matchFile(site.origin, { matchId, perTeam, cvars }), String(matchId)));
  return matchId;
}

type StatusTeam = { current_map_score: number; series_score: number; ready: boolean; side: string };
type Status = { gamestate: string; matchid: number | null; round_number: number; team1: StatusTeam; team2: StatusTeam };

const statusOf = async (line: RconConnection): Promise<Status> => JSON.parse(await line.exec('get5_status')) as Status;

async function untilState(line: RconConnection, gamestate: string): Promise<Status> {
  return vi.waitFor(async () => {
    const status = await statusOf(line);
    expect(status.gamestate).toBe(gamestate);
    return status;
  }, PATIENCE);
}

type Side = { score: number; players: { steamid: string; stats: Record<string, number> }[] };
const sideOf = (event: ReceivedEvent, team: 'team1' | 'team2'): Side => event[team] as Side;
const scoreOf = (event: ReceivedEvent): number[] => [sideOf(event, 'team1').score, sideOf(event, 'team2').score];

test('there is a server for each location, and all of them answer', async () => {
  expect(fleet.servers.map(({ location }) => location)).toEqual([...LOCATIONS]);
  expect(new Set(fleet.servers.map(({ address }) => address)).size).toBe(LOCATIONS.length);
  for (const location of LOCATIONS) {
    const status = parseStatus(await (await reach(location)).exec('status'));
    expect(status).toMatchObject({ server: { hostname: `Karat sandbox ${location}` }, players: [] });
  }
});

test('a wrong password opens nothing', async () => {
  const place = { ...placeOf('tokyo'), password: 'guessed', timeoutMs: 5_000, idleMs: 200 };
  await expect(connectRcon(place)).rejects.toMatchObject({ reason: 'refused_password' });
});

test('a whole match is reported in order, as the plugin does it', async () => {
  const line = await reach('istanbul');
  expect(await line.exec('get5_web_available')).toBe('{"gamestate":0,"available":1,"plugin_version":"0.15.0"}');
  expect(await statusOf(line)).toMatchObject({ gamestate: 'none', matchid: null, team1: null });
  await line.exec('sandbox_winner team1');
  const matchId = await begin(line);
  await site.hear('series_end', matchId);
  const heard = site.heard(matchId);
  const rounds = heard.filter(({ event }) => event === 'round_end');
  const played = rounds.length;
  const names = ['series_start', 'going_live', ...rounds.map(() => 'round_end'), 'map_result', 'series_end'];
  expect(heard.map(({ event }) => event)).toEqual(names);
  expect(rounds.map((event) => event.round_number)).toEqual(rounds.map((_, index) => index + 1));

  expect(heard[0]).toEqual({
    event: 'series_start',
    matchid: matchId,
    team1: { id: '7', name: 'alice' },
    team2: { id: '9', name: 'bob' },
    num_maps: 1,
  });
  expect(heard[1]).toEqual({ event: 'going_live', matchid: matchId, map_number: 0 });
  for (const event of rounds) {
    const [one, two] = scoreOf(event);
    expect(event['winner']).toMatchObject({ team: one! > two! ? 'team1' : 'team2' });
    const [alice, bob] = [sideOf(event, 'team1').players[0]!, sideOf(event, 'team2').players[0]!];
    expect([alice.stats['kills'], bob.stats['deaths'], bob.stats['kills']]).toEqual([one, one, two]);
    expect(alice.stats).toMatchObject({ rounds_played: event.round_number, kast: 0, bomb_plants: 0 });
  }
  const lost = played - 8;
  const team = { series_score: 0, score_ct: 0, score_t: 0, players: [] };
  expect(heard.at(-2)).toEqual({
    event: 'map_result',
    matchid: matchId,
    map_number: 0,
    winner: { side: '3', team: 'team1' },
    team1: { ...team, id: '7', name: 'alice', series_score: 1, score: 8 },
    team2: { ...team, id: '9', name: 'bob', score: lost },
  });
  expect(heard.at(-1)).toEqual({
    event: 'series_end',
    matchid: matchId,
    time_until_restore: 10,
    winner: { side: '3', team: 'team1' },
    team1_series_score: 1,
    team2_series_score: 0,
  });
  const after = await statusOf(line);
  expect(after).toMatchObject({ gamestate: 'post_game', matchid: matchId, round_number: -1 });
  expect([after.team1, after.team2]).toMatchObject([
    { current_map_score: 8, series_score: 1, ready: true, side: 'ct' },
    { current_map_score: lost, series_score: 0, side: 'terrorist' },
  ]);
});

test('the score is readable for a while, then the server is free', async () => {
  const line = await reach('warsaw');
  await line.exec('sandbox_post_game 300');
  const matchId = await begin(line);
  await site.hear('series_end', matchId);
  await untilState(line, 'none');
  expect(JSON.parse(await line.exec('get5_web_available'))).toMatchObject({ gamestate: 0 });
  expect(await line.exec('matchzy_remote_log_header_value')).toMatch(/^Unknown/);
});

test('in two against two the sums of kills and deaths agree', async () => {
  const line = await reach('miami');
  const matchId = await begin(line, { perTeam: 2 });
  await site.hear('series_end', matchId);
  const last = site.heard(matchId).findLast(({ event }) => event === 'round_end')!;
  const [one, two] = [sideOf(last, 'team1').players, sideOf(last, 'team2').players];
  const sum = (players: Side['players'], name: string) => players.reduce((all, each) => all + each.stats[name]!, 0);
  expect([one.length, two.length]).toEqual([2, 2]);
  expect(sum(one, 'kills')).toBe(sum(two, 'deaths'));
  expect(sum(two, 'kills')).toBe(sum(one, 'deaths'));
  expect(Math.max(...scoreOf(last))).toBe(8);
});

test('the status names who is there, in both dialects', async () => {
  const line = await reach('bucharest');
  const matchId = await begin(line, { trouble: 'no_show team2' });
  await vi.waitFor(async () => expect((await statusOf(line)).team1.ready).toBe(true), PATIENCE);
  const people = [{ type: 'HUMAN', name: 'player 1', state: 'active' }];
  const seen = { server: { hostname: `Karat #${matchId}`, map: '3070251264' }, players: people };
  await vi.waitFor(async () => expect(parseStatus(await line.exec('status'))).toMatchObject(seen), PATIENCE);
  expect(await line.exec('sandbox_dialect csgo')).toBe('sandbox_dialect = csgo');
  const again = await vi.waitFor(async () => {
    const other = await connectRcon({ ...placeOf('bucharest'), timeoutMs: 5_000, idleMs: 200 });
    lines.push(other);
    expect(await other.exec('status')).toMatch(/^hostname: /);
    return other;
  }, PATIENCE);
  const text = await again.exec('status');
  expect(text).toContain('STEAM_1:1:19867136');
  expect(parseStatus(text)).toMatchObject(seen);
  await again.exec('sandbox_dialect cs2');
});

test('a server that has a match takes no other, until that is ended', async () => {
  const line = await reach('dusseldorf');
  const matchId = await begin(line, { trouble: 'no_show both' });
  await begin(line);
  expect((await statusOf(line)).matchid).toBe(matchId);
  await line.exec('css_endmatch');
  expect(await statusOf(line)).toMatchObject({ gamestate: 'none', matchid: null });
  const next = await begin(line);
  expect((await statusOf(line)).matchid).toBe(next);
});

const good = () => matchFile('http://127.0.0.1:9');
test.each([
  ['players as a list', () => ({ ...good(), team1: { name: 'a', players: ['76561198000000001'] } })],
  ['no players', () => ({ ...good(), team2: { name: 'b', players: {} } })],
  ['more maps than it lists', () => ({ ...good(), num_maps: 2 })],
  ['a number that 32 bits do not hold', () => ({ ...good(), matchid: 2 ** 31 })],
  ['no maps', () => ({ ...good(), maplist: [] })],
  ['no JSON', () => '<!doctype html>'],
])('a match file with %s is not loaded', async (_, file) => {
  const line = await reach('beauharnois');
  expect(await line.exec(site.offer(file(), 'bad'))).toContain('Match load failed');
  expect((await statusOf(line)).gamestate).toBe('none');
});

test('without the key there is no match', async () => {
  const line = await reach('beauharnois');
  site.offer(matchFile(site.origin), 'kept');
  expect(await line.exec(`matchzy_loadmatch_url "${site.origin}/kept"`)).toContain('401');
  expect((await statusOf(line)).gamestate).toBe('none');
});

test('settings are echoed, and what nobody knows is said to be unknown', async () => {
  const line = await reach('beauharnois');
  await line.exec('mp_maxrounds 30');
  expect(await line.exec('mp_maxrounds')).toBe('mp_maxrounds = 30');
  expect(await line.exec('game_mode; echo "a; b"')).toBe('game_mode = 0\na; b');
  const long = 'x'.repeat(3_000);
  expect(await line.exec(long)).toBe(`Unknown command "${long}"`);
  expect(await line.exec('constructor')).toBe('Unknown command "constructor"');
});

test.each([
  ['team1', [false, true]],
  ['team2', [true, false]],
  ['both', [false, false]],
] as const)('where %s does not come the warm-up never ends', async (missing, ready) => {
  const line = await reach('new_york_city');
  const matchId = await begin(line, { trouble: `no_show ${missing}` });
  await vi.waitFor(async () => {
    const { gamestate, team1, team2 } = await statusOf(line);
    expect([gamestate, team1.ready, team2.ready]).toEqual(['warmup', ...ready]);
  }, PATIENCE);
  expect(site.heard(matchId).map(({ event }) => event)).toEqual(['series_start']);
});

test('a drawn match names a winner that it does not have, and the series never ends', async () => {
  const line = await reach('los_angeles');
  const cvars = { matchzy_demo_upload_url: `${site.origin}/demo` };
  const matchId = await begin(line, { trouble: 'draw', cvars });
  const result = await site.hear('map_result', matchId);
  expect(scoreOf(result)).toEqual([7, 7]);
  expect(result['winner']).toMatchObject({ team: 'team2' });
  // What is told after the series has lost the number of its match.
  await site.hear('demo_upload_ended', -1);
  expect(site.heard(matchId).map(({ event }) => event)).not.toContain('series_end');
});

test('a result that is lost stays readable', async () => {
  const line = await reach('los_angeles');
  const matchId = await begin(line, { trouble: 'lost_webhook' });
  const { team1, team2 } = await untilState(line, 'post_game');
  expect(Math.max(team1.current_map_score, team2.current_map_score)).toBe(8);
  expect(site.heard(matchId).map(({ event }) => event)).not.toContain('map_result');
});

test('everything comes three times', async () => {
  const line = await reach('los_angeles');
  const matchId = await begin(line, { trouble: 'duplicate' });
  await vi.waitFor(
    () => expect(site.heard(matchId).filter(({ event }) => event === 'series_end')).toHaveLength(3),
    PATIENCE,
  );
  const times = new Map<string, number>();
  for (const { event, round_number } of site.heard(matchId)) {
    times.set(`${event} ${round_number}`, (times.get(`${event} ${round_number}`) ?? 0) + 1);
  }
  expect(new Set(times.values())).toEqual(new Set([3]));
});

test('out of order, nothing is lost', async () => {
  const line = await reach('los_angeles');
  const matchId = await begin(line, { trouble: 'shuffle' });
  await Promise.all([
    site.hear('map_result', matchId),
    site.hear('series_end', matchId),
    site.hear('series_start', matchId),
  ]);
  const numbers = () => site.heard(matchId).flatMap((event) => event.round_number ?? []);
  await vi.waitFor(() => expect(numbers().length).toBe(Math.max(...numbers())), PATIENCE);
  expect(numbers()).not.toEqual(numbers().toSorted((one, other) => one - other));
});

test('a server that dies takes its match with it and comes back at the same place', async () => {
  const line = await reach('tokyo');
  const matchId = await begin(line, { trouble: 'crash 300' });
  await vi.waitFor(() => expect(line.isOpen()).toBe(false), PATIENCE);
  const back = await vi.waitFor(() => reach('tokyo'), PATIENCE);
  expect((await statusOf(back)).gamestate).toBe('none');
  const names = site.heard(matchId).map(({ event }) => event);
  expect(names).toEqual(['series_start', 'going_live', 'round_end', 'round_end', 'round_end']);
});

test('a slow server answers at once and has its match later; one that refuses never has it', async () => {
  const line = await reach('warsaw');
  const matchId = await begin(line, { trouble: 'slow_load 200' });
  expect((await statusOf(line)).matchid).toBe(null);
  await vi.waitFor(async () => expect((await statusOf(line)).matchid).toBe(matchId), PATIENCE);
  await line.exec('css_endmatch');
  await begin(line, { trouble: 'refuse_load' });
  expect((await statusOf(line)).matchid).toBe(null);
  const next = await begin(line);
  expect((await statusOf(line)).matchid).toBe(next);
});

test('two servers play at once, each its own match', async () => {
  const [one, other] = [await reach('istanbul'), await reach('miami')];
  await one.exec('sandbox_winner team1');
  await other.exec('sandbox_winner team2');
  const ids = [await begin(one), await begin(other)];
  const ends = await Promise.all(ids.map((matchId) => site.hear('series_end', matchId)));
  expect(ends.map((event) => event['winner'])).toMatchObject([{ team: 'team1' }, { team: 'team2' }]);
});

test('a paused match waits, for as long as others take for a whole one', async () => {
  const [line, other] = [await reach('istanbul'), await reach('miami')];
  await line.exec('sandbox_speed 20');
  const matchId = await begin(line);
  await site.hear('going_live', matchId);
  expect(await line.exec('css_forcepause')).toBe('Match paused');
  const before = await statusOf(line);
  await site.hear('series_end', await begin(other));
  expect(await statusOf(line)).toMatchObject({ gamestate: 'live', paused: true, round_number: before.round_number });
  await line.exec('css_forceunpause');
  await site.hear('series_end', matchId);
});

test('the process is started again when it dies, under the same addresses', async () => {
  const line = await reach('tokyo');
  const before = fleet.pid()!;
  process.kill(before, 'SIGKILL');
  await vi.waitFor(() => expect(line.isOpen()).toBe(false), PATIENCE);
  const back = await vi.waitFor(() => reach('tokyo'), PATIENCE);
  expect((await statusOf(back)).gamestate).toBe('none');
  expect(fleet.pid()).not.toBe(before);
});

test('the game servers end with the site, also when that is killed', async () => {
  const child = spawn(process.execPath, [path.resolve(import.meta.dirname, '../../testing/fleet-process.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const { pid, address } = JSON.parse(line) as { pid: number; address: string };
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
  await vi.waitFor(() => expect(isAlive()).toBe(false), PATIENCE);
  const socket = createConnection({ host: host!, port: Number(port) });
  const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException];
  expect(error.code).toBe('ECONNREFUSED');
});

test('a fleet that is closed is gone', async () => {
  const short = await startFleet({ log, roundsPerSecond: 1 });
  const pid = short.pid()!;
  await short.close();
  await short.close();
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});
