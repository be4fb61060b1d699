import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { createLog } from '#log.ts';
import { createBusHub } from '#testing/bus-hub.ts';
import type { Broadcaster } from './port.ts';
import { createCrossProcessBroadcaster } from './cross-process.ts';

const log = createLog('silent');
let hub: ReturnType<typeof createBusHub>;

beforeEach(() => {
  hub = createBusHub(log);
});

type Process = { readonly voice: Broadcaster; readonly told: unknown[][] };

/** A process whose tabs record the events they get. */
function startProcess(): Process {
  const told: unknown[][] = [];
  const here: Broadcaster = {
    toPlayer: (...sent) => void told.push(['toPlayer', ...sent]),
    toAdmins: (...sent) => void told.push(['toAdmins', ...sent]),
    toAll: (...sent) => void told.push(['toAll', ...sent]),
    toRoom: (...sent) => void told.push(['toRoom', ...sent]),
    scheduleRefresh: (...sent) => void told.push(['renew', ...sent]),
  };
  return { told, voice: createCrossProcessBroadcaster(hub.join(), here, { gatherMs: 5 }).voice };
}

const MISSED = ['toAll', 'NEWS_MISSED', {}];

/** On the first connection each process tells its tabs once to fetch what they may have missed. */
async function startTwo(): Promise<[Process, Process]> {
  const two: [Process, Process] = [startProcess(), startProcess()];
  for (const { told } of two) {
    await expect.poll(() => told).toEqual([MISSED]);
    told.length = 0;
  }
  return two;
}

test('delivers each event once to the tabs of every process, and at once to local ones', async () => {
  const [one, other] = await startTwo();
  one.voice.toPlayer(7, 'BALANCE_UPDATE', { balance: 5, version: 2 });
  one.voice.toAdmins('TRADE_OFFERS_CHANGED', {});
  one.voice.toAll('SLOW_MODE', { seconds: 5 });
  one.voice.toRoom(3, 'GAME_ROOM_MESSAGE_DELETED', { roomId: 3, id: 9 });
  one.voice.scheduleRefresh([7, 8], 'MISSION_PROGRESS');
  const said = [
    ['toPlayer', 7, 'BALANCE_UPDATE', { balance: 5, version: 2 }],
    ['toAdmins', 'TRADE_OFFERS_CHANGED', {}],
    ['toAll', 'SLOW_MODE', { seconds: 5 }],
    ['toRoom', 3, 'GAME_ROOM_MESSAGE_DELETED', { roomId: 3, id: 9 }],
    ['renew', [7, 8], 'MISSION_PROGRESS'],
  ];
  expect(one.told).toEqual(said);
  await expect.poll(() => other.told).toEqual(said);
  expect(one.told).toEqual(said);
});

test('delivers locally while the bus is down, and then tells all tabs once to fetch what they missed', async () => {
  const [one, other] = await startTwo();
  hub.shut();
  one.voice.toAll('SLOW_MODE', { seconds: 5 });
  expect(one.told).toEqual([['toAll', 'SLOW_MODE', { seconds: 5 }]]);
  hub.open();
  await expect.poll(() => [one.told.at(-1), other.told]).toEqual([MISSED, [MISSED]]);
  one.voice.toAll('SLOW_MODE', { seconds: 0 });
  await expect.poll(() => other.told).toEqual([MISSED, ['toAll', 'SLOW_MODE', { seconds: 0 }]]);
});

test('tells only its own tabs on start, if it has sent nothing yet', async () => {
  const [one] = await startTwo();
  const late = startProcess();
  await expect.poll(() => late.told).toEqual([MISSED]);
  expect(one.told).toEqual([]);
});

test('tells the tabs of other processes to fetch what was sent before the bus was up', async () => {
  const [one] = await startTwo();
  hub.shut();
  const late = startProcess();
  late.voice.toAll('SLOW_MODE', { seconds: 5 });
  await expect.poll(() => late.told).toEqual([['toAll', 'SLOW_MODE', { seconds: 5 }]]);
  hub.open();
  await expect.poll(() => one.told).toEqual([MISSED]);
});

test('sends changes that every process learns from the database only to local tabs', () => {
  const root = path.resolve(import.meta.dirname, '../features');
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }));
  const hearing = sources.filter(({ text }) => /\bdb\.listen\(/.test(text));
  expect(hearing.length).toBeGreaterThan(3);
  const doubling = hearing.filter(({ text }) => /\blive\.(?:to(?:Player|Admins|All|Room)|renew)\(/.test(text));
  expect(doubling.map(({ file }) => file)).toEqual([]);
});
