import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLog } from '#log.ts';
import { createWebApiProfiles } from './web-api.ts';

const ROBIN = {
  steamid: '76561197960435530',
  personaname: 'Robin',
  avatarfull: 'https://avatars.steamstatic.com/abc_full.jpg',
};

let server: Server;
let answer: (response: ServerResponse) => void;
let requestedUrls: string[];
let lines: string[];
let aheadMs: number;
let fetchProfile: ReturnType<typeof createWebApiProfiles>;

beforeAll(async () => {
  server = createServer((request, response) => {
    requestedUrls.push(request.url ?? '');
    answer(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => server.close());

beforeEach(() => {
  [requestedUrls, lines, aheadMs] = [[], [], 0];
  const log = createLog('debug', { write: (line) => void lines.push(line) });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  fetchProfile = createWebApiProfiles({ apiKey: 'THE-KEY', log, baseUrl, now: () => performance.now() + aheadMs });
});

const players =
  (...list: unknown[]) =>
  (response: ServerResponse) =>
    void response.end(JSON.stringify({ response: { players: list } }));

test('reads name and picture of a profile', async () => {
  answer = players(ROBIN);
  expect(await fetchProfile(ROBIN.steamid)).toEqual({ name: 'Robin', avatar: ROBIN.avatarfull });
  expect(requestedUrls).toEqual([`/ISteamUser/GetPlayerSummaries/v2/?key=THE-KEY&steamids=${ROBIN.steamid}`]);
});

test('has no profile for an unknown id', async () => {
  answer = players();
  expect(await fetchProfile(ROBIN.steamid)).toBeUndefined();
  expect(lines).toEqual([]);
});

test.each(['http://avatars.steamstatic.com/a.jpg', 'javascript:alert(1)', 'data:image/svg+xml,x', ''])(
  '%j is no picture to show to others',
  async (avatarfull) => {
    answer = players({ ...ROBIN, avatarfull });
    expect(await fetchProfile(ROBIN.steamid)).toEqual({ name: 'Robin', avatar: undefined });
  },
);

test('retries after one 429', async () => {
  answer = (response) => {
    answer = players(ROBIN);
    response.writeHead(429).end();
  };
  expect(await fetchProfile(ROBIN.steamid)).toMatchObject({ name: 'Robin' });
});

test.each([
  ['429', (response: ServerResponse) => response.writeHead(429).end()],
  ['500', (response: ServerResponse) => response.writeHead(500).end()],
  ['no JSON', (response: ServerResponse) => response.end('<html>')],
  ['another shape', (response: ServerResponse) => response.end('{"response":{}}')],
  ['nothing', (response: ServerResponse) => void response.destroy()],
])('returns no profile and pauses while Steam answers %s, without the key in the log', async (_, fails) => {
  answer = (response) => void fails(response);
  expect(await fetchProfile(ROBIN.steamid)).toBeUndefined();
  expect(requestedUrls).toHaveLength(2);

  answer = players(ROBIN);
  expect(await fetchProfile(ROBIN.steamid)).toBeUndefined();
  expect(requestedUrls).toHaveLength(2);
  aheadMs = 30_001;
  expect(await fetchProfile(ROBIN.steamid)).toMatchObject({ name: 'Robin' });

  expect(lines.length).toBeGreaterThan(0);
  expect(lines.join('')).not.toContain('THE-KEY');
});
